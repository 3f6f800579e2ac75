import { createHash } from "node:crypto";
import { dirname, resolve } from "node:path";
import type { FilePort } from "../../kernel/ports.ts";

const bytesMax = 1024 * 1024;
const filesMax = 256;

/** A module and the local modules it reaches: their paths, and a hash of all their texts. */
export interface ModuleFiles {
  readonly paths: readonly string[];
  readonly hash: string;
  /** The text of the module itself. */
  readonly text: string;
}

/**
 * Reads a module with everything local that it imports, to see whether any of it has changed. What
 * only looks like an import is read too, which does no harm here. Undefined where the module itself
 * cannot be read.
 *
 * Spec: SV-21.
 */
export function moduleFiles(files: FilePort, entry: string): ModuleFiles | undefined {
  const texts = new Map<string, string>();
  const waiting = [entry];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (texts.has(path) || texts.size >= filesMax) continue;
    const text = files.readText(path, bytesMax);
    if (!text.ok) continue;
    texts.set(path, text.value);
    waiting.push(...localImports(files, path, text.value));
  }
  const text = texts.get(entry);
  if (text === undefined) return undefined;
  const hash = createHash("sha256");
  for (const [path, content] of texts) hash.update(JSON.stringify([path, content]));
  return { paths: [...texts.keys()], hash: hash.digest("hex"), text };
}

const specifier = /\b(?:from|import|require)\s*\(?\s*["'`](\.{1,2}\/[^"'`\n]+|\/[^"'`\n]+)["'`]/gu;

function localImports(files: FilePort, importer: string, text: string): string[] {
  return [...text.matchAll(specifier)].flatMap(([, written = ""]) => {
    const path = resolve(dirname(importer), written);
    const found = spellings(path).find((each) => isFile(files, each));
    return found === undefined ? [] : [found];
  });
}

const endings = [".ts", ".mts", ".cts", ".tsx", ".js", ".mjs", ".cjs", ".json"] as const;

/** What an import may stand for: the file, its TypeScript source, with an ending, as a folder. */
function spellings(path: string): string[] {
  const source = path.replace(/\.([mc]?)js$/u, ".$1ts");
  const ended = endings.map((ending) => `${path}${ending}`);
  const folder = endings.map((ending) => `${path}/index${ending}`);
  return [path, source, ...ended, ...folder];
}

function isFile(files: FilePort, path: string): boolean {
  const facts = files.facts(path);
  return facts.ok && (facts.value.type === "file" || facts.value.type === "link");
}
