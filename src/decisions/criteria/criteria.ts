import { type Block, blocks } from "./blocks.ts";
import { withoutLeadIn } from "./lead-in.ts";
import { droppedRequirements } from "./requirements.ts";
import { hasWord, sentences } from "./sentences.ts";

/** At most as many criteria, and at most as many UTF-16 units each. Spec: LP-24. */
export const criteriaMax = 12;
/** Spec: LP-24. */
export const criterionUnitsMax = 500;

/** An objective, and the criteria that somebody proposes for it instead of its own parts. */
export interface CriteriaFacts {
  readonly objective: string;
  readonly proposed?: readonly string[];
}

/**
 * Why criteria are refused. `count` and `units` are what was found; `places` are positions in the
 * list, from 1; `missing` is what no proposed criterion speaks of.
 *
 * Spec: LP-24, LP-26.
 */
export type CriteriaProblem =
  | { readonly code: "no-criteria" }
  | { readonly code: "too-many"; readonly count: number }
  | { readonly code: "too-long"; readonly places: readonly number[]; readonly units: number }
  | { readonly code: "no-proposal" }
  | { readonly code: "blank-entry"; readonly places: readonly number[] }
  | { readonly code: "duplicate-entry"; readonly places: readonly number[] }
  | {
      readonly code: "dropped-requirement";
      readonly criterion: string;
      readonly missing: readonly string[];
    };

/** The criteria, in order, blanks folded; with a problem they are refused as a whole. */
export interface CriteriaOutcome {
  readonly criteria: readonly string[];
  readonly problems: readonly CriteriaProblem[];
}

/**
 * The completion criteria of an objective: the items of its list, else its sentences, else itself.
 * A proposal takes their place only as a whole, and only if it drops no requirement. Nothing is
 * ever cut: what does not fit is a problem.
 *
 * Spec: LP-20..LP-26.
 */
export function criteria(facts: CriteriaFacts): CriteriaOutcome {
  const derived = derivedCriteria(facts.objective);
  if (facts.proposed !== undefined) return proposedCriteria(facts.proposed, derived);
  if (derived.length === 0) return { criteria: [], problems: [{ code: "no-criteria" }] };
  return { criteria: derived, problems: sizeProblems(derived) };
}

/** The parts of an objective, whatever their number and length. Spec: LP-20..LP-23, LP-25. */
export function derivedCriteria(objective: string): readonly string[] {
  const all = blocks(objective).filter(({ kind, text }) => kind !== "item" || hasWord(text));
  const items = all.filter(({ kind }) => kind === "item");
  const parts = items.length >= 2 ? listParts(all) : paragraphs(all).flatMap(sentences);
  return withoutRepeats(parts.map(folded).filter(hasWord));
}

function listParts(all: readonly Block[]): readonly string[] {
  return all.flatMap(({ kind, text }, at) => {
    if (kind === "item") return [text];
    return all[at + 1]?.kind === "item" ? withoutLeadIn(text) : sentences(text);
  });
}

/** Without a list, a lone item is text like the lines around it: only its marker goes. */
function paragraphs(all: readonly Block[]): readonly string[] {
  const joined: string[] = [];
  let isOpen = false;
  for (const { kind, text, startsAfresh } of all) {
    const goesOn = isOpen && !startsAfresh && kind !== "heading";
    if (goesOn) joined.push(`${joined.pop() ?? ""}\n${text}`);
    else joined.push(text);
    isOpen = kind !== "heading";
  }
  return joined;
}

function folded(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}

/** Case, blanks and the marks at the end make no difference between two criteria. Spec: LP-25. */
function sameness(criterion: string): string {
  return folded(criterion)
    .toLowerCase()
    .replace(/[\s.,;:!?…。！？，；：]+$/u, "");
}

function withoutRepeats(parts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = sameness(part);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

function sizeProblems(list: readonly string[]): readonly CriteriaProblem[] {
  const problems: CriteriaProblem[] = [];
  if (list.length > criteriaMax) problems.push({ code: "too-many", count: list.length });
  const places = placesOf(list, (text) => text.length > criterionUnitsMax);
  if (places.length > 0) {
    const units = Math.max(...places.map((place) => list[place - 1]?.length ?? 0));
    problems.push({ code: "too-long", places, units });
  }
  return problems;
}

/** Spec: LP-26. */
function proposedCriteria(
  proposed: readonly string[],
  derived: readonly string[],
): CriteriaOutcome {
  const list = proposed.map(folded);
  if (list.length === 0) return { criteria: [], problems: [{ code: "no-proposal" }] };
  const problems: CriteriaProblem[] = [];
  const blank = placesOf(list, (text) => !hasWord(text));
  if (blank.length > 0) problems.push({ code: "blank-entry", places: blank });
  problems.push(...sizeProblems(list));
  const keys = list.map(sameness);
  const repeated = placesOf(keys, (key, at) => key !== "" && keys.indexOf(key) < at);
  if (repeated.length > 0) problems.push({ code: "duplicate-entry", places: repeated });
  for (const { criterion, missing } of droppedRequirements(derived, list)) {
    problems.push({ code: "dropped-requirement", criterion, missing });
  }
  return { criteria: list, problems };
}

/** Positions from 1. */
function placesOf(
  list: readonly string[],
  holds: (text: string, at: number) => boolean,
): readonly number[] {
  return list.flatMap((text, at) => (holds(text, at) ? [at + 1] : []));
}
