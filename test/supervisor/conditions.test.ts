import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { Conditions } from "../../src/edge/supervisor/conditions.ts";
import { moduleFiles } from "../../src/edge/supervisor/module-files.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-condition-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, text: string): string {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}
function asker() {
  const conditions = new Conditions(nodePorts);
  const ask = async (path: string): Promise<string> => {
    const call = { path, event: {}, context: {}, timeoutMs: 20_000, signal: undefined };
    return (await conditions.ask(call as never)).kind;
  };
  return { conditions, ask };
}

describe("a module is loaded (SV-21)", () => {
  test("once while its text stays, however often it is asked or touched", async () => {
    const { conditions, ask } = asker();
    const file = put("only.ts", "export default (): boolean => true;");
    expect([await ask(file), await ask(file)]).toEqual(["holds", "holds"]);
    utimesSync(file, 1, 1);
    await ask(file);
    expect(conditions.loads).toBe(1);
  });

  test.each([
    ["./dep.ts", "dep.ts", (value: boolean) => `export const holds: boolean = ${value};`],
    ["./dep.js", "dep.ts", (value: boolean) => `export const holds: boolean = ${value};`],
    ["./dep.mjs", "dep.mjs", (value: boolean) => `export const holds = ${value};`],
    ["./dep.cjs", "dep.cjs", (value: boolean) => `exports.holds = ${value};`],
    ["./lib", "lib/index.ts", (value: boolean) => `export const holds = ${value};`],
  ])("anew when what it imports as %s has changed", async (specifier, path, text) => {
    const { conditions, ask } = asker();
    put(path, text(false));
    const file = put(
      "only.ts",
      `import { holds } from "${specifier}"; export default () => holds;`,
    );
    expect(await ask(file)).toBe("does-not-hold");
    put(path, text(true));
    expect(await ask(file)).toBe("holds");
    expect(conditions.loads).toBe(2);
  });

  test("anew when something further down has changed", async () => {
    const { ask } = asker();
    put("b.ts", "export const holds = false;");
    put("a.ts", 'export { holds } from "./b.ts";');
    const file = put("only.mjs", 'import { holds } from "./a.ts"; export default () => holds;');
    expect(await ask(file)).toBe("does-not-hold");
    put("b.ts", "export const holds = true;");
    expect(await ask(file)).toBe("holds");
  });

  test("whichever way it exports its function", async () => {
    const { ask } = asker();
    const ways = {
      "a.ts": "export default function (): boolean { return true; }",
      "b.mjs": "const f = async () => true; export { f as default };",
      "c.cjs": "module.exports = () => true;",
      "d.js": "export default { default: () => true };",
      "e.mts": "const ready = await Promise.resolve(true); export default () => ready;",
    };
    for (const [path, text] of Object.entries(ways)) {
      expect([path, await ask(put(path, text))]).toEqual([path, "holds"]);
    }
  });
});

test("modules that import each other are read to the end", () => {
  put("a.ts", 'import "./b.ts"; import("./c.ts"); require("./none.ts");');
  put("b.ts", 'import "./a.ts";');
  put("c.ts", "export {};");
  const found = moduleFiles(nodePorts.files, join(folder, "a.ts"));
  const names = found?.paths.map((path) => path.slice(folder.length + 1)).sort();
  expect(names).toEqual(["a.ts", "b.ts", "c.ts"]);
  expect(moduleFiles(nodePorts.files, join(folder, "none.ts"))).toBeUndefined();
});
