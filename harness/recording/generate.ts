import { mkdirSync, writeFileSync } from "node:fs";
import { recordSession } from "./record-session.ts";
import { recordedWorld } from "./recorded-world.ts";
import { recordings } from "./recordings.ts";

// Records every session of fixtures/sessions again; `git diff` shows what changed. Spec: HN-31.
for (const recording of recordings) {
  const folder = `fixtures/sessions/${recording.name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${recording.name}.session.jsonl`, await recordSession(recording));
  const world = `${JSON.stringify(recordedWorld(recording), undefined, 2)}\n`;
  writeFileSync(`${folder}/${recording.name}.world.json`, world);
  process.stdout.write(`${folder}\n`);
}
