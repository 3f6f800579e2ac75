import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";

// `npm run bench [name …]`: every script of this folder, or the named ones, each in a process of
// its own, one after the other. They print ratios of things measured side by side.
const folder = import.meta.dirname;
const all = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "bench.ts" && !name.startsWith("bench-"))
  .map((name) => name.slice(0, -3))
  .sort();
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`bench: no ${unknown.join(", ")}; there are ${all.join(", ")}\n`);
  process.exitCode = 2;
} else {
  for (const name of asked.length > 0 ? asked : all) {
    process.stdout.write(`\n== ${name}\n`);
    const ran = spawnSync(process.execPath, ["--import", "tsx", join(folder, `${name}.ts`)], {
      stdio: "inherit",
    });
    if (ran.status !== 0) process.exitCode = 1;
  }
}
