import type { JsonObject } from "../../kernel/json.ts";
import type { Ports } from "../../kernel/ports.ts";
import type { HostContext } from "../host.ts";
import { oneLine } from "./card.ts";
import { checkConfig, reviewerProblems } from "./config-check.ts";
import { editDocument, readDocument, reviewerKeys, writtenReviewers } from "./config-document.ts";
import { ConfigFiles } from "./config-files.ts";
import { configFile } from "./config-places.ts";
import { addReviewer, editReviewer, type MenuDesk } from "./reviewer-menu.ts";

const limits = [
  { key: "timeoutSeconds", label: "seconds for one reviewer" },
  { key: "maxFileContextChars", label: "characters of a file shown" },
  { key: "maxRuleLines", label: "lines of one rule file" },
] as const;

const addLabel = "add a reviewer";
const doneLabel = "done";

/**
 * The command that edits the configuration. Every change is written at once. Without a UI it prints
 * where the configuration stands and what is in force.
 *
 * Spec: SV-41.
 */
export async function configMenu(context: HostContext, ports: Ports): Promise<void> {
  if (!context.hasUI) return printed(context, ports);
  const desk: MenuDesk = { ui: context.ui, ports };
  for (;;) {
    const document = readDocument(ports);
    if ("problem" in document) return desk.ui.notify(`supervisor: ${document.problem}`, "error");
    const rows = rowsOf(desk, document.written);
    const labels = rows.map(({ label }) => label);
    const chosen = await desk.ui.select("Tool supervisor", [...labels, doneLabel]);
    if (chosen === undefined || chosen === doneLabel) return;
    await rows[labels.indexOf(chosen)]?.act();
  }
}

interface Row {
  readonly label: string;
  act(): Promise<void> | void;
}

function rowsOf(desk: MenuDesk, written: JsonObject): readonly Row[] {
  const { config } = checkConfig(written);
  const closed = config.onFailure === "closed";
  const values = {
    timeoutSeconds: config.timeoutMs / 1000,
    maxFileContextChars: config.fileUnitsMax,
    maxRuleLines: config.ruleLinesMax,
  };
  return [
    {
      label: `reviews: ${config.enabled ? "on" : "off"}`,
      act: () => set(desk, "enabled", !config.enabled),
    },
    ...limits.map(({ key, label }) => ({
      label: `${label}: ${values[key]}`,
      act: () => askLimit(desk, key, label, values[key]),
    })),
    {
      label: `a reviewer that fails before a call: ${closed ? "stops it" : "lets it run"}`,
      act: () => set(desk, "onFailure", closed ? "open" : "closed"),
    },
    ...writtenReviewers(written).map((item, index) => ({
      label: reviewerLabel(item, index),
      act: () => editReviewer(desk, index),
    })),
    { label: addLabel, act: () => addReviewer(desk) },
  ];
}

/** The number makes labels differ, also of reviewers that are spelled alike. */
function reviewerLabel(item: unknown, index: number): string {
  const { name, model, enabled } = reviewerKeys(item);
  const place = `reviewers[${index}]`;
  const mark = reviewerProblems(item, place).length > 0 ? "!" : enabled === false ? "○" : "●";
  const title = `${String(name ?? `reviewer-${index + 1}`)} · ${String(model ?? "no model")}`;
  return `${mark} ${index + 1}. ${oneLine(title)}`;
}

function set({ ui, ports }: MenuDesk, key: string, value: unknown): void {
  const problem = editDocument(ports, (written) => {
    written[key] = value;
    return undefined;
  });
  if (problem !== undefined) ui.notify(`supervisor: ${problem}; nothing was saved`, "error");
}

async function askLimit(desk: MenuDesk, key: string, label: string, now: number): Promise<void> {
  const text = (await desk.ui.input(`${label} (now: ${now})`, String(now)))?.trim();
  if (text === undefined || text === "") return;
  const value = Number(text);
  if (/^\d+$/u.test(text) && Number.isSafeInteger(value) && value > 0) set(desk, key, value);
  else desk.ui.notify(`supervisor: ${label}: expected a positive whole number`, "error");
}

async function printed(context: HostContext, ports: Ports): Promise<void> {
  const place = { cwd: context.cwd, trusted: context.isProjectTrusted() };
  const { config, file, warnings } = await new ConfigFiles(ports).current(place);
  const lines = [
    `saved in ${configFile(ports)}, read from ${file}`,
    ...JSON.stringify(config, undefined, 2).split("\n"),
    ...warnings,
  ];
  for (const line of lines) ports.log.line(`supervisor: ${line}`);
}
