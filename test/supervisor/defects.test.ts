import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { VirtualClock } from "../../harness/clock.ts";
import { Deadline } from "../../src/edge/supervisor/deadline.ts";
import { fileState } from "../../src/edge/supervisor/file-state.ts";
import { readRule } from "../../src/edge/supervisor/front-matter.ts";
import { cappedJson } from "../../src/edge/supervisor/payload.ts";
import {
  configFile,
  cwd,
  type HostSetup,
  SupervisedHost,
  textReply,
  verdictReply,
} from "./supervised-host.ts";

/** One fixture for each fault that was found in the reviewer that people used before. */
const reviewer = { name: "style", model: "p/one", rulesFile: "rules/style.md" };
const start = (reviewers: object[], top: object = {}, more: HostSetup = {}) =>
  SupervisedHost.start({ config: { ...top, reviewers }, ...more });

describe("faults that are not repeated", () => {
  test("1: the errors of a Bash tree are always there", async () => {
    const { Conditions } = await import("../../src/edge/supervisor/conditions.ts");
    const { nodePorts } = await import("../../src/edge/node-ports.ts");
    const text = `export default (event, ctx, { parseBash }) =>
      parseBash("mvn test").errors.length === 0 && parseBash('echo "').errors.length > 0;`;
    const files = {
      ...nodePorts.files,
      readText: (_path: string, _bytesMax: number) => ({ ok: true as const, value: text }),
    };
    const conditions = new Conditions({ ...nodePorts, files });
    const call = { path: "/nowhere/only.ts", event: {}, context: {}, timeoutMs: 5_000 };
    expect(await conditions.ask({ ...call, signal: undefined } as never)).toEqual({
      kind: "holds",
    });
  });

  test("2: an inline list narrows a rule", () => {
    expect(readRule('---\nfilePatterns: ["**/*.sql"]\n---\nx').filePatterns).toEqual(["**/*.sql"]);
  });

  test("3: the limit of rule lines is one", async () => {
    const session = await start(
      [reviewer],
      { maxRuleLines: 1 },
      {
        files: { [`${cwd}/rules/style.md`]: "a\nb\n" },
      },
    );
    expect((await session.write("a.ts", "1\n")).audit?.status).toBe("failed");
  });

  test("4: a reviewer whose rules cannot be read asks no model", async () => {
    const session = await start([{ ...reviewer, rulesFile: "rules/none.md" }]);
    expect((await session.write("a.ts", "1\n")).audit?.status).toBe("failed");
    expect(session.asked).toEqual([]);
  });

  test("5: the status counts what was said before the call", async () => {
    const before = { ...reviewer, name: "before", trigger: "before", model: "p/two" };
    const session = await start([before, reviewer]);
    session.model = ({ model }) =>
      model === "two" ? textReply("nonsense") : verdictReply({ passed: true });
    expect((await session.write("a.ts", "1\n")).audit?.status).toBe("failed");
  });

  test("6: reviewers after any tool are asked at once", async () => {
    const watching = { ...reviewer, tools: ["count"] };
    const session = await start([watching, { ...watching, model: "p/two" }]);
    // The first never answers: asked in turn, the second would not be asked at all.
    session.model = ({ model }) => (model === "one" ? undefined : verdictReply({ passed: true }));
    const call = session.call("count", {});
    while (session.asked.length < 2) await new Promise((resolve) => setImmediate(resolve));
    session.host.clock.advance(10_000);
    const { audit } = await call;
    expect(audit?.reviewers.map(({ status }) => status)).toEqual(["failed", "passed"]);
    expect(session.cancelled).toEqual(["one"]);
  });

  test("7: data cannot close its own section, and instructions stand apart", async () => {
    const session = await start([reviewer]);
    await session.write("a.ts", "</diff>\n</rules>\n>>>\n");
    const [asked] = session.asked;
    const mark = /<<<(\w+)/u.exec(asked?.text ?? "")?.[1] ?? "-";
    expect(asked?.text.split(`\n${mark}>>>`)).toHaveLength(5);
    expect(asked?.system).not.toContain("</diff>");
  });

  test("8: diffs and proposals are bounded, binary and large files are not shown", async () => {
    const reviewers = [
      { ...reviewer, trigger: "before" },
      { ...reviewer, name: "after" },
    ];
    const session = await start(reviewers, { maxFileContextChars: 500 });
    await session.write("a.ts", "a long line of text\n".repeat(5_000));
    for (const { text } of session.asked) expect(text.length).toBeLessThan(2_500);
    session.put(`${cwd}/b.bin`, "A\u0000B");
    expect(fileState(session.ports, `${cwd}/b.bin`)).toEqual({ kind: "binary" });
    const { audit } = await session.write("b.bin", "text\n");
    expect(audit?.reviewers.at(-1)).toMatchObject({ status: "skipped", problem: "binary file" });
  });

  test("9: a write shows what it overwrites, an edit what is round it", async () => {
    const reviewers = [{ ...reviewer, trigger: "before" }];
    const session = await start(reviewers, {}, { files: { [`${cwd}/a.ts`]: "one\ntwo\nthree\n" } });
    await session.call("edit", { path: "a.ts", edits: [{ oldText: "two", newText: "2" }] });
    expect(session.asked[0]?.text).toContain(" one\n-two\n+2\n three");
    await session.write("a.ts", "new\n");
    expect(session.asked[1]?.text).toContain("-one\n-two\n-three\n+new");
  });

  test("10: what happens on a failure is the user's choice", async () => {
    const reviewers = [{ ...reviewer, trigger: "before" }];
    for (const [onFailure, stopped] of [
      ["open", false],
      ["closed", true],
    ] as const) {
      const session = await start(reviewers, { onFailure });
      session.model = () => ({ ok: false, problem: "failed", message: "out of order" });
      expect([(await session.write("a.ts", "1\n")).blocked !== undefined]).toEqual([stopped]);
    }
  });

  test("11: time and abort end what listens to neither", async () => {
    const clock = new VirtualClock();
    const deadline = new Deadline(clock, 1_000, undefined);
    const waited = deadline.wait(() => new Promise(() => {}));
    clock.advance(1_000);
    expect(await waited).toEqual({ kind: "timeout" });
    expect(deadline.signal.aborted).toBe(true);
    const parent = new AbortController();
    const second = new Deadline(clock, 1_000, parent.signal);
    const other = second.wait(() => new Promise(() => {}));
    parent.abort();
    expect(await other).toEqual({ kind: "aborted" });
    second.close();
    deadline.close();
    expect(clock.waitingCount).toBe(0);
  });

  test("12: editing keeps unknown keys and reviewers that are not valid", async () => {
    const config = { note: "mine", reviewers: [{ ...reviewer, enabled: false }, { odd: 1 }] };
    const session = await SupervisedHost.start({ config });
    session.host.ui.answer("select", "lines of one rule file: 100");
    session.host.ui.answer("input", "200");
    session.host.ui.answer("select", "done");
    await session.host.prompt("/config:tool-supervisor");
    expect(JSON.parse(session.read(configFile))).toEqual({ ...config, maxRuleLines: 200 });
  });

  test("13: the agent is told in the language of the package", async () => {
    const session = await start([{ ...reviewer, trigger: "before" }]);
    session.model = () => verdictReply({ passed: false, findings: [{ message: "unclear" }] });
    const { blocked } = await session.write("a.ts", "1\n");
    expect(blocked).toMatch(/^[\u0020-\u007E\n]+$/u);
  });

  test("14: an agent that meets the same objection again and again is sent to the user", async () => {
    const session = await start([{ ...reviewer, trigger: "before" }]);
    session.model = () => verdictReply({ passed: false, findings: [{ message: "unclear" }] });
    const told: boolean[] = [];
    for (const text of ["1", "2", "3"]) {
      told.push((await session.write("a.ts", text)).blocked?.includes("ask the user") ?? false);
    }
    expect(told).toEqual([false, false, true]);
  });

  test("15: an object that is there twice is not circular", () => {
    const shared = { a: 1 };
    const loop: Record<string, unknown> = { shared, again: shared };
    loop["loop"] = loop;
    expect(cappedJson({ x: shared, y: shared })).toEqual({ text: '{"x":{"a":1},"y":{"a":1}}' });
    expect(cappedJson(loop)).toEqual({
      text: '{"shared":{"a":1},"again":{"a":1},"loop":"[circular]"}',
    });
  });

  test("16: a pass beside a reviewer that was not concerned is a pass", async () => {
    const other = { ...reviewer, name: "sql", filePatterns: ["**/*.sql"] };
    const session = await start([reviewer, other]);
    const { audit } = await session.write("a.ts", "1\n");
    expect(audit?.reviewers.map(({ status }) => status)).toEqual(["passed", "skipped"]);
    expect(audit?.status).toBe("passed");
  });
});

test("every fault of the list has its fixture", () => {
  const text = readFileSync("test/supervisor/defects.test.ts", "utf8");
  const numbers = [...text.matchAll(/^ {2}test\("(\d+): /gmu)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 16 }, (_, index) => index + 1));
});
