import { afterEach, describe, expect, test } from "vitest";
import { countTool, edit, OpenSessions, oneReviewer, rejecting, write } from "./supervised-pi.ts";

const sessions = new OpenSessions();
afterEach(sessions.close);

describe("a change of a file that passes (SV-31, SV-35, SV-38)", () => {
  test("is recorded, and the agent reads nothing of it", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    const [result] = await pi.run(write("a.ts", "const n = 1;\n"));
    expect(result).toMatchObject({ text: "Successfully wrote to a.ts", blocks: 1, isError: false });
    expect(result?.audit).toMatchObject({
      version: 1,
      status: "passed",
      tool: "write",
      file: "a.ts",
      trigger: "after",
      reviewers: [
        {
          name: "style",
          model: "review/one",
          trigger: "after",
          status: "passed",
          rules: ["rules/style.md"],
          usage: { input: expect.any(Number), output: expect.any(Number), usd: 0 },
          durationMs: expect.any(Number),
        },
      ],
      warnings: [],
    });
    expect(JSON.stringify(result?.audit)).not.toContain("const n");
    expect(pi.entries("gatehouse.review")).toEqual([]);
  });

  test("is shown with instructions apart from data, and a tool for the verdict", async () => {
    const pi = await sessions.start({ config: oneReviewer(), files: { "a.ts": "let a = 1;\n" } });
    await pi.run(edit("a.ts", "a = 1", "b = 1"));
    const [asked] = pi.reviews;
    expect(asked?.tools).toEqual(["report_review"]);
    expect(asked?.system).not.toMatch(/let b|Names say|a\.ts/u);
    const mark = /<<<(\w+)/u.exec(asked?.text ?? "")?.[1] ?? "";
    expect(mark).toMatch(/^[0-9a-f]{24}$/u);
    expect(asked?.text.replaceAll(mark, "MARK")).toMatchInlineSnapshot(`
      "CALL: the tool call
      <<<MARK
      {"tool":"edit","file":"a.ts"}
      MARK>>>

      RULES: rules to judge by
      <<<MARK
      # style (rules/style.md)
      Names say what they count.
      MARK>>>

      CHANGE: what the call did to the file, as a unified diff
      <<<MARK
      --- a/a.ts
      +++ b/a.ts
      @@ -1,1 +1,1 @@
      -let a = 1;
      +let b = 1;
      MARK>>>

      FILE: the file after the change, with line numbers, to understand the change
      <<<MARK
      1 | let b = 1;
      MARK>>>"
    `);
    expect(asked?.system.replaceAll(mark, "MARK")).toMatchSnapshot();
  });

  test("is asked with a new mark each time, and the same question only once", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    await pi.run(write("a.ts", "1\n"), write("a.ts", "2\n"));
    const marks = pi.reviews.map(({ text }) => /<<<(\w+)/u.exec(text)?.[1]);
    expect(new Set(marks).size).toBe(2);
    const [back, again] = await pi.run(write("a.ts", "1\n"), write("a.ts", "2\n"));
    expect(pi.reviews).toHaveLength(3);
    expect(back?.audit?.reviewers[0]?.cached).toBeUndefined();
    expect(again?.audit?.reviewers[0]).toMatchObject({ status: "passed", cached: true });
  });
});

describe("a change that is rejected (SV-33, SV-37)", () => {
  test("gets one block behind it; content, details and isError stay", async () => {
    const pi = await sessions.start({ config: oneReviewer(), files: { "a.ts": "const n = 1;\n" } });
    const [before] = await pi.run(edit("a.ts", "n = 1", "n = 2"));
    pi.review = rejecting;
    const [result] = await pi.run(edit("a.ts", "n = 2", "n = 3"));
    expect([result?.blocks, result?.isError]).toEqual([2, false]);
    expect(result?.text).toMatchInlineSnapshot(`
      "Successfully replaced 1 block(s) in a.ts.
      The supervisor objects to what this call did. The call itself was not undone.
      File: a.ts
      style (rules/style.md): names are unclear
      - [names] line 1: say what the number counts
      Fix this before you go on."
    `);
    const keys = Object.keys(before?.details ?? {});
    expect(Object.keys(result?.details ?? {})).toEqual(keys);
    expect(result?.details?.["patch"]).toContain("+const n = 3;");
    expect(pi.read("a.ts")).toBe("const n = 3;\n");
  });

  test("three times on the same grounds tells the agent to ask", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = rejecting;
    const results = await pi.run(...["1", "2", "3"].map((text) => write("a.ts", `${text}\n`)));
    const told = results.map(({ text }) => text.includes("ask the user how to go on"));
    expect(told).toEqual([false, false, true]);
    expect(results[2]?.text).toContain("The same objection came 3 times in a row.");
    const [elsewhere] = await pi.run(write("b.ts", "1\n"));
    expect(elsewhere?.text).toContain("Fix this before you go on.");
  });
});

describe("what a reviewer cannot judge (SV-35)", () => {
  test("runs, is failed in the record and nothing to the agent", async () => {
    const pi = await sessions.start({ config: oneReviewer({ model: "nobody/none" }) });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result).toMatchObject({ text: "Successfully wrote to a.ts", blocks: 1 });
    expect(result?.audit).toMatchObject({
      status: "failed",
      reviewers: [{ status: "failed", problem: "the model nobody/none does not exist" }],
    });
  });

  test.each([
    ["words", "Looks good!", /no object with "passed"/u],
    ["a wrong type", '{"passed": "yes"}', /"passed" is a string/u],
    ["a torn answer", '{"passed": true, "find', /cut off/u],
  ])("%s are failed, never passed", async (_, text, problem) => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = () => text;
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.audit?.status).toBe("failed");
    expect(result?.audit?.reviewers[0]?.problem).toMatch(problem);
    expect(result?.blocks).toBe(1);
  });

  test("a failed tool is skipped and its error stays", async () => {
    const pi = await sessions.start({ config: oneReviewer(), files: { "a.ts": "x\n" } });
    const [result] = await pi.run(edit("a.ts", "not there", "y"));
    expect([result?.isError, result?.blocks]).toEqual([true, 1]);
    expect(result?.audit).toMatchObject({
      status: "skipped",
      reviewers: [{ status: "skipped", problem: "the tool failed" }],
    });
    expect(pi.reviews).toEqual([]);
  });

  test("an unchanged file is skipped without a question", async () => {
    const pi = await sessions.start({ config: oneReviewer(), files: { "a.ts": "x\n" } });
    const [result] = await pi.run(write("a.ts", "x\n"));
    expect(result?.audit?.reviewers[0]).toMatchObject({ problem: "the file did not change" });
    expect(pi.reviews).toEqual([]);
  });
});

describe("other tools (SV-33)", () => {
  test("are shown input and result; a rejection leaves structure and details", async () => {
    const pi = await sessions.start({
      config: oneReviewer({ tools: ["count"] }),
      extensions: [countTool()],
    });
    pi.review = rejecting;
    const [result] = await pi.run([{ call: "count", input: { path: "a.ts" } }]);
    expect(pi.reviews[0]?.text).toContain(
      '{"input":{"path":"a.ts"},"result":{"content":[{"type":"text","text":"three"}],' +
        '"details":{"count":3},"isError":false}}',
    );
    expect(result?.details).toMatchObject({ count: 3, toolSupervisor: { status: "rejected" } });
    expect(result?.audit?.file).toBeUndefined();
    expect(result?.text).toContain("Tool: count");
    expect(result?.text.startsWith("three\n")).toBe(true);
  });

  test("with details that take no key get an entry", async () => {
    const pi = await sessions.start({
      config: oneReviewer({ tools: ["*"] }),
      extensions: [countTool(["a", "list"])],
    });
    const [result] = await pi.run([{ call: "count", input: {} }]);
    expect(result?.details).toEqual(["a", "list"]);
    expect(pi.entries("gatehouse.review")).toMatchObject([{ status: "passed", tool: "count" }]);
  });

  test("* takes built-in and custom tools, and only rules without patterns", async () => {
    const config = oneReviewer({
      tools: ["*"],
      rulesFile: undefined,
      rulesFiles: ["rules/style.md", "rules/ts.md"],
    });
    const files = { "rules/ts.md": "---\nfilePatterns: ['**/*.ts']\n---\nOnly for TypeScript.\n" };
    const pi = await sessions.start({ config, files, extensions: [countTool()] });
    const results = await pi.run(
      [{ call: "count", input: {} }],
      [{ call: "bash", input: { command: "true" } }],
      write("a.ts", "1\n"),
    );
    const rules = results.map(({ audit }) => audit?.reviewers[0]?.rules);
    const all = ["rules/style.md", "rules/ts.md"];
    expect(rules).toEqual([["rules/style.md"], ["rules/style.md"], all]);
    expect(pi.reviews.map(({ text }) => text.includes("Only for TypeScript."))).toEqual([
      false,
      false,
      true,
    ]);
  });

  test("that no reviewer watches pass through untouched", async () => {
    const pi = await sessions.start({ config: oneReviewer(), extensions: [countTool()] });
    const [result] = await pi.run([{ call: "count", input: {} }]);
    expect(result?.details).toEqual({ count: 3 });
  });
});
