import type { JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { HostContext } from "../host.ts";
import { oneLine } from "./card.ts";
import { reviewerProblems } from "./config-check.ts";
import {
  editDocument,
  readDocument,
  replaceReviewer,
  reviewerKeys,
  writtenReviewers,
} from "./config-document.ts";

/** What the menus need: somebody to ask, and the file. */
export interface MenuDesk {
  readonly ui: HostContext["ui"];
  readonly ports: Ports;
}

/** One key of a reviewer, as the menu offers it. */
interface Field {
  readonly label: string;
  shown(keys: JsonObject): string;
  /** The keys after the change; undefined where the user went back. */
  ask(desk: MenuDesk, keys: JsonObject): Promise<JsonObject | undefined>;
}

const listed = (value: unknown): string => (Array.isArray(value) ? value.join(", ") : "");
const texts = (typed: string): string[] =>
  typed
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

function typed(
  label: string,
  shown: (keys: JsonObject) => string,
  set: (keys: JsonObject, text: string) => JsonObject,
): Field {
  return {
    label,
    shown,
    ask: async ({ ui }, keys) => {
      const text = await ui.input(`${label} (now: ${shown(keys) || "none"})`, shown(keys));
      return text === undefined ? undefined : set(keys, text.trim());
    },
  };
}

/** Without a key, rather than with an empty one: absent means the default. */
function withKey(keys: JsonObject, key: string, value: unknown): JsonObject {
  const { [key]: _, ...others } = keys;
  const empty = value === "" || (Array.isArray(value) && value.length === 0);
  return empty ? others : { ...others, [key]: value };
}

function toggled(label: string, key: string, states: readonly [unknown, unknown]): Field {
  const now = (keys: JsonObject): unknown => keys[key] ?? states[0];
  return {
    label,
    shown: (keys) => String(now(keys)),
    ask: async (_desk, keys) => ({
      ...keys,
      [key]: now(keys) === states[0] ? states[1] : states[0],
    }),
  };
}

const fields: readonly Field[] = [
  toggled("enabled", "enabled", [true, false]),
  typed(
    "name",
    (keys) => String(keys["name"] ?? ""),
    (keys, text) => withKey(keys, "name", text),
  ),
  typed(
    "model, as provider/id",
    (keys) => String(keys["model"] ?? ""),
    (keys, text) => withKey(keys, "model", text),
  ),
  typed(
    "rule files, with commas",
    (keys) => listed(keys["rulesFiles"]) || String(keys["rulesFile"] ?? ""),
    (keys, text) => withKey(withKey(keys, "rulesFile", ""), "rulesFiles", texts(text)),
  ),
  typed(
    "tools, with commas; * for all",
    (keys) => listed(keys["tools"]) || "edit, write",
    (keys, text) => {
      const tools = texts(text);
      return withKey(keys, "tools", tools.includes("*") ? ["*"] : tools);
    },
  ),
  toggled("trigger", "trigger", ["after", "before"]),
  typed(
    "condition, a module",
    (keys) => String(keys["condition"] ?? ""),
    (keys, text) => withKey(keys, "condition", text),
  ),
  typed(
    "file patterns, with commas",
    (keys) => listed(keys["filePatterns"]),
    (keys, text) => withKey(keys, "filePatterns", texts(text)),
  ),
];

const removeLabel = "delete this reviewer";
const backLabel = "back";

/**
 * Edits one reviewer until the user goes back. A change that would not be valid is refused with the
 * words of the check, and the file stays as it was.
 *
 * Spec: SV-41.
 */
export async function editReviewer(desk: MenuDesk, index: number): Promise<void> {
  for (;;) {
    const document = readDocument(desk.ports);
    if ("problem" in document) return desk.ui.notify(document.problem, "error");
    const shown = writtenReviewers(document.written)[index];
    if (shown === undefined) return;
    const keys = reviewerKeys(shown);
    const rows = fields.map((field) => `${field.label}: ${oneLine(field.shown(keys)) || "-"}`);
    const name = oneLine(String(keys["name"] ?? `reviewer-${index + 1}`));
    const title = `Reviewer ${index + 1}: ${name}`;
    const chosen = await desk.ui.select(title, [...rows, removeLabel, backLabel]);
    if (chosen === undefined || chosen === backLabel) return;
    if (chosen === removeLabel) {
      if (!(await desk.ui.confirm(title, "Delete this reviewer?"))) continue;
      return told(desk, save(desk, index, shown, undefined));
    }
    const field = fields[rows.indexOf(chosen)];
    const next = await field?.ask(desk, keys);
    if (next !== undefined) told(desk, checkedSave(desk, index, shown, next));
  }
}

/** Asks for what a reviewer cannot do without, and adds it. Spec: SV-41. */
export async function addReviewer(desk: MenuDesk): Promise<void> {
  const document = readDocument(desk.ports);
  if ("problem" in document) return desk.ui.notify(document.problem, "error");
  const index = writtenReviewers(document.written).length;
  let keys: JsonObject = {};
  for (const field of fields.slice(1, 4)) {
    const next = await field.ask(desk, keys);
    if (next === undefined) return;
    keys = next;
  }
  told(desk, checkedSave(desk, index, undefined, keys));
}

function checkedSave(
  desk: MenuDesk,
  index: number,
  shown: unknown,
  next: JsonObject,
): string | undefined {
  const [wrong] = reviewerProblems(next, `reviewers[${index}]`);
  return wrong ?? save(desk, index, shown, next);
}

function save(
  { ports }: MenuDesk,
  index: number,
  shown: unknown,
  next: JsonObject | undefined,
): string | undefined {
  return editDocument(ports, (written) => replaceReviewer(written, index, shown, next));
}

function told({ ui }: MenuDesk, problem: string | undefined): void {
  if (problem !== undefined) ui.notify(`supervisor: ${problem}; nothing was saved`, "error");
}
