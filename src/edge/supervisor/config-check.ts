import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { defaultConfig, type Reviewer, type SupervisorConfig, timerMsMax } from "./config.ts";
import { configSchema, reviewerSchema, type WrittenReviewer } from "./config-schema.ts";

/**
 * A configuration after its check, and what was wrong. Messages do not name the file. Spec: SV-3.
 */
export interface CheckedConfig {
  readonly config: SupervisorConfig;
  readonly warnings: readonly string[];
}

/**
 * Checks a parsed file value by value. A wrong top key counts as not set, `onFailure` excepted; a
 * reviewer with a wrong key is left out. Its own module, so that the schema library is loaded only
 * where there is a configuration.
 *
 * Spec: SV-2, SV-3.
 */
export function checkConfig(written: JsonObject): CheckedConfig {
  const warnings: string[] = [];
  const set = validKeys(written, configSchema.properties, (key, expected, value) => {
    const then = key === "onFailure" ? "it counts as closed" : "the default holds";
    if (key !== "reviewers") {
      warnings.push(`${key}: expected ${expected}, found ${shown(value)}; ${then}`);
    }
  });
  warnings.push(...unknownKeys(written, configSchema.properties, "", ["$schema"]));
  const { reviewers, problems } = checkReviewers(written["reviewers"]);
  const number = (key: string, otherwise: number) => (set[key] as number | undefined) ?? otherwise;
  const config: SupervisorConfig = {
    enabled: set["enabled"] !== false,
    timeoutMs: Math.min(timerMsMax, secondsOf(set) * 1000),
    fileUnitsMax: number("maxFileContextChars", defaultConfig.fileUnitsMax),
    ruleLinesMax: number("maxRuleLines", defaultConfig.ruleLinesMax),
    onFailure: onFailureOf(written, set),
    reviewers,
  };
  if (config.enabled && reviewers.length === 0 && problems.length === 0) {
    problems.push("reviewers: expected at least one reviewer, found none; nothing is reviewed");
  }
  return { config, warnings: [...warnings, ...problems] };
}

/**
 * The valid reviewers of a list, and a problem for each of the others that names index, key and
 * what was expected.
 *
 * Spec: SV-3.
 */
export function checkReviewers(value: unknown): { reviewers: Reviewer[]; problems: string[] } {
  const problems: string[] = [];
  if (value === undefined) return { reviewers: [], problems };
  if (!Array.isArray(value)) {
    problems.push(`reviewers: expected a list of reviewers, found ${shown(value)}`);
    return { reviewers: [], problems };
  }
  const reviewers: Reviewer[] = [];
  value.forEach((item: unknown, index) => {
    const place = `reviewers[${index}]`;
    const wrong = reviewerProblems(item, place);
    if (wrong.length > 0)
      problems.push(...wrong.map((text) => `${text}; this reviewer is left out`));
    else reviewers.push(reviewerOf(item as WrittenReviewer, index, place, problems));
  });
  return { reviewers: uniqueNames(reviewers, problems), problems };
}

/** What keeps a reviewer from being one. Spec: SV-3. */
export function reviewerProblems(item: unknown, place: string): string[] {
  if (!isJsonObject(item)) return [`${place}: expected an object, found ${shown(item)}`];
  const problems: string[] = [];
  validKeys(item, reviewerSchema.properties, (key, expected, value) =>
    problems.push(`${place}.${key}: expected ${expected}, found ${shown(value)}`),
  );
  if (item["model"] === undefined) {
    problems.push(`${place}.model: expected text of the form "provider/id", found nothing`);
  }
  const one = item["rulesFile"] !== undefined;
  if (one === (item["rulesFiles"] !== undefined)) {
    const found = one ? "both" : "neither";
    problems.push(`${place}.rulesFile: expected either rulesFile or rulesFiles, found ${found}`);
  }
  return problems;
}

type Complaint = (key: string, expected: string, value: unknown) => void;

/** The members whose values pass their schema; the others are told of. */
function validKeys(
  written: JsonObject,
  properties: Readonly<Record<string, TSchema>>,
  complain: Complaint,
): JsonObject {
  const valid: JsonObject = {};
  for (const [key, schema] of Object.entries(properties)) {
    const value = written[key];
    if (value === undefined) continue;
    if (Value.Check(schema, value)) valid[key] = value;
    else complain(key, expectation(schema), value);
  }
  return valid;
}

function unknownKeys(
  written: JsonObject,
  properties: Readonly<Record<string, TSchema>>,
  place: string,
  others: readonly string[] = [],
): string[] {
  return Object.keys(written)
    .filter((key) => !Object.hasOwn(properties, key) && !others.includes(key))
    .map((key) => `${place}${key}: no such key; it does nothing`);
}

function secondsOf(set: JsonObject): number {
  const seconds = set["timeoutSeconds"] as number | undefined;
  const older = set["timeoutMs"] as number | undefined;
  return (
    seconds ?? (older === undefined ? defaultConfig.timeoutMs / 1000 : Math.ceil(older / 1000))
  );
}

function onFailureOf(written: JsonObject, set: JsonObject): SupervisorConfig["onFailure"] {
  if (written["onFailure"] === undefined) return defaultConfig.onFailure;
  return set["onFailure"] === "open" ? "open" : "closed";
}

function reviewerOf(
  written: WrittenReviewer,
  index: number,
  place: string,
  problems: string[],
): Reviewer {
  problems.push(...unknownKeys({ ...written }, reviewerSchema.properties, `${place}.`));
  const [provider = "", ...rest] = written.model.trim().split("/");
  const tools = [...new Set((written.tools ?? ["edit", "write"]).map((name) => name.trim()))];
  const every = tools.includes("*");
  if (every && tools.length > 1) {
    problems.push(`${place}.tools: "*" stands for every tool; the other names do nothing`);
  }
  const rules = written.rulesFiles ?? [written.rulesFile ?? ""];
  return {
    name: written.name?.trim() ?? `reviewer-${index + 1}`,
    provider: provider.trim(),
    model: rest.join("/").trim(),
    rules: rules.map((path) => path.trim()),
    tools: every ? ["*"] : tools,
    trigger: written.trigger ?? "after",
    filePatterns: (written.filePatterns ?? []).map((pattern) => pattern.trim()),
    enabled: written.enabled ?? true,
    ...(written.condition === undefined ? {} : { condition: written.condition.trim() }),
  };
}

/**
 * Gives every reviewer a name of its own: records and messages tell them apart by it.
 *
 * Spec: SV-2.
 */
export function uniqueNames(reviewers: readonly Reviewer[], problems: string[]): Reviewer[] {
  const taken = new Set<string>();
  return reviewers.map((reviewer) => {
    let { name } = reviewer;
    for (let count = 2; taken.has(name); count += 1) name = `${reviewer.name} (${count})`;
    taken.add(name);
    if (name === reviewer.name) return reviewer;
    problems.push(`the name ${JSON.stringify(reviewer.name)} is there twice; one is now "${name}"`);
    return { ...reviewer, name };
  });
}

function expectation(schema: TSchema): string {
  const description: unknown = Reflect.get(schema, "description");
  return typeof description === "string" ? description : "another type";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
