import { brief, type Sensitivity } from "../../src/decisions/brief/brief.ts";
import { type AdversarialBrief, adversarialBriefs } from "../arbitraries/adversarial-briefs.ts";
import { baselineBrief } from "../baseline-brief.ts";
import { fixtureBriefs } from "../labelled-briefs.ts";
import { ordinaryProse } from "./ordinary-prose.ts";

const sensitivities: readonly Sensitivity[] = ["wording", "directive"];

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

function judgeThrice(text: string): void {
  for (const sensitivity of sensitivities) brief({ brief: text, sensitivity });
  baselineBrief(text);
}

/** The rate on ordinary text, beside the plain table's, which is what it is measured by. */
function ordinary(): void {
  const texts = fixtureBriefs().map((row) => row.brief);
  const allowed = texts.filter(
    (text) => !baselineBrief(text).block && !brief({ brief: text, sensitivity: "wording" }).block,
  );
  const prose = (units: number) => {
    const whole = ordinaryProse.repeat(Math.ceil(units / ordinaryProse.length));
    return [whole.slice(0, units)];
  };
  // Where both let a text through both have read all of it; a block ends the reading.
  const sets: readonly (readonly [string, readonly string[]])[] = [
    ["prose, 500 units", prose(500)],
    ["prose, 4 KB", prose(1 << 12)],
    ["prose, 64 KB", prose(1 << 16)],
    ["prose, 1 MB", prose(1 << 20)],
    ["allowed, full of triggers", allowed],
    ["all labelled", texts],
    ["of 200 units or more", texts.filter((text) => text.length >= 200)],
  ];
  // The first that is measured must not be the one in which everything is compiled.
  for (let round = 0; round < 20; round++) texts.forEach(judgeThrice);
  line("ordinary text, MB/s", "wording", "directive", "plain table", "ratios to it");
  for (const [name, briefs] of sets) {
    const units = briefs.reduce((sum, text) => sum + text.length, 0);
    const rateOf = (judge: (text: string) => unknown) => {
      const rounds = Math.max(3, Math.min(200, 20_000_000 / units));
      for (let round = 0; round < rounds; round++) briefs.forEach(judge);
      return (units * 1_000) / medianNs(() => briefs.forEach(judge), 15);
    };
    const plain = rateOf(baselineBrief);
    const ours = sensitivities.map((sensitivity) =>
      rateOf((text) => brief({ brief: text, sensitivity })),
    );
    const rates = [...ours, plain].map((rate) => rate.toFixed(0));
    const ratios = ours.map((rate) => (rate / plain).toFixed(2)).join(" and ");
    line(`${name} (${briefs.length})`, ...rates, ratios);
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
