import { readFileSync } from "node:fs";
import stripJsonComments from "strip-json-comments";
import { expect, test } from "vitest";
import { checkSettings } from "../src/edge/settings.ts";
import { settingsSchema } from "../src/edge/settings-schema.ts";
import { isJsonObject } from "../src/kernel/json.ts";

const readme = readFileSync("README.md", "utf8");

test("the README's settings are accepted as they stand, key by key", async () => {
  const block = /```jsonc\n([\s\S]*?)```/u.exec(readme)?.[1] ?? "";
  const settings: unknown = JSON.parse(stripJsonComments(block));
  const section = isJsonObject(settings) ? settings["gatehouse"] : undefined;
  if (!isJsonObject(section)) throw new Error("the README shows no gatehouse section");
  const answer = await checkSettings(section, "README.md");
  expect(answer.problems).toEqual([]);
  const known = Object.entries(settingsSchema.properties).flatMap(([name, { properties }]) =>
    Object.keys(properties).map((key) => `${name}.${key}`),
  );
  const shown = Object.entries(section).flatMap(([name, values]) =>
    Object.keys(isJsonObject(values) ? values : {}).map((key) => `${name}.${key}`),
  );
  expect(shown.filter((key) => !known.includes(key))).toEqual([]);
});

test("every npm script that the README names is there", () => {
  const manifest = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const named = [...readme.matchAll(/npm run (?:-s )?([a-z]+)/gu)].map((found) => found[1] ?? "");
  expect(named.filter((name) => !Object.hasOwn(manifest.scripts, name))).toEqual([]);
  expect(named.length).toBeGreaterThan(8);
});
