import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  envelope,
  type FailureCode,
  type PointerState,
  type RunFacts,
  readEnvelope,
} from "../../src/decisions/envelope/envelope.ts";
import { pointerLookup } from "../../src/decisions/envelope/facts.ts";
import { fencedJson } from "../../src/decisions/envelope/fenced-json.ts";
import type { FilePort } from "../../src/kernel/ports.ts";
import { runs } from "../laws.ts";

const handedOver = {
  status: "done",
  deliverable: "x",
  evidence: [{ claim: "c", pointer: "a.ts:1" }],
};
const good: RunFacts = {
  aborted: false,
  settled: true,
  guarded: true,
  outside: [],
  refused: [],
  unwatched: [],
  handedOver,
  pointer: () => "found",
};

/** Everything that can go wrong, one at a time, and the code it has. */
const faults: readonly (readonly [FailureCode, Partial<RunFacts>])[] = [
  ["aborted", { aborted: true }],
  ["wall-clock", { trip: "wall-clock" }],
  ["cost", { trip: "cost" }],
  ["not-settled", { settled: false }],
  ["model-stopped", { stopped: "error" }],
  ["protocol", { protocol: "a line too long" }],
  ["guard-missing", { guarded: false }],
  ["changed-outside", { outside: ["content: /a"] }],
  ["refused-outside", { refused: ["write /a"] }],
  ["not-watched", { unwatched: ["/a"] }],
  ["envelope-missing", { handedOver: undefined }],
  ["envelope-invalid", { handedOver: { status: "done" } }],
  ["status-blocked", { handedOver: { ...handedOver, status: "blocked" } }],
  ["no-evidence", { handedOver: { ...handedOver, evidence: [] } }],
  ["pointer-malformed", { pointer: () => "malformed" }],
  ["pointer-missing", { pointer: () => "line-missing" }],
];

describe("envelope", () => {
  test("a run without a fault passes", () => {
    expect(envelope(good)).toMatchObject({ verdict: "PASS", failures: [] });
  });

  test.each(faults)("%s alone fails with that code alone", (code, fault) => {
    const { verdict, failures } = envelope({ ...good, ...fault });
    expect(verdict).toBe("FAIL");
    expect(failures.map((failure) => failure.code)).toEqual([code]);
  });

  test("every code has a case", () => {
    const text = readFileSync("src/decisions/envelope/envelope.ts", "utf8");
    const union = /export type FailureCode =([\s\S]*?);/u.exec(text)?.[1] ?? "";
    const codes = [...union.matchAll(/"([a-z-]+)"/gu)].map(([, code]) => code);
    expect(codes.sort()).toEqual(faults.map(([code]) => code as string).sort());
  });

  test("faults never cancel each other: any of them together fail", () => {
    fc.assert(
      fc.property(fc.subarray([...faults], { minLength: 1 }), (some) => {
        const facts: RunFacts = Object.assign({}, good, ...some.map(([, fault]) => fault));
        expect(envelope(facts).verdict).toBe("FAIL");
      }),
      runs(),
    );
  });

  test("is total over whatever a child hands over, and looks up each pointer once", () => {
    const states: readonly PointerState[] = ["found", "malformed", "file-missing", "line-missing"];
    fc.assert(
      fc.property(fc.anything(), fc.constantFrom(...states), (value, state) => {
        const outcome = envelope({ ...good, handedOver: value, pointer: () => state });
        expect(outcome.verdict === "PASS").toBe(outcome.failures.length === 0);
      }),
      runs(),
    );
  });
});

describe("readEnvelope", () => {
  test("reads back every well-formed envelope", () => {
    const envelopes = fc.record(
      {
        status: fc.constantFrom("done", "blocked"),
        deliverable: fc.string({ minLength: 1 }),
        evidence: fc.array(fc.record({ claim: fc.string(), pointer: fc.string() })),
        notes: fc.string(),
      },
      { requiredKeys: ["status", "deliverable", "evidence"] },
    );
    fc.assert(
      fc.property(envelopes, (value) => {
        expect(readEnvelope(value)).toEqual({ ok: true, envelope: value });
      }),
      runs(),
    );
  });

  test("a deliverable that is no text is kept as JSON", () => {
    const value = { ...handedOver, deliverable: { lines: [1, 2] } };
    expect(readEnvelope(value)).toMatchObject({ envelope: { deliverable: '{"lines":[1,2]}' } });
  });
});

describe("fencedJson", () => {
  const fence = (language: string, body: string) => `\`\`\`${language}\n${body}\n\`\`\``;
  test.each([
    ["no fence", "{}", undefined],
    ["one", fence("json", '{"a":1}'), { a: 1 }],
    ["the last of two", `${fence("json", "[1]")}\n\n${fence("json", "[2]")}`, [2]],
    ["one without a language", fence("", '{"a":1}'), { a: 1 }],
    ["another language is none", fence("sh", '{"a":1}'), undefined],
    ["code after it does not hide it", `${fence("json", "[1]")}\n${fence("ts", "x")}`, [1]],
    ["a broken one is its text", fence("json", "{nope"), "{nope"],
    ["one that never closes", "```json\n{}", undefined],
    ["tildes", "~~~json\n[1]\n~~~", [1]],
    ["a longer fence holds a shorter one", '````json\n"```"\n````', "```"],
    ["CRLF", '```json\r\n{"a":1}\r\n```\r\n', { a: 1 }],
  ])("%s", (_, text, expected) => {
    expect(fencedJson(text)).toEqual(expected);
  });

  test("finds any JSON at the end of any text without fences", () => {
    const plain = fc.string().filter((text) => !/[`~]/u.test(text));
    fc.assert(
      fc.property(plain, fc.jsonValue(), (before, value) => {
        const text = `${before}\n${fence("json", JSON.stringify(value, undefined, 1))}\n`;
        expect(fencedJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      runs(),
    );
  });
});

describe("pointerLookup", () => {
  const texts: Readonly<Record<string, string>> = {
    "/repo/a.ts": "one\ntwo\n",
    "/repo/b c.ts": "one\ntwo",
    "/repo/empty": "",
    "/other/x:y.ts": "one\n",
  };
  const files = {
    readText: (path: string) => {
      const value = texts[path];
      if (path.includes("secret")) return { ok: false, problem: "denied" };
      return value === undefined ? { ok: false, problem: "missing" } : { ok: true, value };
    },
  } as unknown as FilePort;
  test.each([
    ["a.ts:1", "found"],
    ["a.ts:2", "found"],
    ["a.ts:3", "line-missing"],
    ["a.ts:0", "line-missing"],
    ["a.ts:1-2", "found"],
    ["a.ts:2-1", "line-missing"],
    ["a.ts:1-9", "line-missing"],
    ["a.ts:2:14", "found"],
    ["b c.ts:2", "found"],
    ["empty:1", "line-missing"],
    ["/other/x:y.ts:1", "found"],
    ["  a.ts:1\n", "found"],
    ["nowhere.ts:1", "file-missing"],
    ["secret:1", "file-unreadable"],
    ["a.ts", "malformed"],
    ["a.ts:", "malformed"],
    ["a.ts:x", "malformed"],
    [":1", "malformed"],
    ["", "malformed"],
  ])("%j is %s", (pointer, state) => {
    expect(pointerLookup(files, "/repo")(pointer)).toBe(state);
  });
});
