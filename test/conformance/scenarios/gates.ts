import type { PackageWorld } from "../../../harness/scenario/package-extension.ts";
import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { calls, plain, probe, say, see, watch } from "./build.ts";

const writers = plain("write", "edit", "fork");
const told = [
  ...watch("tool_call", "tool_result", "tool_execution_start", "tool_execution_end", "message_end"),
  { on: "agent_settled" as const, steps: [see("activeTools"), see("branch")] },
];
const write = (path: string): [string, { path: string; content: string }] => [
  "write",
  { path, content: "x" },
];
const repository: PackageWorld = {
  files: {
    ".git/config": '[remote "origin"]\n\turl = git@github.com:Org/x.git\n',
    "docs/tasks/e/map.md": "map\n",
  },
  links: { "src/lnk": "../docs/tasks/e" },
};
const gated = { taskWorkflow: { disableOnRepo: ["^github\\.com/Org/"] } };
const map = "docs/tasks/e/map.md";

/** The package itself, with a probe behind it that sees what is left of each call. */
export const gateScenarios: readonly Scenario[] = [
  {
    name: "the-lockdown-refuses-write-and-edit-and-their-siblings-run",
    package: repository,
    probes: [probe("behind", ...told)],
    tools: writers,
    takesTurns: true,
    model: [
      calls(write(map), write("notes.md"), ["edit", { path: `@${map}`, edits: [] }]),
      "written elsewhere",
    ],
    actions: [say()],
  },
  {
    name: "the-lockdown-lets-exempt-directories-and-siblings-of-the-tree-through",
    package: repository,
    probes: [probe("behind", ...told)],
    tools: writers,
    takesTurns: true,
    model: [
      calls(
        write("docs/tasks/e/.work/uncertainty.md"),
        write("docs/tasks/e/deviation-reports/1.md"),
        write("docs/tasks-archive/n.md"),
        write("docs/bugs/b.md"),
      ),
      "done",
    ],
    actions: [say()],
  },
  {
    name: "the-lockdown-follows-a-link-into-the-tree",
    package: repository,
    probes: [probe("behind", ...told)],
    tools: writers,
    model: [calls(write("src/lnk/n.md")), "refused"],
    actions: [say()],
  },
  {
    name: "a-call-that-another-tool-makes-is-refused-like-any-other",
    package: repository,
    probes: [probe("behind", ...told)],
    tools: [
      ...writers,
      {
        name: "relay",
        steps: [
          { do: "nested", tool: "write", input: { path: map, content: "x" } },
          { do: "nested", tool: "write", input: { path: "notes.md", content: "x" } },
        ],
      },
    ],
    model: [calls("relay"), "one of two"],
    actions: [say()],
  },
  {
    name: "a-gated-repository-has-no-gates-and-one-notice",
    mode: "tui",
    package: { ...repository, settings: gated },
    probes: [probe("behind", ...told)],
    tools: writers,
    takesTurns: true,
    model: [calls(write(map), ["fork", { task: "Do not edit anything." }]), "all ran"],
    actions: [say(), say("/gates")],
  },
  {
    name: "a-trusted-project-switches-the-package-on-again",
    mode: "tui",
    package: {
      ...repository,
      files: { ...repository.files, ".pi/settings.json": '{"taskWorkflow":{"enable":true}}' },
      settings: gated,
    },
    probes: [probe("behind", ...told)],
    tools: writers,
    model: [calls(write(map)), "refused"],
    actions: [say()],
  },
  {
    name: "a-project-switches-the-package-off",
    mode: "tui",
    package: {
      files: { ...repository.files, ".pi/settings.json": '{"taskWorkflow":{"enable":false}}' },
    },
    probes: [probe("behind", ...told)],
    tools: writers,
    model: [calls(write(map)), "ran"],
    actions: [say()],
  },
  {
    name: "a-project-that-is-not-trusted-switches-nothing",
    mode: "tui",
    trusted: false,
    package: {
      files: { ...repository.files, ".pi/settings.json": '{"taskWorkflow":{"enable":false}}' },
    },
    probes: [probe("behind", ...told)],
    tools: writers,
    model: [calls(write(map)), "refused"],
    actions: [say()],
  },
  {
    name: "gates-are-switched-off-by-the-user-and-back-by-a-new-session",
    mode: "tui",
    package: repository,
    probes: [probe("behind", ...told)],
    tools: writers,
    answers: [{ kind: "confirm", value: true }],
    model: [calls(write(map)), "ran", calls(write(map)), "refused"],
    actions: [say("/gates off lockdown"), say(), { act: "newSession" }, say(), say("/gates")],
  },
];
