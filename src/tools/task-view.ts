import { Text } from "@earendil-works/pi-tui";
import type { TaskDetails } from "../edge/task/task-details.ts";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import type { TaskView } from "./task.ts";

type Paint = Parameters<TaskView["renderCall"]>[1];

const listMax = 3;

/**
 * How a task looks on the screen: a line for the call, a few for the result, all of it when
 * expanded.
 *
 * Spec: TK-17.
 */
export const taskView: TaskView = {
  renderCall(args, theme, { expanded }) {
    const input = isJsonObject(args) ? args : {};
    const rights = input["read_only"] === false ? "writes" : "reads";
    const places = input["read_only"] === false ? input["write_allowed"] : input["roots"];
    const head = [
      theme.fg("toolTitle", theme.bold("task")),
      theme.fg("accent", text(input["id"])),
      theme.fg("muted", `${text(input["effort"]) || "balanced"}, ${rights} ${names(places)}`),
    ].join(" ");
    if (!expanded) return new Text(head, 0, 0);
    const goal = theme.fg("dim", text(input["goal"]));
    const wanted = theme.fg("dim", `Deliverable: ${text(input["deliverable"])}`);
    return new Text([head, goal, wanted].join("\n"), 0, 0);
  },
  renderResult(result, { expanded, isPartial }, theme) {
    const said = result.content.map((part) => (part.type === "text" ? part.text : "")).join("\n");
    if (isPartial) return new Text(theme.fg("warning", said), 0, 0);
    const details = result.details as TaskDetails | undefined;
    if (details?.verdict === undefined) return new Text(theme.fg("error", said), 0, 0);
    const lines = resultLines(details, theme, expanded);
    return new Text([...lines, ...(expanded ? ["", said] : [])].join("\n"), 0, 0);
  },
};

function resultLines(details: TaskDetails, theme: Paint, expanded: boolean): readonly string[] {
  const result = details.result ?? {};
  const verdict = theme.fg(details.verdict === "PASS" ? "success" : "error", details.verdict ?? "");
  const facts = [
    number(result["elapsed_ms"], (ms) => `${(ms / 1_000).toFixed(1)} s`),
    number(result["cost_usd"], (usd) => `$${usd.toFixed(4)}`),
    items(result["roots"])
      .map((root) => text(root["root"]))
      .join(", "),
  ].filter((fact) => fact !== "");
  const head = `${verdict} ${details.id} ${theme.fg("muted", facts.join(", "))}`;
  const failures = items(result["failures"]).map((failure) =>
    theme.fg("error", `${text(failure["code"])}: ${text(failure["message"])}`),
  );
  const changes = items(result["changes"])
    .filter((change) => change["outside"] !== true)
    .map((change) => theme.fg("muted", `${text(change["change"])} ${text(change["path"])}`));
  const evidence = items(result["evidence"]).map((item) =>
    theme.fg("dim", `${text(item["pointer"])} ${text(item["claim"])}`),
  );
  const short = (lines: readonly string[]): readonly string[] => {
    if (expanded || lines.length <= listMax) return lines;
    return [...lines.slice(0, listMax), theme.fg("dim", `… ${lines.length - listMax} more`)];
  };
  return [head, ...short(failures), ...short(changes), ...short(evidence)];
}

function names(value: unknown): string {
  const all = Array.isArray(value) ? value.map(text) : [];
  const more = all.length > listMax ? ` and ${all.length - listMax} more` : "";
  return all.slice(0, listMax).join(", ") + more;
}

function items(value: unknown): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** Only for the screen: control characters of a child's words must not reach the terminal. */
function text(value: unknown): string {
  return typeof value === "string" ? value.replace(/[\p{Cc}]/gu, " ").trim() : "";
}

function number(value: unknown, words: (value: number) => string): string {
  return typeof value === "number" ? words(value) : "";
}
