import { realPlace } from "../decisions/containment/real-place-facts.ts";
import { toolPath } from "../decisions/containment/tool-path.ts";
import { nodePorts } from "../edge/node-ports.ts";
import { pathKey } from "../kernel/path-key.ts";

const { files, environment } = nodePorts;
const { platform } = environment;

/** Where a write would land, or why that cannot be told. Spec: TK-32. */
export type Landing =
  | {
      readonly ok: true;
      readonly resolved: string;
      readonly real: string;
      /** How many names the file has; 1 for what is not there yet and for directories. */
      readonly names: number;
    }
  | { readonly ok: false; readonly problem: string };

/**
 * Where pi's own tools would write: the path read as they read it, then followed through links as
 * far as anything exists. A link that points nowhere counts as the place it points at.
 *
 * Spec: TK-32, WL-2, WL-3.
 */
export function landing(path: string, cwd: string): Landing {
  const read = toolPath(path, { cwd, home: environment.home, platform });
  if (!read.ok) return { ok: false, problem: read.problem };
  const place = realPlace(files, read.path, platform);
  if (!place.ok) return { ok: false, problem: place.problem };
  const { path: real, facts } = place.value;
  const names = facts?.type === "file" ? facts.linkCount : 1;
  return { ok: true, resolved: read.path, real, names };
}

/**
 * Whether a landing is inside one of the roots, both as it is spelled and where it really is. Case
 * is never folded beyond the platform's own rule: this opens a way, it does not close one.
 *
 * Spec: TK-32, WL-3.
 */
export function isInside(at: Landing & { ok: true }, roots: readonly string[]): boolean {
  const below = (path: string, root: string): boolean =>
    pathKey(path, platform).startsWith(pathKey(root, platform));
  const real = roots.flatMap((root) => {
    const place = realPlace(files, root, platform);
    return place.ok ? [place.value.path] : [];
  });
  const isSpelledInside = [...roots, ...real].some((root) => below(at.resolved, root));
  return isSpelledInside && real.some((root) => below(at.real, root));
}
