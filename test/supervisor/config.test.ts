import { readFileSync, writeFileSync } from "node:fs";
import { Value } from "typebox/value";
import { describe, expect, test } from "vitest";
import { memoryPorts } from "../../harness/memory-ports.ts";
import { checkConfig } from "../../src/edge/supervisor/config-check.ts";
import { ConfigFiles, parsedObject } from "../../src/edge/supervisor/config-files.ts";
import { configSchema } from "../../src/edge/supervisor/config-schema.ts";
import { configFile, cwd, home, legacyFile, SupervisedHost } from "./supervised-host.ts";

const reviewer = { model: "p/m", rulesFile: "rules/style.md" };
const checked = (config: object) => checkConfig({ ...config });

describe("the schema (SV-3)", () => {
  test("is published as JSON Schema for editors", () => {
    const published = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "The configuration of the tool supervisor",
      ...configSchema,
    };
    const file = "src/edge/supervisor/config.schema.json";
    if (process.env["UPDATE_SCHEMAS"] === "1") {
      writeFileSync(file, `${JSON.stringify(published, undefined, 2)}\n`);
    }
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(JSON.parse(JSON.stringify(published)));
  });

  test("has the defaults that hold where nothing is set", () => {
    expect(checked({ reviewers: [reviewer] })).toEqual({
      config: {
        enabled: true,
        timeoutMs: 10_000,
        fileUnitsMax: 50_000,
        ruleLinesMax: 100,
        onFailure: "open",
        reviewers: [
          {
            name: "reviewer-1",
            provider: "p",
            model: "m",
            rules: ["rules/style.md"],
            tools: ["edit", "write"],
            trigger: "after",
            filePatterns: [],
            enabled: true,
          },
        ],
      },
      warnings: [],
    });
  });

  test("the example that ships is valid as it stands (SV-4)", () => {
    const text = readFileSync("src/edge/supervisor/config.example.json", "utf8");
    const { value = {} } = parsedObject(text);
    expect(Value.Check(configSchema, value)).toBe(true);
    const { config, warnings } = checkConfig(value);
    expect(warnings).toEqual([]);
    expect(config.reviewers.length).toBeGreaterThan(1);
  });
});

describe("values (SV-2)", () => {
  test.each([
    [{ timeoutMs: 6_500 }, 7_000],
    [{ timeoutMs: 2_500 }, 3_000],
    [{ timeoutSeconds: 7, timeoutMs: 1 }, 7_000],
    [{ timeoutSeconds: 1e12 }, 2_147_483_647],
  ])("%j is a time of %d ms", (config, timeoutMs) => {
    expect(checked(config).config.timeoutMs).toBe(timeoutMs);
  });

  test.each([0, -1, 1.5, "10", null, true, [10]])(
    "a time of %j is not one: the default holds",
    (value) => {
      const { config, warnings } = checked({ timeoutSeconds: value, reviewers: [reviewer] });
      expect(config.timeoutMs).toBe(10_000);
      expect(warnings).toEqual([
        `timeoutSeconds: expected a positive whole number (seconds for one reviewer), found ${JSON.stringify(value)}; the default holds`,
      ]);
    },
  );

  test.each([
    ["a/b", "a", "b"],
    ["a/b/c", "a", "b/c"],
    [" a / b ", "a", "b"],
  ])("the model %j is %s and %s", (model, provider, id) => {
    const [found] = checked({ reviewers: [{ ...reviewer, model }] }).config.reviewers;
    expect([found?.provider, found?.model]).toEqual([provider, id]);
  });

  test("* swallows the other tools, with a warning; names are trimmed and told once", () => {
    const tools = ["*", "bash"];
    const { config, warnings } = checked({ reviewers: [{ ...reviewer, tools }] });
    expect(config.reviewers[0]?.tools).toEqual(["*"]);
    expect(warnings).toEqual([
      'reviewers[0].tools: "*" stands for every tool; the other names do nothing',
    ]);
    const twice = checked({ reviewers: [{ ...reviewer, tools: [" bash ", "bash", "edit"] }] });
    expect(twice.config.reviewers[0]?.tools).toEqual(["bash", "edit"]);
  });

  test("a wrong onFailure closes; a wrong switch leaves it on; a key nobody knows is named", () => {
    const { config, warnings } = checked({
      enabled: "off",
      onFailure: "close",
      maxOutputChars: 5,
      $schema: "x",
      reviewers: [{ ...reviewer, filePattern: ["a"] }],
    });
    expect([config.enabled, config.onFailure]).toEqual([true, "closed"]);
    expect(warnings).toEqual([
      'enabled: expected true or false, found "off"; the default holds',
      'onFailure: expected open or closed, found "close"; it counts as closed',
      "maxOutputChars: no such key; it does nothing",
      "reviewers[0].filePattern: no such key; it does nothing",
    ]);
  });

  test("two reviewers of one name both work", () => {
    const named = { ...reviewer, name: "style" };
    const { config, warnings } = checked({ reviewers: [named, named, named] });
    expect(config.reviewers.map(({ name }) => name)).toEqual(["style", "style (2)", "style (3)"]);
    expect(warnings).toHaveLength(2);
  });

  test("no reviewers is said", () => {
    expect(checked({}).warnings).toEqual([
      "reviewers: expected at least one reviewer, found none; nothing is reviewed",
    ]);
    expect(checked({ enabled: false }).warnings).toEqual([]);
  });
});

describe("a reviewer that is not valid (SV-3)", () => {
  const left = "; this reviewer is left out";
  test.each<[unknown, string]>([
    [7, "reviewers[1]: expected an object, found 7"],
    [null, "reviewers[1]: expected an object, found null"],
    [["x"], 'reviewers[1]: expected an object, found ["x"]'],
    [
      { rulesFile: "r" },
      'reviewers[1].model: expected text of the form "provider/id", found nothing',
    ],
    ...["x", "/x", "x/", " /x", "x/ ", "", 7].map((model): [unknown, string] => [
      { ...reviewer, model },
      `reviewers[1].model: expected text of the form "provider/id", found ${JSON.stringify(model)}`,
    ]),
    [
      { model: "p/m" },
      "reviewers[1].rulesFile: expected either rulesFile or rulesFiles, found neither",
    ],
    [
      { ...reviewer, rulesFiles: ["b"] },
      "reviewers[1].rulesFile: expected either rulesFile or rulesFiles, found both",
    ],
    [
      { model: "p/m", rulesFile: " " },
      'reviewers[1].rulesFile: expected the path of a rule file, found " "',
    ],
    ...[[], [" "], [3], "a"].map((rulesFiles): [unknown, string] => [
      { model: "p/m", rulesFiles },
      "reviewers[1].rulesFiles: expected a list of paths with at least one entry, none blank, " +
        `found ${JSON.stringify(rulesFiles)}`,
    ]),
    ...[[], [" "], "bash", [1]].map((tools): [unknown, string] => [
      { ...reviewer, tools },
      `reviewers[1].tools: expected a list of tool names with at least one entry, or ["*"], ` +
        `found ${JSON.stringify(tools)}`,
    ]),
    [
      { ...reviewer, trigger: "invalid" },
      'reviewers[1].trigger: expected before or after, found "invalid"',
    ],
    [
      { ...reviewer, condition: 42 },
      "reviewers[1].condition: expected the path of a module, found 42",
    ],
    [
      { ...reviewer, condition: "" },
      'reviewers[1].condition: expected the path of a module, found ""',
    ],
    [
      { ...reviewer, filePatterns: "*.ts" },
      'reviewers[1].filePatterns: expected a list of globs, none blank, found "*.ts"',
    ],
    [{ ...reviewer, enabled: 1 }, "reviewers[1].enabled: expected true or false, found 1"],
    [{ ...reviewer, name: 3 }, "reviewers[1].name: expected text that is not blank, found 3"],
  ])("%j is left out with index, key and what was expected", (wrong, message) => {
    const { config, warnings } = checked({ reviewers: [reviewer, wrong] });
    expect(config.reviewers).toHaveLength(1);
    expect(warnings).toContain(message + left);
  });

  test("a list that is none stops nothing but itself", () => {
    const { warnings } = checked({ reviewers: { a: 1 } });
    expect(warnings).toEqual(['reviewers: expected a list of reviewers, found {"a":1}']);
  });
});

describe("the file (SV-1, SV-3)", () => {
  const config = { reviewers: [{ model: "p/m", rulesFile: "rules/style.md" }] };

  test.each([
    ['{\n  "enabled": true,\n}', ":3:1"],
    ['{"a": 1} x', ":1:10"],
    ["{", ":1:2"],
    ["", ":1:1"],
    ['{\r\n  "a" 1}', ":2:7"],
    ['\uFEFF{"a": tru}', ":1:7"],
  ])(
    "%j that is no JSON stops every review and is said once, with its place",
    async (text, place) => {
      const session = await SupervisedHost.start({ config: text });
      await session.write("a.ts", "1\n");
      await session.write("a.ts", "2\n");
      expect(session.asked).toEqual([]);
      expect(session.warnings).toEqual([
        `supervisor: ${configFile}${place}: not valid JSON; nothing is reviewed`,
      ]);
    },
  );

  test("a list is no configuration", async () => {
    const session = await SupervisedHost.start({ config: "[]" });
    expect(session.warnings).toEqual([
      `supervisor: ${configFile}: expected a JSON object; nothing is reviewed`,
    ]);
  });

  test("without a UI a warning is an entry, and nothing is printed", async () => {
    const session = await SupervisedHost.start({ config: "{", mode: "print" });
    const entries = session.host.entries.filter((entry) => entry.type === "custom");
    expect(entries).toMatchObject([
      {
        customType: "gatehouse.review-warning",
        data: { warnings: [expect.stringContaining(":1:2")] },
      },
    ]);
    expect(session.ports.lines).toEqual([]);
  });

  test("a missing file reviews nothing and says nothing", async () => {
    const session = await SupervisedHost.start();
    const { audit } = await session.write("a.ts", "1\n");
    expect([audit, session.warnings]).toEqual([undefined, []]);
  });

  test("the older file is read in its place, with a notice, until there is a new one", async () => {
    const session = await SupervisedHost.start({ files: { [legacyFile]: JSON.stringify(config) } });
    expect((await session.write("a.ts", "1\n")).audit?.status).toBe("passed");
    expect(session.warnings).toEqual([
      `supervisor: ${legacyFile}: read from its old place; /config:tool-supervisor saves the new one`,
    ]);
    session.put(configFile, "{");
    expect((await session.write("a.ts", "2\n")).audit).toBeUndefined();
  });

  test("what was saved holds from the next call on", async () => {
    const session = await SupervisedHost.start({ config });
    expect((await session.write("a.ts", "1\n")).audit?.status).toBe("passed");
    session.put(configFile, JSON.stringify({ ...config, enabled: false }));
    expect((await session.write("a.ts", "2\n")).audit).toBeUndefined();
    session.put(
      configFile,
      JSON.stringify({ reviewers: [{ ...config.reviewers[0], enabled: false }] }),
    );
    expect((await session.write("a.ts", "3\n")).audit).toBeUndefined();
  });

  test("a call is reviewed to its end as it began", async () => {
    const session = await SupervisedHost.start({ config });
    const input = { path: "a.ts", content: "1\n" };
    await session.host.callTool({ toolCallId: "x", toolName: "write", input });
    session.put(configFile, "{");
    session.put(`${cwd}/a.ts`, "1\n");
    expect((await session.result("x", "write", input)).audit?.status).toBe("passed");
  });

  test("paths start at home or at the session's directory", async () => {
    const rulesFiles = ["~/r.md", "/abs/r.md", "rules/style.md"];
    const session = await SupervisedHost.start({
      config: { reviewers: [{ model: "p/m", rulesFiles }] },
      files: { [`${home}/r.md`]: "At home.\n", "/abs/r.md": "Absolute.\n" },
    });
    await session.write("a.ts", "1\n");
    for (const words of ["At home.", "Absolute.", "Names say"]) {
      expect(session.asked[0]?.text).toContain(words);
    }
  });
});

describe("a project's own file (SV-1)", () => {
  const projectFile = `${cwd}/.pi/tool-supervisor.json`;
  const added = {
    enabled: false,
    onFailure: "open",
    reviewers: [{ name: "local", model: "p/local", rulesFile: "rules/style.md" }, { model: "x" }],
  };
  const config = { reviewers: [{ name: "own", model: "p/own", rulesFile: "rules/style.md" }] };
  const files = { [projectFile]: JSON.stringify(added) };

  test("adds reviewers where the project is trusted, and changes nothing else", async () => {
    const session = await SupervisedHost.start({ config, files });
    const { audit } = await session.write("a.ts", "1\n");
    expect(audit?.reviewers.map(({ name }) => name)).toEqual(["own", "local"]);
    expect(session.warnings.join("\n")).toContain("enabled: a project can only add reviewers");
    expect(session.warnings.join("\n")).toContain("reviewers[1].model: expected text of the form");
  });

  test("is not read where it is not trusted", async () => {
    const session = await SupervisedHost.start({ config, files, trusted: false });
    const { audit } = await session.write("a.ts", "1\n");
    expect(audit?.reviewers.map(({ name }) => name)).toEqual(["own"]);
    const asked = session.ports.asked.filter(({ subject }) => subject === projectFile);
    expect(asked).toEqual([]);
  });

  test("cannot switch on what the user switched off", async () => {
    const off = { ...config, enabled: false };
    const session = await SupervisedHost.start({ config: off, files });
    expect((await session.write("a.ts", "1\n")).audit).toBeUndefined();
  });

  test("works without a configuration of the user's own, and one that is no JSON adds none", async () => {
    const alone = await SupervisedHost.start({ files });
    expect((await alone.write("a.ts", "1\n")).audit?.reviewers).toHaveLength(1);
    const torn = await SupervisedHost.start({ config, files: { [projectFile]: "{" } });
    expect((await torn.write("a.ts", "1\n")).audit?.reviewers).toHaveLength(1);
    expect(torn.warnings).toEqual([
      `supervisor: ${projectFile}:1:2: not valid JSON; it adds no reviewers`,
    ]);
  });
});

describe("looking again (SV-1)", () => {
  test("an unchanged file is not parsed again; a touched one is read, not parsed", async () => {
    const ports = memoryPorts({
      files: { [configFile]: '{"reviewers": []}' },
      home,
      environment: {},
    });
    const configs = new ConfigFiles(ports);
    const place = { cwd, trusted: false };
    const first = await configs.current(place);
    for (let count = 0; count < 5; count += 1) expect(configs.current(place)).toBe(first);
    ports.volume.utimesSync(configFile, 1, 1);
    expect(configs.current(place)).toBe(first);
    expect(configs.parses).toBe(1);
    ports.volume.writeFileSync(configFile, '{"reviewers": [], "maxRuleLines": 5}');
    expect((await configs.current(place)).config.ruleLinesMax).toBe(5);
    expect(configs.parses).toBe(2);
  });

  test("a settled file costs one look and no reading", async () => {
    const ports = memoryPorts({ files: { [configFile]: "{}" }, home, environment: {} });
    ports.volume.utimesSync(configFile, 1, 1);
    const configs = new ConfigFiles(ports);
    await configs.current({ cwd, trusted: false });
    const before = ports.asked.length;
    await configs.current({ cwd, trusted: false });
    const asked = ports.asked.slice(before).filter(({ port }) => port === "files");
    expect(asked).toEqual([{ port: "files", question: "facts", subject: configFile }]);
  });

  test("a link is watched at its target", async () => {
    const ports = memoryPorts({
      files: { "/dotfiles/c.json": '{"maxRuleLines": 5}' },
      links: { [configFile]: "/dotfiles/c.json" },
      home,
      environment: {},
    });
    const configs = new ConfigFiles(ports);
    expect((await configs.current({ cwd, trusted: false })).config.ruleLinesMax).toBe(5);
    ports.volume.writeFileSync("/dotfiles/c.json", '{"maxRuleLines": 6}');
    expect((await configs.current({ cwd, trusted: false })).config.ruleLinesMax).toBe(6);
  });
});
