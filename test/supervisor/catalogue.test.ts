import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { cwd, SupervisedHost, textReply, verdictReply } from "./supervised-host.ts";

// The fifty cases that describe the reviewer people used before, and where each is proven here. What
// the clauses want otherwise is said with its clause.

const reviewer = { name: "style", model: "p/one", rulesFile: "rules/style.md" };
const start = (...reviewers: object[]) => SupervisedHost.start({ config: { reviewers } });
const rejected = () =>
  verdictReply({ passed: false, summary: "no", findings: [{ message: "unclear" }] });

describe("cases with no better place", () => {
  test("no tool of pi is replaced", async () => {
    const names: string[] = [];
    const { gatehouse } = await import("../../src/extension.ts");
    const { memoryPorts } = await import("../../harness/memory-ports.ts");
    const { FakeHost } = await import("../../harness/fake-host/fake-host.ts");
    await FakeHost.start({
      extensions: [
        {
          name: "probe",
          factory: (pi) =>
            gatehouse(memoryPorts())({
              ...pi,
              registerTool: (tool: { readonly name: string }) => void names.push(tool.name),
            } as never),
        },
      ],
    });
    for (const name of ["edit", "write", "read", "bash"]) expect(names).not.toContain(name);
  });

  test("two reviewers without a model fail, and nobody is told", async () => {
    const session = await start(reviewer, { ...reviewer, name: "b" });
    session.model = () => ({ ok: false, problem: "no-model", message: "no such model" });
    const { audit, text } = await session.write("a.ts", "1\n");
    expect(audit?.reviewers.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect([text, session.host.notices]).toEqual(["done", []]);
  });

  test("before a call, a failed and a skipped reviewer let it run and stand in the record", async () => {
    const before = { ...reviewer, trigger: "before" };
    const session = await start(before, { ...before, name: "sql", filePatterns: ["**/*.sql"] });
    session.model = () => textReply("nonsense");
    const { audit, text } = await session.write("a.ts", "1\n");
    expect(audit?.status).toBe("failed");
    expect(audit?.reviewers.map(({ status }) => status)).toEqual(["failed", "skipped"]);
    expect(text).toBe("done");
  });

  test("a stopped call is told once, and a result under its id is nobody's", async () => {
    const session = await start({ ...reviewer, trigger: "before" });
    session.model = rejected;
    const { blocked } = await session.write("a.ts", "1\n");
    expect(blocked).toContain("unclear");
    expect(session.host.notices).toEqual([
      { message: "supervisor: style stopped write a.ts: no", type: "error", shown: true },
    ]);
    const { audit, text } = await session.result("call-1", "write", { path: "a.ts" });
    expect([audit, text]).toEqual([undefined, "done"]);
  });

  test("an input that cannot be written is failed, and no model sees a placeholder", async () => {
    const session = await start({ ...reviewer, trigger: "before", tools: ["custom"] });
    const input = {
      toJSON: () => {
        throw new Error("no JSON of mine");
      },
    };
    const { audit, text } = await session.call("custom", input);
    expect(audit?.reviewers[0]).toMatchObject({
      status: "failed",
      problem: "the input cannot be written as JSON: no JSON of mine",
    });
    expect([session.asked, text]).toEqual([[], "done"]);
  });

  test("a long result that nobody watches is byte for byte what it was", async () => {
    const session = await start(reviewer);
    const details = { other: 1 };
    const event = {
      type: "tool_result" as const,
      toolCallId: "x",
      toolName: "read",
      input: {},
      content: [{ type: "text" as const, text: "y".repeat(20_000) }],
      details,
      isError: false,
    };
    await session.host.callTool({ toolCallId: "x", toolName: "read", input: {} });
    expect(await session.host.resultTool(event as never)).toBeUndefined();
  });

  test("what was said before a call stays when nothing is judged after it", async () => {
    const session = await start({ ...reviewer, name: "b", trigger: "before" }, reviewer);
    const id = "call-9";
    const input = { path: "a.ts", content: "1\n" };
    await session.host.callTool({ toolCallId: id, toolName: "write", input });
    const { audit } = await session.result(id, "write", input);
    expect(audit?.reviewers).toMatchObject([
      { name: "b", trigger: "before", status: "passed" },
      { name: "style", trigger: "after", status: "skipped", problem: "the file did not change" },
    ]);
    expect(audit?.status).toBe("passed");
  });

  test("a call that another tool made has its record in the session", async () => {
    const session = await start({ ...reviewer, tools: ["custom"] });
    const about = { toolCallId: "p/1", parentToolCallId: "p", toolName: "custom", input: {} };
    await session.host.callTool(about);
    const content = [{ type: "text" as const, text: "ok" }];
    const event = { type: "tool_result", ...about, content, details: {}, isError: false };
    await session.host.resultTool(event as never);
    const entries = session.host.entries.filter((entry) => entry.type === "custom");
    expect(entries).toMatchObject([
      { customType: "gatehouse.review", data: { toolCallId: "p/1" } },
    ]);
  });

  test("a call that cannot be shown is failed and breaks nothing", async () => {
    const session = await start({ ...reviewer, trigger: "before" });
    const input = {
      path: "a.ts",
      get content(): string {
        throw new Error("no content of mine");
      },
    };
    const call = { toolCallId: "x", toolName: "write", input };
    // Spreading the input runs the getter in the package and in nobody else.
    expect(await session.host.callTool(call)).toMatchObject({ block: false });
  });

  test("structured content is kept beside an objection", async () => {
    const session = await start({ ...reviewer, tools: ["custom"] });
    session.model = rejected;
    await session.host.callTool({ toolCallId: "x", toolName: "custom", input: {} });
    const changed = await session.host.resultTool({
      type: "tool_result",
      toolCallId: "x",
      toolName: "custom",
      input: {},
      content: [{ type: "text", text: "ok" }],
      structuredContent: { a: 1 },
      details: {},
      isError: false,
    } as never);
    expect(changed).toMatchObject({ structuredContent: { a: 1 }, isError: false });
    expect(changed?.content).toHaveLength(2);
  });

  test("nothing of one session counts in the next", async () => {
    const session = await start(reviewer);
    session.model = rejected;
    for (const text of ["1", "2"]) await session.write("a.ts", text);
    await session.host.newSession();
    session.put(`${cwd}/a.ts`, "0");
    const { text, audit } = await session.write("a.ts", "2");
    expect(text).not.toContain("ask the user");
    expect(audit?.reviewers[0]?.cached).toBeUndefined();
    const again = await session.write("a.ts", "3");
    expect(again.text).not.toContain("ask the user");
  });

  test("a session that is switched off asks nobody", async () => {
    const session = await start(reviewer);
    session.host.ui.answer("confirm", true);
    await session.host.prompt("/gates off supervisor");
    expect((await session.write("a.ts", "1\n")).audit).toBeUndefined();
    expect(session.asked).toEqual([]);
  });
});

/** Case number: the title of the test that proves it, or the clause that wants otherwise. */
const proofs: Readonly<Record<number, string>> = {
  1: "has the defaults that hold where nothing is set",
  2: "%j is a time of %d ms",
  3: "a time of %j is not one: the default holds",
  4: "* swallows the other tools, with a warning; names are trimmed and told once",
  5: "%j is left out with index, key and what was expected",
  6: "what was saved holds from the next call on",
  7: "two go into one question, each under its name",
  8: "the older file is read in its place, with a notice, until there is a new one",
  9: "%j is left out with index, key and what was expected",
  10: "SV-2: reviewers are models; there is no other backend",
  11: "* takes built-in and custom tools, and only rules without patterns",
  12: "a pattern stands for a path exactly as the clause says",
  13: "* takes built-in and custom tools, and only rules without patterns",
  14: "a tool whose input has a path has no file for all that",
  15: "no tool of pi is replaced",
  16: "an unchanged file is skipped without a question",
  17: "are shown input and result; a rejection leaves structure and details",
  18: "a failed tool is skipped and its error stays",
  19: "two reviewers without a model fail, and nobody is told",
  20: "before a call, a failed and a skipped reviewer let it run and stand in the record",
  21: "a stopped call is told once, and a result under its id is nobody's",
  22: "an input that cannot be written is failed, and no model sees a placeholder",
  23: "a long result that nobody watches is byte for byte what it was",
  24: "between call and result asks nobody",
  25: "ends two requests in flight; both are skipped, and nothing is stopped",
  26: "before a call stops it by itself, without a word of ours",
  27: "what was said before a call stays when nothing is judged after it",
  28: "names the tool where there is no file",
  29: "* takes built-in and custom tools, and only rules without patterns",
  30: "an input that cannot be written is failed, and no model sees a placeholder",
  31: "the whole is the worst that was said, and skipped only where nobody judged",
  32: "is recorded, and the agent reads nothing of it",
  33: "sees pi's own event and context, and Bash as a tree with errors",
  34: "skips the reviewer %s a call: no rules, no model",
  35: "sees pi's own event and context, and Bash as a tree with errors",
  36: "stops the call before it",
  37: "stops the call before it",
  38: "skips the reviewer %s a call: no rules, no model",
  39: "sees pi's own event and context, and Bash as a tree with errors",
  40: "stops the call before it",
  41: "after a call sees the result",
  42: "tells the agent after it",
  43: "SV-38: a review that was asked for is recorded, a skipped one too",
  44: "SV-20: the errors of a tree are always a list",
  45: "SV-41: without a UI the command prints the configuration",
  46: "SV-40: warnings are notices in every mode with a UI",
  47: "edits every key of a reviewer and keeps the others",
  48: "deletes a reviewer only after a yes, the right one of two alike, and leaves what is not valid",
  49: "refuses %s with %j and saves nothing",
  50: "SV-2: reviewers are models; there is no other backend",
};

test("every case of the list has its proof, or the clause that wants otherwise", () => {
  const folders = ["test/supervisor", "test/decisions"];
  const sources = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".test.ts") && !name.startsWith("catalogue"))
      .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
  );
  const own =
    readFileSync("test/supervisor/catalogue.test.ts", "utf8").split("const proofs")[0] ?? "";
  const text = [...sources, own].join("\n");
  const spec = readFileSync("spec/supervisor.md", "utf8");
  const lost = Object.entries(proofs).filter(([, proof]) => {
    const clause = /^(SV-\d+):/u.exec(proof)?.[1];
    return clause === undefined ? !text.includes(`"${proof}"`) : !spec.includes(`### ${clause} `);
  });
  expect(lost).toEqual([]);
  expect(Object.keys(proofs)).toHaveLength(50);
});
