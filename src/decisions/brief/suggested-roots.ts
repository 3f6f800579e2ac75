import { type BriefMatch, briefMatches } from "./brief.ts";
import { namedPaths, outermostPaths } from "./named-paths.ts";

/** The write boundary that a brief itself draws, for the `task` call to suggest. Spec: FG-21. */
export interface SuggestedRoots {
  readonly roots: readonly string[];
  /** Absent where the brief directs no change: such a task only reads. */
  readonly writeAllowed?: readonly string[];
}

const rootGap = "<absolute directory>";
const writableGap = "<the roots that may change>";
const sentenceEnd = /[.!?;](?=\s|$)|\n/gu;
const permittedChange = /\b(?:touch|edit|modify|change|write|create|alter)\b/iu;

/**
 * The roots that a brief names. A path may change where the brief directs a change and no
 * prohibition stands in the path's sentence; what the brief leaves open stays a marked gap.
 *
 * ```text
 * "Fix /srv/app. Do not touch /srv/docs."  →  roots both, write_allowed /srv/app
 * ```
 *
 * Spec: FG-21.
 */
export function suggestedRoots(brief: string): SuggestedRoots {
  const matches = briefMatches({ brief, sensitivity: "directive" }).filter((match) => match.fires);
  const named = outermostPaths(namedPaths(brief));
  const roots = named.length > 0 ? named : [rootGap];
  if (!matches.some(directsChange)) return { roots };
  const prohibitions = matches.filter((match) => match.kind === "prohibition");
  const writable = named.filter((path) => !isForbidden(brief, path, prohibitions));
  if (named.length === 0) return { roots, writeAllowed: roots };
  return { roots, writeAllowed: writable.length > 0 ? writable : [writableGap] };
}

function directsChange(match: BriefMatch): boolean {
  if (match.kind === "mutation") return true;
  return match.kind === "boundary" && permittedChange.test(match.matched);
}

function isForbidden(brief: string, path: string, prohibitions: readonly BriefMatch[]): boolean {
  const at = brief.indexOf(path);
  const ends = [...brief.matchAll(sentenceEnd)].map((found) => found.index);
  const from = ends.findLast((end) => end < at) ?? 0;
  const to = ends.find((end) => end >= at + path.length) ?? brief.length;
  return prohibitions.some(({ span: [start] }) => start >= from && start < to);
}
