import type { IForbiddenRuleType } from "dependency-cruiser";

const node = "^(node:|fs$|path$|os$|child_process$|process$|crypto$|url$|util$|events$|stream)";
const pi = "(^|/)@earendil-works/";

/**
 * Who may import whom, from the folder `base`. One rule a sentence of the spec.
 *
 * Spec: ST-2.
 */
export function boundaryRules(base: string): IForbiddenRuleType[] {
  const src = `^${base}`;
  const rule = (name: string, from: object, to: object): IForbiddenRuleType => ({
    name,
    severity: "error",
    from,
    to,
  });
  const pure = `${src}(kernel|decisions)/`;
  return [
    rule("kernel-imports-nothing", { path: `${src}kernel/` }, { pathNot: `${src}kernel/` }),
    rule(
      "decisions-see-kernel-and-their-own-folder",
      { path: `${src}decisions/([^/]+)/` },
      {
        pathNot: [`${src}kernel/`, `${src}decisions/$1/`],
      },
    ),
    rule(
      "only-collectors-and-gates-see-ports",
      {
        path: `${src}decisions/`,
        pathNot: "/(facts|gate|judgement|words|[a-z-]+-words)\\.ts$|-facts\\.ts$",
      },
      { path: `${src}kernel/(ports|gate)\\.ts$` },
    ),
    rule(
      "pure-code-never-reaches-node-or-pi",
      { path: pure },
      {
        path: [node, pi],
        reachable: true,
      },
    ),
    rule(
      "only-the-host-slice-names-pi",
      {
        path: `${src}`,
        pathNot: [`${src}edge/`, `${src}tools/`, `${src}runner/`],
      },
      { path: pi },
    ),
    rule(
      "src-never-imports-harness-spec-or-fixtures",
      { path: src },
      {
        path: "^(harness|spec|fixtures|test)/",
      },
    ),
    rule(
      "harness-never-imports-vitest-or-tests",
      { path: "^harness/" },
      {
        path: ["(^|/)node_modules/vitest/", "^vitest$", "^test/"],
      },
    ),
    rule("no-cycles", {}, { circular: true }),
    rule("no-unresolvable", {}, { couldNotResolve: true }),
  ];
}
