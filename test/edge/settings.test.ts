import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Value } from "typebox/value";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { defaultSettings, readSettings } from "../../src/edge/settings.ts";
import { settingsSchema } from "../../src/edge/settings-schema.ts";
import type { Ports } from "../../src/kernel/ports.ts";

let folder = "";
let file = "";
let ports: Ports = nodePorts;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-settings-"));
  file = join(folder, "settings.json");
  const variable = (name: string) => (name === "PI_CODING_AGENT_DIR" ? folder : undefined);
  ports = { ...nodePorts, environment: { ...nodePorts.environment, home: folder, variable } };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the schema", () => {
  test("has the defaults that hold where nothing is set", () => {
    for (const [name, section] of Object.entries(settingsSchema.properties)) {
      const defaults = Value.Default(section, {});
      expect({ [name]: defaults }).toEqual({ [name]: Reflect.get(defaultSettings, name) });
    }
  });

  test("is published as JSON Schema for editors", async () => {
    const published = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: "The section gatehouse of pi's settings.json",
      ...settingsSchema,
    };
    const text = `${JSON.stringify(published, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot("../../src/edge/settings.schema.json");
  });
});

describe("reading", () => {
  test("a missing file or section gives the defaults and no problem", async () => {
    expect(await readSettings(ports)).toEqual({
      settings: defaultSettings,
      origins: [],
      problems: [],
    });
    writeFileSync(file, '{"theme": "dark"}');
    expect((await readSettings(ports)).settings).toEqual(defaultSettings);
  });

  test("a set value counts and its origin is named", async () => {
    writeFileSync(file, '{"gatehouse": {"forkGate": {"mode": "warn"}}}');
    const { settings, origins, problems } = await readSettings(ports);
    expect(settings.forkGate).toEqual({ ...defaultSettings.forkGate, mode: "warn" });
    expect(origins).toEqual([{ key: "gatehouse.forkGate.mode", from: file }]);
    expect(problems).toEqual([]);
  });

  test("comments, trailing commas and a BOM are accepted", async () => {
    writeFileSync(
      file,
      '\uFEFF{ // mine\n "gatehouse": {"forkGate": {"mode": "off",},}, /* end */ }',
    );
    const { settings, problems } = await readSettings(ports);
    expect([settings.forkGate.mode, problems]).toEqual(["off", []]);
  });

  test.each([
    ["{", /settings\.json: not valid JSON \(.+\); its settings are ignored$/u],
    ["[1]", /settings\.json: expected a JSON object; its settings are ignored$/u],
    ['{"gatehouse": 1}', /settings\.json: gatehouse: expected an object; ignored$/u],
    [
      '{"gatehouse": {"forkGate": []}}',
      /settings\.json: gatehouse\.forkGate: expected an object; ignored$/u,
    ],
    [
      '{"gatehouse": {"forkGate": {"mode": "on"}}}',
      /settings\.json: gatehouse\.forkGate\.mode: expected block, warn or off, found "on"; ignored$/u,
    ],
  ])("%s is one problem that names the file, and the defaults hold", async (text, problem) => {
    writeFileSync(file, text);
    const answer = await readSettings(ports);
    expect(answer.settings).toEqual(defaultSettings);
    expect(answer.problems).toHaveLength(1);
    expect(answer.problems[0]).toMatch(problem);
  });

  test("a bad value leaves the good ones beside it alone", async () => {
    const forkGate = { mode: "warn", sensitivity: "loud", tools: { subagent: [] }, later: true };
    writeFileSync(file, JSON.stringify({ gatehouse: { forkGate } }));
    const { settings, problems } = await readSettings(ports);
    expect(settings.forkGate).toEqual({ ...defaultSettings.forkGate, mode: "warn" });
    expect(problems.map((problem) => problem.split(": ")[1])).toEqual([
      "gatehouse.forkGate.sensitivity",
      "gatehouse.forkGate.tools",
    ]);
  });

  test.skipIf(process.getuid?.() === 0)(
    "an unreadable file is a problem, not a throw",
    async () => {
      writeFileSync(file, "{}");
      chmodSync(file, 0o000);
      expect((await readSettings(ports)).problems[0]).toContain("cannot be read (denied)");
    },
  );

  test("a directory in its place is a problem, not a throw", async () => {
    mkdirSync(file);
    expect((await readSettings(ports)).problems[0]).toContain("cannot be read (failed)");
  });
});
