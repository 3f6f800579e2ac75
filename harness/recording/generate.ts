import { mkdirSync, writeFileSync } from "node:fs";
import { recordSession } from "./record-session.ts";
import { recordedWorld } from "./recorded-world.ts";
import { recordings } from "./recordings.ts";
import { transcript } from "./transcript.ts";

// Records every session of fixtures/sessions again; `git diff` shows what changed. Spec: HN-31.
// Names as arguments choose some of them.
const asked = process.argv.slice(2);
for (const recording of recordings) {
  if (asked.length > 0 && !asked.includes(recording.name)) continue;
  const folder = `fixtures/sessions/${recording.name}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${recording.name}.session.jsonl`, await recordSession(recording));
  const world = `${JSON.stringify(recordedWorld(recording), undefined, 2)}\n`;
  writeFileSync(`${folder}/${recording.name}.world.json`, world);
  const said = await transcript(`${folder}/${recording.name}.session.jsonl`);
  writeFileSync(`${folder}/${recording.name}.transcript.jsonl`, said);
  process.stdout.write(`${folder}\n`);
}
