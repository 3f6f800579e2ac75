import { readdirSync, readFileSync } from "node:fs";
import { brief, type Sensitivity } from "../../src/decisions/brief/brief.ts";
import { type AdversarialBrief, adversarialBriefs } from "../arbitraries/adversarial-briefs.ts";
import { baselineBrief } from "../baseline-brief.ts";
import { labelledBriefs } from "../labelled-briefs.ts";

const sensitivities: readonly Sensitivity[] = ["wording", "directive"];
const folder = "fixtures/briefs";

/** Processor time of this process in ns: other work on the machine does not count. */
const processorNs = () => process.cpuUsage().user * 1_000;

/** Median processor time of one call, in ns, warm; a sample takes some milliseconds. */
function medianNs(call: () => void, rounds = 7): number {
  const batch = batchOf(call);
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = processorNs();
    for (let turn = 0; turn < batch; turn++) call();
    samples.push((processorNs() - start) / batch);
  }
  return samples.sort((a, b) => a - b)[rounds >> 1] as number;
}

function batchOf(call: () => void): number {
  let batch = 1;
  for (;;) {
    const start = processorNs();
    for (let turn = 0; turn < batch; turn++) call();
    if (processorNs() - start > 5_000_000) return batch;
    batch *= 2;
  }
}

function line(...cells: readonly string[]): void {
  process.stdout.write(`${cells.map((cell) => cell.padEnd(28)).join("")}\n`);
}

/** The rate on ordinary briefs of the labelled set, beside the plain table's. Spec: FG-11. */
function ordinary(): void {
  const texts = readdirSync(folder)
    .flatMap((name) => labelledBriefs(name, readFileSync(`${folder}/${name}`, "utf8")))
    .map((row) => row.brief);
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ["all labelled", texts],
    ["200 to 5000 units", texts.filter((text) => text.length >= 200 && text.length <= 5_000)],
  ];
  line("ordinary briefs", "wording", "directive", "plain table");
  for (const [name, briefs] of sets) {
    const units = briefs.reduce((sum, text) => sum + text.length, 0);
    const rate = (judge: (text: string) => unknown) => {
      for (let round = 0; round < 200; round++) briefs.forEach(judge);
      return `${((units * 1_000) / medianNs(() => briefs.forEach(judge), 25)).toFixed(1)} MB/s`;
    };
    const rows = sensitivities.map((sensitivity) =>
      rate((text) => brief({ brief: text, sensitivity })),
    );
    line(`${name} (${briefs.length})`, ...rows, rate(baselineBrief));
  }
}

/** How many times longer 16 times the text takes: from 4 KB to 64 KB, from 64 KB to 1 MB. */
function growthOf(shape: AdversarialBrief, sensitivity: Sensitivity): readonly number[] {
  const times = [1 << 12, 1 << 16, 1 << 20].map((bytes) => {
    const text = shape.make(bytes);
    return medianNs(() => brief({ brief: text, sensitivity }));
  });
  const [small, middle, large] = times as [number, number, number];
  return [middle / small, large / middle];
}

/** How the time grows from 1 KB to 64 KB to 1 MB, for each adversarial shape. Spec: FG-11. */
function adversarial(): boolean {
  let linear = true;
  line("\nshape", "sensitivity", "64 KB / 4 KB (at most 20)", "1 MB / 64 KB (at most 20)");
  for (const shape of adversarialBriefs) {
    for (const sensitivity of sensitivities) {
      let growth = growthOf(shape, sensitivity);
      // A disturbed sample looks like growth; real growth is still there at the second look.
      for (let look = 1; look < 3 && growth.some((factor) => factor > 20); look++) {
        const again = growthOf(shape, sensitivity);
        growth = growth.map((factor, index) => Math.min(factor, again[index] as number));
      }
      linear &&= growth.every((factor) => factor <= 20);
      line(shape.name, sensitivity, ...growth.map((factor) => factor.toFixed(1)));
    }
  }
  return linear;
}

ordinary();
if (process.argv[2] !== "ordinary" && !adversarial()) process.exitCode = 1;
