import { type BriefKind, brief } from "../src/decisions/brief/brief.ts";
import { baselineBrief } from "./baseline-brief.ts";
import { type BriefLabel, briefLabels, type LabelledBrief } from "./labelled-briefs.ts";

/** Whoever answers a brief here: the decision at a sensitivity, or the plain table. */
export type Answerer = "wording" | "directive" | "baseline";

/** All answerers, in the order of the report. */
export const answerers: readonly Answerer[] = ["wording", "directive", "baseline"];

/** Counts of right and wrong answers; a positive is a block. Spec: FG-12. */
export interface Tally {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** One brief that was answered wrongly. Spec: FG-12. */
export interface Confusion {
  readonly id: string;
  readonly label: BriefLabel;
  readonly answer: BriefKind | "allow";
  readonly rule?: string;
  readonly matched?: string;
}

/**
 * How one answerer did on one set of labelled briefs.
 *
 * `blocks` asks only whether the brief is stopped. `kinds` counts, for each kind, whether exactly
 * that kind was named; a brief of two kinds that is stopped for the other one counts there as wrong
 * and in `blocks` as right.
 *
 * Spec: FG-12.
 */
export interface Score {
  readonly answerer: Answerer;
  readonly set: string;
  readonly blocks: Tally;
  readonly kinds: Readonly<Record<BriefKind, Tally>>;
  readonly confusions: readonly Confusion[];
}

/** Precision, recall and their harmonic mean; 1 where nothing could be wrong. Spec: FG-12. */
export function rates(tally: Tally): { precision: number; recall: number; f1: number } {
  const { truePositives, falsePositives, falseNegatives } = tally;
  const share = (part: number, whole: number) => (whole === 0 ? 1 : part / whole);
  const precision = share(truePositives, truePositives + falsePositives);
  const recall = share(truePositives, truePositives + falseNegatives);
  const f1 = share(2 * precision * recall, precision + recall);
  return { precision, recall, f1 };
}

interface Answer {
  readonly kind: BriefKind | "allow";
  readonly rule?: string;
  readonly matched?: string;
}

function answerTo(text: string, answerer: Answerer): Answer {
  if (answerer === "baseline") {
    const answer = baselineBrief(text);
    return { kind: answer.block ? answer.kind : "allow" };
  }
  const outcome = brief({ brief: text, sensitivity: answerer });
  if (!outcome.block) return { kind: "allow" };
  return { kind: outcome.kind, rule: outcome.rule, matched: outcome.matched };
}

/** Scores one answerer on the briefs of one set. Spec: FG-12. */
export function score(briefs: readonly LabelledBrief[], answerer: Answerer, set: string): Score {
  const answers = briefs.map((row) => ({ row, answer: answerTo(row.brief, answerer) }));
  const kinds = briefLabels.filter((label): label is BriefKind => label !== "allow");
  const tallyOf = (kind: BriefKind | undefined): Tally =>
    tally(
      answers.map(({ row, answer }) => [
        kind === undefined ? row.label !== "allow" : row.label === kind,
        kind === undefined ? answer.kind !== "allow" : answer.kind === kind,
      ]),
    );
  return {
    answerer,
    set,
    blocks: tallyOf(undefined),
    kinds: Object.fromEntries(kinds.map((kind) => [kind, tallyOf(kind)])) as Score["kinds"],
    confusions: answers.flatMap(({ row, answer }) =>
      (row.label === "allow") === (answer.kind === "allow")
        ? []
        : [{ id: row.id, label: row.label, ...named(answer) }],
    ),
  };
}

function named({ kind, rule, matched }: Answer): Omit<Confusion, "id" | "label"> {
  if (rule === undefined || matched === undefined) return { answer: kind };
  return { answer: kind, rule, matched };
}

function tally(pairs: readonly (readonly [wanted: boolean, found: boolean])[]): Tally {
  const count = (wanted: boolean, found: boolean) =>
    pairs.filter((pair) => pair[0] === wanted && pair[1] === found).length;
  return {
    truePositives: count(true, true),
    falsePositives: count(false, true),
    falseNegatives: count(true, false),
    trueNegatives: count(false, false),
  };
}

/** The report as lines for a terminal. Spec: FG-12. */
export function scoreLines(scores: readonly Score[]): readonly string[] {
  const head = "set        answerer   of           precision  recall     F1";
  const rows = scores.flatMap((one) => [
    rateLine(one, "blocks", one.blocks),
    ...Object.entries(one.kinds).map(([kind, counts]) => rateLine(one, kind, counts)),
  ]);
  const wrong = scores
    .filter(({ answerer }) => answerer !== "baseline")
    .flatMap(({ answerer, confusions }) =>
      confusions.map(({ id, label, answer, rule, matched }) => {
        const words = rule === undefined ? "" : ` by ${rule} on ${JSON.stringify(matched)}`;
        return `${answerer.padEnd(10)} ${id}: is ${label}, answered ${answer}${words}`;
      }),
    );
  return [head, ...rows, "", `${wrong.length} wrong answers`, ...wrong];
}

function rateLine({ set, answerer }: Score, of: string, counts: Tally): string {
  const { precision, recall, f1 } = rates(counts);
  const figures = [precision, recall, f1].map((rate) => rate.toFixed(3).padEnd(11)).join("");
  return `${set.padEnd(11)}${answerer.padEnd(11)}${of.padEnd(13)}${figures}`.trimEnd();
}
