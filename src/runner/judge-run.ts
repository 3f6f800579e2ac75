import { envelope } from "../decisions/envelope/envelope.ts";
import { pointerLookup } from "../decisions/envelope/facts.ts";
import { fencedJson } from "../decisions/envelope/fenced-json.ts";
import type { Ports } from "../kernel/ports.ts";
import type { ChildEnd } from "./child-process.ts";
import type { ChildStory } from "./child-story.ts";
import type { Preparation } from "./prepare.ts";
import type { RootChanges } from "./root-watch.ts";
import type { ResultChange, TaskResult } from "./task-result.ts";

const outsideShownMax = 50;

/**
 * The result of a run: its facts put before the decision, and the record of both.
 *
 * Spec: TK-32, TK-33, TK-35, TK-36.
 */
export function judgeRun(
  ports: Ports,
  preparation: Preparation,
  end: ChildEnd,
  roots: readonly RootChanges[],
  box: { readonly used: boolean; readonly words: string },
  startedMs: number,
): TaskResult {
  const { spec } = preparation;
  const { story } = end;
  const changes = roots.flatMap(({ watch, changes: found }) =>
    found.map((change) => ({ root: watch.root, ...change, outside: !watch.writable })),
  );
  const outside = outsideLines(changes);
  const wasEnded = end.aborted || end.trip !== undefined;
  const isStopped = ["error", "aborted", "length"].includes(story.stopReason ?? "");
  const handedOver = story.result ?? fencedJson(story.lastText);
  const verdict = envelope({
    aborted: end.aborted || (story.aborted && end.trip === undefined),
    ...(end.trip === undefined ? {} : { trip: end.trip }),
    settled: story.settled,
    ...(isStopped && !wasEnded ? { stopped: stopWords(story) } : {}),
    ...(story.protocol === undefined ? {} : { protocol: story.protocol }),
    guarded: story.guarded,
    outside,
    refused: story.refused,
    unwatched: roots.flatMap(({ watch, problem }) =>
      problem === undefined ? [] : [`${watch.root}: ${problem}`],
    ),
    ...(handedOver === undefined ? {} : { handedOver }),
    pointer: pointerLookup(ports.files, preparation.cwd),
  });
  const { envelope: said } = verdict;
  return {
    version: 1,
    id: spec.id,
    verdict: verdict.verdict,
    codes: [...new Set(verdict.failures.map(({ code }) => code))],
    failures: verdict.failures,
    ...(said === undefined ? {} : { deliverable: said.deliverable, status: said.status }),
    ...(said?.notes === undefined ? {} : { child_notes: said.notes }),
    evidence: verdict.evidence,
    violations: [...outside, ...story.refused],
    changes,
    roots: roots.map(({ watch }) => ({
      root: watch.root,
      writable: watch.writable,
      kind: watch.kind,
    })),
    effort: spec.effort,
    ...(story.model === undefined ? {} : { model: story.model }),
    usage: story.usage,
    cost_usd: story.usage.cost,
    limit_usd: spec.usd,
    turns: story.turns,
    tool_calls: story.toolCalls,
    started_ms: startedMs,
    elapsed_ms: ports.clock.now() - startedMs,
    limit_s: spec.wall_s,
    exit: end.exit ?? null,
    sandbox: { used: box.used, words: box.words },
    survivors: end.survivors,
    notes: preparation.notes,
    audit_dir: preparation.audit,
  };
}

function outsideLines(changes: readonly ResultChange[]): readonly string[] {
  const lines = changes
    .filter(({ outside }) => outside)
    .map(({ path, change, root }) => `${change}: ${path} (watched root ${root})`);
  if (lines.length <= outsideShownMax) return lines;
  const more = `and ${lines.length - outsideShownMax} more changes, in result.json`;
  return [...lines.slice(0, outsideShownMax), more];
}

function stopWords(story: ChildStory): string {
  return [story.stopReason, story.errorMessage].filter((part) => part !== undefined).join(", ");
}
