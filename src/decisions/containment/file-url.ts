import type { PathPlatform } from "../../kernel/path-key.ts";

/**
 * The path behind a `file://` url, as Node's `fileURLToPath` reads it on the platform. `undefined`
 * where that one throws: another host on POSIX, no drive on Windows, an escaped separator, an
 * escape that is no UTF-8.
 *
 * ```text
 * file:///repo/src/%2e%2e/docs   →   /repo/docs     file://other/x   →   undefined
 * ```
 *
 * Spec: WL-2.
 */
export function fileUrlPath(url: string, platform: PathPlatform): string | undefined {
  const written = trimmedUrl(url).slice("file://".length);
  const end = written.search(/[?#]/u);
  const text = (end < 0 ? written : written.slice(0, end)).replaceAll("\\", "/");
  const slash = text.indexOf("/");
  const first = slash < 0 ? text : text.slice(0, slash);
  // A drive where the host would stand is the start of the path: `file://C:/x`.
  const isDrive = /^[a-z][:|]$/iu.test(first);
  const host = isDrive ? "" : hostName(first);
  if (host === undefined) return undefined;
  const path = isDrive ? `/${text}` : slash < 0 ? "/" : text.slice(slash);
  const separators = platform === "posix" ? /%2f/iu : /%2f|%5c/iu;
  const plain = plainSegments(path);
  if (plain.some((segment) => separators.test(segment))) return undefined;
  const decoded = plain.map(decodedText);
  if (!decoded.every((segment) => segment !== undefined)) return undefined;
  const joined = `/${decoded.join("/")}`;
  if (platform === "posix") return host === "" ? joined : undefined;
  if (host !== "") return `\\\\${host}${joined.replaceAll("/", "\\")}`;
  return /^\/[a-z]:/iu.test(joined) ? joined.slice(1).replaceAll("/", "\\") : undefined;
}

/** Urls lose line breaks and tabs anywhere, and control characters and blanks at their end. */
function trimmedUrl(url: string): string {
  const bare = url.replace(/[\t\n\r]/gu, "");
  let end = bare.length;
  while (end > 0 && bare.charCodeAt(end - 1) <= 0x20) end -= 1;
  return bare.slice(0, end);
}

/** The host in its plain form, empty for this machine, `undefined` for what is no host. */
function hostName(text: string): string | undefined {
  const decoded = decodedText(text);
  if (decoded === undefined) return undefined;
  const plain = decoded.replace(/\u00ad|\u200b|\u2060|\ufeff|[\ufe00-\ufe0f]/gu, "");
  const host = plain.normalize("NFKC").toLowerCase();
  if (/[\0-\x20"#%/:<>?@[\\\]^`{|}\x7f]/u.test(host)) return undefined;
  return host === "localhost" ? "" : host;
}

/** The segments, `.` and `..` resolved in every spelling; a drive at the start is never left. */
function plainSegments(path: string): readonly string[] {
  const kept: string[] = [];
  const segments = path.slice(1).split("/");
  for (const [index, segment] of segments.entries()) {
    const dots = segment.replace(/%2e/giu, ".");
    const isLast = index === segments.length - 1;
    if (dots === "..") {
      const atDrive = kept.length === 1 && /^[a-z]:$/iu.test(kept[0] ?? "");
      if (!atDrive) kept.pop();
    }
    if (dots === "." || dots === "..") {
      if (isLast) kept.push("");
    } else if (kept.length === 0 && /^[a-z][:|]$/iu.test(segment)) {
      kept.push(`${segment.charAt(0)}:`);
    } else {
      kept.push(segment);
    }
  }
  return kept;
}

function decodedText(text: string): string | undefined {
  try {
    return decodeURIComponent(text.toWellFormed());
  } catch {
    return undefined;
  }
}
