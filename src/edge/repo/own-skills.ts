import type { Ports } from "../../kernel/ports.ts";

/** Where this package's skills are. `fileURLToPath` would be one more module at pi's start. */
const skillsUrl = new URL("../../skills/", import.meta.url);

/** The folder of this package's skills, absolute, with a trailing slash. Spec: RG-21. */
export function skillsFolder(): string {
  const path = decodeURIComponent(skillsUrl.pathname);
  return /^\/[a-z]:/iu.test(path) ? path.slice(1) : path;
}

/**
 * Whether a skill's file is one of this package's. By the file and not by the name, which another
 * package may use as well; by the real path too, for packages are often linked.
 *
 * Spec: RG-21.
 */
export function isOwnSkill(ports: Pick<Ports, "files">, file: string): boolean {
  const folder = skillsFolder();
  const plain = (path: string): string => path.replaceAll("\\", "/");
  if (plain(file).startsWith(folder)) return true;
  const real = ports.files.realPath(file);
  const realFolder = ports.files.realPath(folder);
  if (!real.ok || !realFolder.ok) return false;
  return plain(real.value).startsWith(`${plain(realFolder.value)}/`);
}
