import { afterEach, describe, expect, test } from "vitest";
import { OpenSessions, oneReviewer, rejecting, write } from "./supervised-pi.ts";

const sessions = new OpenSessions();
afterEach(sessions.close);

const bash = (command: string) => [{ call: "bash", input: { command } }];
const config = (trigger: string, more: object = {}, top: object = {}) =>
  oneReviewer({ trigger, condition: "conditions/only.ts", ...more }, { ...top });

describe("a condition that does not hold (SV-21)", () => {
  test.each(["before", "after"])(
    "skips the reviewer %s a call: no rules, no model",
    async (trigger) => {
      const pi = await sessions.start({
        config: config(trigger, { rulesFile: "rules/missing.md" }),
        files: { "conditions/only.ts": "export default async () => false;" },
      });
      const [result] = await pi.run(write("a.ts", "1\n"));
      expect(pi.reviews).toEqual([]);
      expect(result).toMatchObject({
        text: "Successfully wrote to a.ts",
        blocks: 1,
        isError: false,
      });
      expect(result?.audit).toMatchObject({
        status: "skipped",
        reviewers: [{ status: "skipped", problem: "the condition does not hold", rules: [] }],
      });
    },
  );
});

describe("a condition that holds (SV-20, SV-21)", () => {
  test("sees pi's own event and context, and Bash as a tree with errors", async () => {
    const source = `
      import { wants } from "./wanted.mjs";
      export default (event, ctx, helpers) => {
        const tree = helpers.parseBash(event.input.command);
        const torn = helpers.parseBash("if true; then");
        const [first] = tree.commands;
        return event.type === "tool_call" && ctx.cwd.endsWith("/work") && tree.errors.length === 0 &&
          torn.errors.length > 0 && helpers.signal.aborted === false &&
          wants(first.command.name.value);
      };`;
    const pi = await sessions.start({
      config: config("before", { tools: ["bash"] }),
      files: {
        "conditions/only.ts": source,
        "conditions/wanted.mjs": 'export const wants = (name) => name === "true";',
      },
    });
    pi.review = rejecting;
    const [stopped, other] = await pi.run(bash("true"), bash("echo x"));
    expect([stopped?.isError, other?.isError]).toEqual([true, false]);
    expect(pi.reviews).toHaveLength(1);
    pi.write("conditions/wanted.mjs", 'export const wants = (name) => name === "echo";');
    const [after, now] = await pi.run(bash("true"), bash("echo x"));
    expect([after?.isError, now?.isError]).toEqual([false, true]);
  });

  test("after a call sees the result", async () => {
    const source = `export default (event) =>
      event.type === "tool_result" && event.isError === false && event.input.path === "a.ts";`;
    const files = { "conditions/only.ts": source };
    const pi = await sessions.start({ config: config("after"), files });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.audit?.status).toBe("passed");
  });
});

const broken = [
  ["cannot be loaded", "export default (", /Unexpected token/u],
  ["is not there", undefined, /the module cannot be read/u],
  ["has no function", "export default 3;", /no function as its default export/u],
  ["throws", 'export default () => { throw new Error("boom"); };', /boom/u],
  ["answers no boolean", 'export default () => "yes";', /answered "yes", expected true or false/u],
  ["never answers", "export default () => new Promise(() => {});", /took longer than 1 s/u],
] as const;

describe.each(broken)("a condition that %s (SV-21)", (_, source, words) => {
  const files = source === undefined ? {} : { "conditions/only.ts": source };

  test("stops the call before it", async () => {
    const pi = await sessions.start({ config: config("before", {}, { timeoutSeconds: 1 }), files });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.isError).toBe(true);
    expect(result?.text).toMatch(words);
    expect(result?.text).toContain("condition module");
    expect(pi.reviews).toEqual([]);
    expect(() => pi.read("a.ts")).toThrow("ENOENT");
  });

  test("tells the agent after it", async () => {
    const pi = await sessions.start({ config: config("after", {}, { timeoutSeconds: 1 }), files });
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect([result?.isError, result?.blocks]).toEqual([false, 2]);
    expect(result?.text).toMatch(words);
    expect(result?.audit?.status).toBe("rejected");
    expect(pi.reviews).toEqual([]);
  });
});

test("the conditions of one call run at once and end with the agent's abort", async () => {
  const source = `
    export default (event, ctx, helpers) => new Promise((resolve) => {
      const seen = (globalThis.seenConditions ??= []);
      seen.push(event.toolCallId);
      helpers.signal.addEventListener("abort", () => {
        globalThis.endedConditions = (globalThis.endedConditions ?? 0) + 1;
        resolve(true);
      });
      if (seen.length === 2) ctx.abort();
    });`;
  const reviewer = {
    model: "review/one",
    rulesFile: "rules/style.md",
    condition: "conditions/only.ts",
  };
  const reviewers = [
    { ...reviewer, name: "a", trigger: "before" },
    { ...reviewer, name: "b", trigger: "before" },
  ];
  const files = { "conditions/only.ts": source };
  const pi = await sessions.start({ config: { reviewers }, files });
  const [result] = await pi.run(write("a.ts", "1\n"));
  expect(Reflect.get(globalThis, "endedConditions")).toBe(2);
  expect(result?.text).toContain("aborted");
  expect(pi.reviews).toEqual([]);
});
