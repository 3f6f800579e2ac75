import type { FilePort } from "../../kernel/ports.ts";
import type { RootFacts, RootProbe } from "./roots.ts";

/**
 * A probe over the file port: what is at a path once every link is followed, and where that is.
 *
 * Spec: TK-2.
 */
export function rootProbe(files: FilePort): RootProbe {
  return (root): RootFacts => {
    const real = files.realPath(root);
    if (!real.ok) return { kind: real.problem === "missing" ? "missing" : "unreadable" };
    const facts = files.facts(real.value);
    if (!facts.ok) return { kind: "unreadable", real: real.value };
    return { kind: facts.value.type === "directory" ? "directory" : "other", real: real.value };
  };
}

/**
 * The places that the roots name, as given and by real path, each once: what admission compares.
 *
 * Spec: TK-2, TK-3.
 */
export function rootPlaces(roots: readonly string[], probe: RootProbe): readonly string[] {
  return [...new Set(roots.flatMap((root) => [root, probe(root).real ?? root]))];
}
