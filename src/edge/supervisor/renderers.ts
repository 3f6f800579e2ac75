import type { Theme, ToolRenderers } from "@earendil-works/pi-coding-agent";
import type { Component } from "@earendil-works/pi-tui";
import { isJsonObject } from "../../kernel/json.ts";
import { auditIn, auditKey } from "./audit.ts";
import { type CardLine, cardLines, oneLine } from "./card.ts";

/** The part of pi's terminal library that cards need. */
export interface Terminal {
  wrapTextWithAnsi(text: string, width: number): string[];
}

/**
 * Draws the entry of a stopped call.
 *
 * Spec: SV-40.
 */
export function auditEntry(
  data: unknown,
  expanded: boolean,
  theme: Theme,
  terminal: Terminal,
): Component | undefined {
  const audit = auditIn(data);
  return audit === undefined ? undefined : drawn(cardLines(audit, expanded), theme, terminal, 1);
}

/**
 * Draws the entry of warnings that nobody could be shown.
 *
 * Spec: SV-3, SV-40.
 */
export function warningEntry(
  data: unknown,
  theme: Theme,
  terminal: Terminal,
): Component | undefined {
  const held = isJsonObject(data) ? data["warnings"] : undefined;
  if (!Array.isArray(held)) return undefined;
  const lines = held.map((text): CardLine => {
    return { tone: "failed", text: `supervisor: ${oneLine(String(text))}`, depth: 2 };
  });
  return drawn(lines, theme, terminal, 1);
}

/** What a tool's own renderer drew in a card's place the last time: it may go on from there. */
const owned = new WeakMap<object, Component>();

type ResultRenderer = NonNullable<ToolRenderers["renderResult"]>;

/**
 * A tool's renderers with the record's card below what they draw.
 *
 * Spec: SV-40.
 */
export function withCard(base: ToolRenderers, terminal: Terminal): ToolRenderers {
  const renderResult: ResultRenderer = (result, options, theme, context) => {
    const { lastComponent } = context;
    const last =
      lastComponent === undefined ? undefined : (owned.get(lastComponent) ?? lastComponent);
    const inner = { ...context, lastComponent: last };
    const own = (base.renderResult ?? plainResult(terminal))(result, options, theme, inner);
    const details: unknown = result.details;
    const audit = isJsonObject(details) ? auditIn(details[auditKey]) : undefined;
    if (audit === undefined) return own;
    // A review that judged nothing is only of interest to those who look closer.
    if (audit.status === "skipped" && !options.expanded) return own;
    const card = drawn(cardLines(audit, options.expanded), theme, terminal, 0);
    const both = stacked(own, card);
    owned.set(both, own);
    return both;
  };
  return { ...base, renderResult };
}

const previewLines = 10;

/** What pi draws for a tool without a renderer of its own: its text, the first lines of it. */
function plainResult(terminal: Terminal): ResultRenderer {
  return (result, { expanded }, theme, context) => {
    const texts = result.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const text = texts.join("\n").replaceAll("\r", "");
    const lines = text === "" ? [] : text.split("\n");
    const shown = (expanded ? lines : lines.slice(0, previewLines)).map((line) =>
      theme.fg("toolOutput", line),
    );
    const more = lines.length - shown.length;
    if (more > 0) {
      const hint = context.keyHint("app.tools.expand", "to expand");
      shown.push(
        `${theme.fg("muted", `... (${more} more lines,`)} ${hint}${theme.fg("muted", ")")}`,
      );
    }
    return lined(shown, terminal);
  };
}

function lined(lines: readonly string[], terminal: Terminal): Component {
  return {
    render: (width) => lines.flatMap((line) => terminal.wrapTextWithAnsi(line, Math.max(1, width))),
    invalidate: () => {},
  };
}

function stacked(...parts: readonly Component[]): Component {
  return {
    render: (width) => parts.flatMap((part) => part.render(width)),
    invalidate: () => {
      for (const part of parts) part.invalidate();
    },
  };
}

const colors = {
  passed: "success",
  rejected: "error",
  failed: "warning",
  skipped: "dim",
  plain: "muted",
} as const;

function drawn(
  lines: readonly CardLine[],
  theme: Theme,
  terminal: Terminal,
  padding: number,
): Component {
  const render = (width: number): string[] =>
    lines.flatMap(({ tone, text, depth }) => {
      const room = Math.max(1, width - 2 * padding);
      const hang = room > 2 * depth ? depth : 0;
      const [first = "", ...rest] = terminal.wrapTextWithAnsi(text, room);
      // Later lines are narrower by the hang, so what is left of the text is wrapped once more.
      const tail = rest.length === 0 ? [] : terminal.wrapTextWithAnsi(rest.join(" "), room - hang);
      const all = [first, ...tail.map((line) => " ".repeat(hang) + line)];
      return all.map((line) => " ".repeat(padding) + theme.fg(colors[tone] ?? "muted", line));
    });
  return { render, invalidate: () => {} };
}
