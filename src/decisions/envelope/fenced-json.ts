/**
 * The last fenced block of an answer that holds JSON, parsed; `undefined` when there is none. A
 * fence marked with another language is no candidate, and text that does not parse is handed on as
 * it stands, so that a broken envelope is reported as broken and not as missing.
 *
 * Spec: TK-35.
 */
export function fencedJson(text: string): unknown {
  let open: { readonly mark: string; readonly language: string; readonly from: number } | undefined;
  let found: string | undefined;
  const lines = text.split("\n");
  lines.forEach((line, index) => {
    const fence = /^ {0,3}(`{3,}|~{3,})\s*([^\s`]*)\s*$/u.exec(line.replace(/\r$/u, ""));
    if (fence === null) return;
    const [, mark = "", language = ""] = fence;
    if (open === undefined) {
      open = { mark, language: language.toLowerCase(), from: index + 1 };
    } else if (language === "" && mark[0] === open.mark[0] && mark.length >= open.mark.length) {
      const body = lines.slice(open.from, index).join("\n");
      if (isCandidate(open.language, body)) found = body;
      open = undefined;
    }
  });
  if (found === undefined) return undefined;
  try {
    return JSON.parse(found);
  } catch {
    return found;
  }
}

function isCandidate(language: string, body: string): boolean {
  if (language === "json") return true;
  return language === "" && body.trimStart().startsWith("{");
}
