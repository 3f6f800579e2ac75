import { afterEach, describe, expect, test } from "vitest";
import {
  countTool,
  edit,
  OpenSessions,
  oneReviewer,
  passing,
  rejecting,
  write,
} from "./supervised-pi.ts";

const sessions = new OpenSessions();
afterEach(sessions.close);

const both = {
  reviewers: [
    { name: "first", model: "review/one", rulesFile: "rules/style.md", trigger: "before" },
    { name: "second", model: "review/two", rulesFile: "rules/style.md", trigger: "before" },
  ],
};

describe("a call that is rejected (SV-30)", () => {
  test("does not run; the reason holds rules, summary and findings of each reviewer", async () => {
    const pi = await sessions.start({ config: both });
    pi.review = ({ model }) =>
      model === "one"
        ? rejecting({} as never)
        : { passed: false, findings: [{ message: "no tests" }, { message: "no docs" }] };
    const [result] = await pi.run(write("a.ts", "const n = 1;\n"));
    expect(result?.isError).toBe(true);
    expect(result?.text).toMatchInlineSnapshot(`
      "The supervisor did not let this call run.
      File: a.ts
      first (rules/style.md): names are unclear
      - [names] line 1: say what the number counts
      second (rules/style.md):
      - no tests
      - no docs
      Fix this before you go on."
    `);
    expect(() => pi.read("a.ts")).toThrow("ENOENT");
  });

  test("leaves a record and a decision in the session", async () => {
    const pi = await sessions.start({ config: oneReviewer({ trigger: "before" }) });
    pi.review = rejecting;
    await pi.run(write("a.ts", "1\n"));
    expect(pi.entries("gatehouse.review")).toMatchObject([
      { status: "rejected", trigger: "before", tool: "write", file: "a.ts", toolCallId: "call-1" },
    ]);
    expect(pi.entries("gatehouse.decision")).toMatchObject([
      { gate: "supervisor", verdict: "block", reason: "rejected", clause: "SV-30" },
    ]);
  });

  test("names the tool where there is no file", async () => {
    const config = oneReviewer({ trigger: "before", tools: ["count"] });
    const pi = await sessions.start({ config, extensions: [countTool()] });
    pi.review = rejecting;
    const [result] = await pi.run([{ call: "count", input: {} }]);
    expect(result?.text).toContain("Tool: count");
    expect(result?.text).not.toContain("undefined");
  });
});

describe("a call that a reviewer cannot judge (SV-30)", () => {
  const config = (top: object) =>
    oneReviewer({ trigger: "before", model: "nobody/none" }, { ...top });

  test("runs, and the agent reads nothing of it", async () => {
    const pi = await sessions.start({ config: config({}) });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result).toMatchObject({ text: "Successfully wrote to a.ts", blocks: 1, isError: false });
    expect(result?.audit).toMatchObject({ status: "failed", reviewers: [{ trigger: "before" }] });
  });

  test("is stopped where failures close", async () => {
    const pi = await sessions.start({ config: config({ onFailure: "closed" }) });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.isError).toBe(true);
    expect(result?.text).toMatchInlineSnapshot(`
      "The supervisor did not let this call run.
      File: a.ts
      style (rules/style.md): the model nobody/none does not exist"
    `);
    expect(() => pi.read("a.ts")).toThrow("ENOENT");
  });

  test("does not hide another's rejection", async () => {
    const pi = await sessions.start({ config: both });
    pi.review = ({ model }) => (model === "one" ? "nonsense" : rejecting({} as never));
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.isError).toBe(true);
    expect(result?.text).not.toContain("first");
    expect(pi.entries("gatehouse.review")).toMatchObject([
      { status: "rejected", reviewers: [{ status: "failed" }, { status: "rejected" }] },
    ]);
  });
});

describe("what is shown before a call (SV-30)", () => {
  const config = oneReviewer({ trigger: "before" });

  test("an edit is a diff against the file", async () => {
    const files = { "a.ts": "one\ntwo\nthree\n" };
    const pi = await sessions.start({ config, files });
    await pi.run(edit("a.ts", "two", "TWO"));
    expect(pi.reviews[0]?.text).toContain(
      "--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three",
    );
  });

  test("a write shows what it overwrites", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": "old\n" } });
    await pi.run(write("a.ts", "new\n"), write("b.ts", "fresh\n"));
    expect(pi.reviews[0]?.text).toContain("--- a/a.ts\n+++ b/a.ts\n@@ -1,1 +1,1 @@\n-old\n+new");
    expect(pi.reviews[1]?.text).toContain("--- /dev/null\n+++ b/b.ts\n@@ -0,0 +1,1 @@\n+fresh");
  });

  test("an edit that does not fit is shown as proposed", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": "one\n" } });
    const [result] = await pi.run(edit("a.ts", "two", "TWO"));
    expect(pi.reviews[0]?.text).toContain("(the edit does not fit the file exactly");
    expect(pi.reviews[0]?.text).toContain("@@ edit 1 @@\n-two\n+TWO");
    expect(result?.isError).toBe(true);
  });

  test("other input is JSON, cut with a mark", async () => {
    const pi = await sessions.start({
      config: oneReviewer({ trigger: "before", tools: ["count"] }),
      extensions: [countTool()],
    });
    await pi.run([{ call: "count", input: { text: "x".repeat(20_000) } }]);
    const change = /CHANGE: [^\n]*\n<<<\w+\n([^\n]*)\n/u.exec(pi.reviews[0]?.text ?? "")?.[1] ?? "";
    expect(change).toHaveLength(10_000);
    expect(change.endsWith("…[cut]")).toBe(true);
  });

  test("the answers before and after count together", async () => {
    const [reviewer] = oneReviewer()["reviewers"] as object[];
    const config = {
      reviewers: [
        { ...reviewer, trigger: "before" },
        { ...reviewer, name: "b" },
      ],
    };
    const pi = await sessions.start({ config });
    pi.review = ({ text }) => (text.includes("would do") ? "nonsense" : passing({} as never));
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.audit).toMatchObject({
      status: "failed",
      reviewers: [
        { trigger: "before", status: "failed" },
        { trigger: "after", status: "passed" },
      ],
    });
  });
});
