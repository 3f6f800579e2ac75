import { describe, expect, test } from "vitest";
import { configFile, legacyFile, SupervisedHost } from "./supervised-host.ts";

const style = { name: "style", model: "p/m", rulesFile: "rules/style.md", note: "kept" };
const command = "/config:tool-supervisor";

async function menu(
  config: unknown,
  answers: readonly (readonly ["select" | "input" | "confirm", unknown])[],
) {
  const session = await SupervisedHost.start({ config });
  for (const [kind, value] of answers) session.host.ui.answer(kind, value);
  await session.host.prompt(command);
  return session;
}
const saved = (session: SupervisedHost): unknown => JSON.parse(session.read(configFile));

describe("the menu (SV-41)", () => {
  test("switches reviews off and on at once", async () => {
    const session = await menu({ reviewers: [style] }, [
      ["select", "reviews: on"],
      ["select", "done"],
    ]);
    expect(saved(session)).toEqual({ enabled: false, reviewers: [style] });
    expect((await session.write("a.ts", "1\n")).audit).toBeUndefined();
  });

  test("both names open it", async () => {
    const session = await SupervisedHost.start({ config: { reviewers: [style] } });
    session.host.ui.answer("select", undefined);
    await session.host.prompt("/pi-tool-supervisor");
    expect(session.host.ui.dialogs.map(({ title }) => title)).toEqual(["Tool supervisor"]);
  });

  test("sets limits, and refuses what is no positive whole number", async () => {
    const session = await menu({ reviewers: [style] }, [
      ["select", "seconds for one reviewer: 10"],
      ["input", "30"],
      ["select", "characters of a file shown: 50000"],
      ["input", "-5"],
      ["select", "a reviewer that fails before a call: lets it run"],
      ["select", "done"],
    ]);
    expect(saved(session)).toEqual({ timeoutSeconds: 30, onFailure: "closed", reviewers: [style] });
    const errors = session.host.notices.filter(({ type }) => type === "error");
    expect(errors).toMatchObject([
      { message: expect.stringContaining("expected a positive whole number") },
    ]);
  });

  test("edits every key of a reviewer and keeps the others", async () => {
    const session = await menu({ reviewers: [style] }, [
      ["select", "● 1. style · p/m"],
      ["select", "rule files, with commas: rules/style.md"],
      ["input", "rules/style.md, ~/more.md"],
      ["select", "tools, with commas; * for all: edit, write"],
      ["input", "bash, *"],
      ["select", "trigger: after"],
      ["select", "file patterns, with commas: -"],
      ["input", "src/**, *.ts"],
      ["select", "condition, a module: -"],
      ["input", "only.ts"],
      ["select", "condition, a module: only.ts"],
      ["input", ""],
      ["select", "enabled: true"],
      ["select", "back"],
      ["select", "done"],
    ]);
    expect(saved(session)).toEqual({
      reviewers: [
        {
          name: "style",
          model: "p/m",
          note: "kept",
          rulesFiles: ["rules/style.md", "~/more.md"],
          tools: ["*"],
          trigger: "before",
          filePatterns: ["src/**", "*.ts"],
          enabled: false,
        },
      ],
    });
  });

  test.each([
    ["model, as provider/id: p/m", "no-slash", /reviewers\[0\]\.model: expected text of the form/u],
    ["model, as provider/id: p/m", "", /model/u],
    [
      "rule files, with commas: rules/style.md",
      " , ",
      /either rulesFile or rulesFiles, found neither/u,
    ],
  ])("refuses %s with %j and saves nothing", async (row, text, words) => {
    const session = await menu({ reviewers: [style] }, [
      ["select", "● 1. style · p/m"],
      ["select", row],
      ["input", text],
      ["select", "back"],
      ["select", "done"],
    ]);
    expect(session.host.notices.at(-1)?.message).toMatch(words);
    expect(saved(session)).toEqual({ reviewers: [style] });
  });

  test("deletes a reviewer only after a yes, the right one of two alike, and leaves what is not valid", async () => {
    const broken = { name: "style", trigger: "later" };
    const config = { reviewers: [style, broken, { ...style, note: "second" }] };
    const session = await menu(config, [
      ["select", "● 3. style · p/m"],
      ["select", "delete this reviewer"],
      ["confirm", false],
      ["select", "delete this reviewer"],
      ["confirm", true],
      ["select", "! 2. style · no model"],
      ["select", "back"],
      ["select", "done"],
    ]);
    expect(saved(session)).toEqual({ reviewers: [style, broken] });
  });

  test("adds a reviewer from name, model and rule files", async () => {
    const session = await menu(undefined, [
      ["select", "add a reviewer"],
      ["input", "sql"],
      ["input", "p/m"],
      ["input", "rules/sql.md"],
      ["select", "add a reviewer"],
      ["input", undefined],
      ["select", "done"],
    ]);
    expect(saved(session)).toEqual({
      reviewers: [{ name: "sql", model: "p/m", rulesFiles: ["rules/sql.md"] }],
    });
  });

  test("saves the older file's content in the new place", async () => {
    const session = await SupervisedHost.start({
      files: { [legacyFile]: JSON.stringify({ timeoutMs: 2_500, reviewers: [style] }) },
    });
    session.host.ui.answer("select", "reviews: on");
    session.host.ui.answer("select", "done");
    await session.host.prompt(command);
    expect(saved(session)).toEqual({ timeoutMs: 2_500, reviewers: [style], enabled: false });
    expect(JSON.parse(session.read(legacyFile))).not.toHaveProperty("enabled");
  });

  test("does not touch a file that is no JSON", async () => {
    const session = await menu("{ broken", []);
    expect(session.read(configFile)).toBe("{ broken");
    expect(session.host.notices.at(-1)?.message).toContain(":1:3: not valid JSON; mend it first");
  });

  test("refuses a change to a reviewer that somebody changed meanwhile", async () => {
    const { editDocument, replaceReviewer } = await import(
      "../../src/edge/supervisor/config-document.ts"
    );
    const session = await SupervisedHost.start({ config: { reviewers: [style] } });
    session.put(configFile, JSON.stringify({ reviewers: [{ ...style, name: "other" }] }));
    const problem = editDocument(session.ports, (written) =>
      replaceReviewer(written, 0, style, undefined),
    );
    expect(problem).toBe("the file has changed meanwhile");
    expect(saved(session)).toMatchObject({ reviewers: [{ name: "other" }] });
  });

  test("without a UI the command prints where the configuration stands and what is in force", async () => {
    const session = await SupervisedHost.start({ config: { reviewers: [style] }, mode: "print" });
    await session.host.prompt(command);
    const text = session.ports.lines.join("\n");
    expect(text).toContain(`saved in ${configFile}`);
    expect(text).toContain('"timeoutMs": 10000');
    expect(text).toContain('"name": "style"');
  });
});
