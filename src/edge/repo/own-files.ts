import type { Ports } from "../../kernel/ports.ts";

/** The folder of this package's sources. `fileURLToPath` would be one more module at pi's start. */
const sourceUrl = new URL("../../", import.meta.url);

/** Where this package's sources are, absolute, with a trailing slash. Spec: RG-21. */
export function sourceFolder(): string {
  const path = decodeURIComponent(sourceUrl.pathname);
  return /^\/[a-z]:/iu.test(path) ? path.slice(1) : path;
}

/**
 * Whether a file is one of this package's: a skill's text, or the extension that registered a tool.
 * By the file and not by a name, which another package may use as well; by the real path too, for
 * packages are often linked.
 *
 * Spec: RG-20, RG-21.
 */
export function isOwnFile(ports: Pick<Ports, "files">, file: string): boolean {
  const folder = sourceFolder();
  const plain = (path: string): string => path.replaceAll("\\", "/");
  if (plain(file).startsWith(folder)) return true;
  const real = ports.files.realPath(file);
  const realFolder = ports.files.realPath(folder);
  if (!real.ok || !realFolder.ok) return false;
  return plain(real.value).startsWith(`${plain(realFolder.value)}/`);
}
