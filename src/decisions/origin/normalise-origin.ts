/**
 * One spelling for a remote: `host/owner/repo` of any depth, so that a pattern need not know
 * whether somebody cloned by https or by ssh. Total, idempotent, linear in the length of the text.
 *
 * ```text
 * git@github.com:Org/x.git   https://u:p@GitHub.com/Org/x.git/   →   github.com/Org/x
 * git@h:2222/o/r.git         →   h/2222/o/r      (no scheme: 2222 is a folder)
 * ```
 *
 * Not for showing: what is no remote comes back trimmed, whatever it holds.
 *
 * Spec: RG-1.
 */
export function normaliseOrigin(url: string): string {
  const text = url.trim();
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//iu.exec(text)?.[0];
  if (scheme !== undefined) return fromUrl(text.slice(scheme.length), scheme.toLowerCase());
  if (isLocalPath(text)) return tidyPath(text);
  const bare = withoutUser(text);
  const slash = indexOrEnd(bare, "/");
  const colon = bare.indexOf(":");
  if (colon > 0 && colon < slash) return fromScp(cutQuery(bare));
  return slash === bare.length ? text : fromBare(bare, slash, bare !== text);
}

/** `/srv/r`, `./r`, `../r`, `~/r`, `C:\r`, `\\host\r`: places, in which `?` and `#` are names. */
function isLocalPath(text: string): boolean {
  return /^(?:[\\/]|\.{1,2}(?:\/|$)|~[^/:]*\/|[a-z]:[\\/])/iu.test(text);
}

function fromUrl(rest: string, scheme: string): string {
  const text = cutQuery(withoutUser(rest));
  const slash = indexOrEnd(text, "/");
  const { host, tail } = hostAndTail(text.slice(0, slash));
  // A port is digits, or nothing at all; anything else after the colon is a path in disguise.
  const folder = /^\d*$/u.test(tail) ? "" : `/${tail}`;
  const isHere = scheme === "file://" && host === "localhost";
  return joined(isHere ? "" : host, `${folder}${text.slice(slash)}`);
}

function fromScp(bare: string): string {
  const bracketed = /^\[([^\]/]*)\](?::|$)/u.exec(bare);
  const inner = bracketed?.[1];
  // git reads `[user@host:port]:path` as host and port, and `[fe80::1]:path` as an address.
  if (bracketed !== null && inner !== undefined && /^[^:]+:\d+$/u.test(inner)) {
    return joined(hostName(inner.slice(0, inner.indexOf(":"))), bare.slice(bracketed[0].length));
  }
  const slash = indexOrEnd(bare, "/");
  const { host, tail } = hostAndTail(bare.slice(0, slash));
  return joined(host, `${tail}${bare.slice(slash)}`);
}

/** `host/owner/repo` as it is; `me@host/owner/repo`, which people type for a remote. */
function fromBare(text: string, slash: number, hadUser: boolean): string {
  const first = text.slice(0, slash);
  const isHost = hadUser || /^[^.].*\./u.test(first);
  return joined(isHost ? hostName(first) : first.trimEnd(), cutQuery(text.slice(slash)));
}

/** User info ends at the last `@` before the first `/`: passwords may hold an `@`. */
function withoutUser(text: string): string {
  const at = text.slice(0, indexOrEnd(text, "/")).lastIndexOf("@");
  if (at < 0) return text;
  const bracket = text.startsWith("[") && at < text.indexOf("]") ? "[" : "";
  return `${bracket}${text.slice(at + 1)}`;
}

function hostAndTail(authority: string): { readonly host: string; readonly tail: string } {
  const close = authority.startsWith("[") ? authority.indexOf("]") : -1;
  const colon = authority.indexOf(":", close + 1);
  if (colon < 0) return { host: hostName(authority), tail: "" };
  return { host: hostName(authority.slice(0, colon)), tail: authority.slice(colon + 1) };
}

function hostName(host: string): string {
  return host.replaceAll("\\", "").trim().toLowerCase();
}

function cutQuery(text: string): string {
  const at = text.search(/[?#]/u);
  return at < 0 ? text : text.slice(0, at);
}

function joined(host: string, path: string): string {
  const tidy = tidyPath(`/${path}`);
  if (tidy === "/") return host;
  return host === "" ? tidy : `${host}${tidy}`;
}

/**
 * Doubled slashes become one; trailing slashes, blanks and `.git` go in whatever order they come.
 */
function tidyPath(path: string): string {
  const single = path.replace(/\/{2,}/gu, "/");
  let end = single.length;
  while (end > 0) {
    if (single.endsWith(".git", end)) end -= ".git".length;
    else if (/[/\s]/u.test(single.charAt(end - 1))) end -= 1;
    else return single.slice(0, end);
  }
  return single.slice(0, 1);
}

function indexOrEnd(text: string, part: string): number {
  const at = text.indexOf(part);
  return at < 0 ? text.length : at;
}
