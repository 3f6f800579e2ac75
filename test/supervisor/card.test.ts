import { visibleWidth } from "@earendil-works/pi-tui";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Host } from "../../src/edge/host.ts";
import type { Audit } from "../../src/edge/supervisor/audit.ts";
import { cardLines, oneLine } from "../../src/edge/supervisor/card.ts";
import { Cards } from "../../src/edge/supervisor/cards.ts";
import { runs } from "../laws.ts";

const audit: Audit = {
  version: 1,
  status: "rejected",
  tool: "edit",
  toolCallId: "call-1",
  file: "src/cart.ts",
  trigger: "after",
  reviewers: [
    {
      name: "style",
      model: "p/m",
      trigger: "after",
      status: "rejected",
      rules: ["rules/style.md", "rules/names.md"],
      summary: "names are unclear",
      findings: [
        { message: "say what the number counts", line: 3, ruleGroup: "names", severity: "error" },
      ],
      durationMs: 1_240,
    },
    {
      name: "sql",
      model: "p/m",
      trigger: "after",
      status: "skipped",
      rules: [],
      problem: "no rule applies",
      durationMs: 0,
    },
  ],
  durationMs: 2_300,
  warnings: ["config.json: enabled: expected true or false"],
};
const texts = (expanded: boolean) => cardLines(audit, expanded).map(({ text }) => text);

test("a card is one line, or everything as a tree", () => {
  expect(texts(false)).toEqual(["⛨ rejected · edit src/cart.ts · 2 reviewers · 2.3s"]);
  expect(texts(true).join("\n")).toMatchInlineSnapshot(`
    "⛨ rejected · edit src/cart.ts · 2 reviewers · 2.3s
    ├─ ✗ rejected style 1.2s
    │    rules/style.md, rules/names.md
    │    names are unclear
    │    - [names] line 3: say what the number counts
    └─ - skipped sql 0.0s
         no rule applies
    ! config.json: enabled: expected true or false"
  `);
});

test("one reviewer is one, a tool without a file has none, an old answer says so", () => {
  const { file: _, ...rest } = audit;
  const [row] = audit.reviewers;
  if (row === undefined) throw new Error("there is a reviewer");
  const one: Audit = { ...rest, tool: "bash", reviewers: [{ ...row, cached: true }] };
  const lines = cardLines(one, true).map(({ text }) => text);
  expect(lines[0]).toBe("⛨ rejected · bash · 1 reviewer · 2.3s");
  expect(lines[1]).toContain("(same as before)");
});

test("what a terminal would obey is taken out", () => {
  expect(oneLine("a\u001B[31mred\u001B[0m\u0007\r\nb\u202Ec")).toBe("ared bc");
});

/** The renderers as pi would call them, with colours left out. */
async function renderers() {
  const entries = new Map<string, Parameters<Host["registerEntryRenderer"]>[1]>();
  let tool: Parameters<Host["registerToolRenderer"]>[0] | undefined;
  const host = {
    registerEntryRenderer: (type: string, renderer: never) => void entries.set(type, renderer),
    registerToolRenderer: (resolver: never) => {
      tool = resolver;
    },
  } as unknown as Host;
  await new Cards(host).load();
  if (tool === undefined) throw new Error("a tool renderer is registered");
  return { entries, tool };
}
const { entries: drawers, tool: resolver } = await renderers();
const theme = { fg: (_color: string, text: string) => text } as never;
const hints = { keyText: () => "ctrl+o", keyHint: (_: string, text: string) => `ctrl+o ${text}` };

describe("below a tool (SV-40)", () => {
  const result = (details: unknown) => ({
    content: [{ type: "text" as const, text: "ok" }],
    details,
  });
  const drawn = (details: unknown, expanded: boolean, base: object = {}) => {
    const made = resolver("edit", () => base as never)?.renderResult;
    const options = { expanded, isPartial: false };
    const component = made?.(result(details) as never, options, theme, { ...hints } as never);
    return component?.render(60);
  };

  test("the card stands behind what the tool draws", () => {
    const base = { renderResult: () => ({ render: () => ["own"], invalidate: () => {} }) };
    const held = { toolSupervisor: audit };
    expect(drawn(held, false, base)).toEqual(["own", texts(false)[0]]);
    expect(drawn({ other: 1 }, false, base)).toEqual(["own"]);
  });

  test("a tool that draws nothing itself keeps its text", () => {
    expect(drawn({ toolSupervisor: audit }, false)).toEqual(["ok", texts(false)[0]]);
  });

  test("a review that judged nothing is drawn only when expanded", () => {
    const held = { toolSupervisor: { ...audit, status: "skipped", reviewers: [] } };
    expect(drawn(held, false)).toEqual(["ok"]);
    expect(drawn(held, true)?.[1]).toContain("skipped");
  });

  test("the tool's renderer goes on from what it drew itself", () => {
    const seen: unknown[] = [];
    const own = { render: () => ["own"], invalidate: () => {} };
    const base = {
      renderResult: (
        _r: unknown,
        _o: unknown,
        _t: unknown,
        context: { lastComponent: unknown },
      ) => {
        seen.push(context.lastComponent);
        return own;
      },
    };
    const made = resolver("edit", () => base as never)?.renderResult;
    const options = { expanded: false, isPartial: false };
    const held = result({ toolSupervisor: audit }) as never;
    const first = made?.(held, options, theme, { ...hints, lastComponent: undefined } as never);
    made?.(held, options, theme, { ...hints, lastComponent: first } as never);
    expect(seen).toEqual([undefined, own]);
  });

  test("a tool that pi does not know is left to pi", () => {
    expect(resolver("gone", () => undefined)).toBeUndefined();
  });

  test("details of another form draw no card and break nothing", () => {
    for (const held of [
      { toolSupervisor: 1 },
      { toolSupervisor: { version: 1 } },
      "x",
      null,
      [1],
    ]) {
      expect(drawn(held, true)).toEqual(["ok"]);
    }
  });
});

test("no line is wider than the terminal, whatever stands in it", () => {
  const draw = drawers.get("gatehouse.review");
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme" }),
      fc.integer({ min: 8, max: 120 }),
      (text, width) => {
        const [row] = audit.reviewers;
        const wide: Audit = {
          ...audit,
          file: text,
          reviewers: row === undefined ? [] : [{ ...row, name: text, summary: text }],
        };
        const component = draw?.({ data: wide } as never, { expanded: true, ...hints }, theme);
        for (const line of component?.render(width) ?? []) {
          expect(visibleWidth(line)).toBeLessThanOrEqual(width);
        }
      },
    ),
    runs(),
  );
});

test("an entry of warnings is drawn line by line", () => {
  const draw = drawers.get("gatehouse.review-warning");
  const component = draw?.(
    { data: { version: 1, warnings: ["one", "two"] } } as never,
    { expanded: false, ...hints },
    theme,
  );
  expect(component?.render(40)).toEqual([" supervisor: one", " supervisor: two"]);
});
