import { exemptSegment } from "./exempt-segment.ts";

/** One locked tree, as seen from the path that a call names. Names are relative to the tree. */
export interface TreeView {
  /** The tree as the settings name it, and where it is. */
  readonly tree: string;
  readonly at: string;
  readonly exempt: readonly string[];
  /** The tool of this call may write in the tree. */
  readonly isWriter: boolean;
  /** Where the path lies in the tree by its text alone. Absent: outside. */
  readonly lexical?: readonly string[] | undefined;
  /** The same once every link is followed. Absent: outside, or not known. */
  readonly real?: readonly string[] | undefined;
  /** Files of the tree that are this very file under another name. `unknown`: not all looked at. */
  readonly twins?: readonly (readonly string[])[] | "unknown" | undefined;
}

/** All that the write lockdown may know of one path of a call. Spec: WL-2, WL-3. */
export interface ContainmentFacts {
  /** Absolute, as pi's tool resolves it. Absent where it cannot be resolved. */
  readonly resolved?: string | undefined;
  readonly problem?: "undecodable-path" | "nul-in-path" | undefined;
  /** With every link followed; absent where the file system would not say. */
  readonly real?: string | undefined;
  readonly trees: readonly TreeView[];
}

/** The fact found about the path. Spec: WL-2..WL-4. */
export type ContainmentReason =
  | "outside-trees"
  | "exempt-segment"
  | "named-writer"
  | "inside-tree"
  | "real-path-inside-tree"
  | "hard-link-into-tree"
  | "unsearched-tree"
  | "undecodable-path"
  | "nul-in-path"
  | "unreadable-path";

/** Spec: WL-1..WL-5. */
export interface ContainmentOutcome {
  readonly block: boolean;
  readonly reason: ContainmentReason;
  readonly clause: string;
  readonly resolved?: string;
  readonly real?: string;
  /** The tree that decided, as the settings name it, and where it is. */
  readonly tree?: string;
  readonly treeAt?: string;
  /** The exempt directory that the path lies in. */
  readonly exempt?: string;
}

type Found = Pick<ContainmentOutcome, "block" | "reason" | "clause" | "exempt">;

/**
 * Whether a write to this path is refused. Inside a locked tree by its text or by its real path is
 * inside; a hard link to a file of the tree is inside as well. Only a place whose every known real
 * name lies in an exempt directory is let through. What cannot be resolved or looked at is refused.
 *
 * Spec: WL-1, WL-3, WL-4.
 */
export function containment(facts: ContainmentFacts): ContainmentOutcome {
  const { resolved, real, problem } = facts;
  const places = {
    ...(resolved === undefined ? {} : { resolved }),
    ...(real === undefined ? {} : { real }),
  };
  if (problem !== undefined) return { block: true, reason: problem, clause: "WL-2", ...places };
  let passed: ContainmentOutcome | undefined;
  for (const view of facts.trees) {
    const found = inTree(view, real !== undefined);
    if (found === undefined) continue;
    const outcome = { ...found, ...places, tree: view.tree, treeAt: view.at };
    if (found.block) return outcome;
    passed ??= outcome;
  }
  if (real === undefined && facts.trees.length > 0) {
    return { block: true, reason: "unreadable-path", clause: "WL-3", ...places };
  }
  return passed ?? { block: false, reason: "outside-trees", clause: "WL-1", ...places };
}

/** What one tree says of the path; `undefined` where it lies outside by every measure. */
function inTree(view: TreeView, isRealKnown: boolean): Found | undefined {
  const { lexical, real, twins = [], exempt } = view;
  const isInside = lexical !== undefined || real !== undefined || twins.length > 0;
  if (!isInside) return undefined;
  if (view.isWriter) return { block: false, reason: "named-writer", clause: "WL-1" };
  if (real === undefined && lexical !== undefined) {
    // By its text it is inside, and the real path is elsewhere or unknown: nothing exempts it.
    const reason = isRealKnown ? "inside-tree" : "unreadable-path";
    return { block: true, reason, clause: "WL-3" };
  }
  const segment = real === undefined ? undefined : exemptSegment(real, exempt);
  if (real !== undefined && segment === undefined) {
    const reason = lexical === undefined ? "real-path-inside-tree" : "inside-tree";
    return { block: true, reason, clause: lexical === undefined ? "WL-3" : "WL-1" };
  }
  if (twins === "unknown") return { block: true, reason: "unsearched-tree", clause: "WL-3" };
  const through = twins.map((twin) => exemptSegment(twin, exempt));
  if (through.includes(undefined)) {
    return { block: true, reason: "hard-link-into-tree", clause: "WL-3" };
  }
  const name = segment ?? through[0];
  return {
    block: false,
    reason: "exempt-segment",
    clause: "WL-4",
    ...(name === undefined ? {} : { exempt: name }),
  };
}
