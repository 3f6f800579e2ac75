import { isJsonObject, type JsonObject } from "../../kernel/json.ts";
import { plain } from "./file-change.ts";
import { type FileTextState, textState } from "./file-state.ts";

/** One replacement of an edit call. */
export interface Replacement {
  readonly oldText: string;
  readonly newText: string;
}

/** The replacements of an edit call; what is no replacement is left out. Spec: SV-30. */
export function replacementsOf(input: JsonObject): readonly Replacement[] {
  const edits = Array.isArray(input["edits"]) ? input["edits"] : [input];
  return edits.flatMap((edit: unknown): Replacement[] => {
    if (!isJsonObject(edit)) return [];
    const { oldText, newText } = edit;
    return typeof oldText === "string" && typeof newText === "string" ? [{ oldText, newText }] : [];
  });
}

/**
 * The file as an edit call would leave it, line ends as LF, by the rule of pi's tool: each old text
 * stands exactly once in the file as it is, and none overlaps another. Undefined where that does
 * not hold; pi may still find a way to apply the edit, or refuse it.
 *
 * Spec: SV-30.
 */
export function proposedEdit(before: FileTextState, input: JsonObject): FileTextState | undefined {
  const text = plain(before.text);
  const places = replacementsOf(input).map(({ oldText, newText }) => {
    const wanted = plain(oldText);
    const at = wanted === "" ? -1 : text.indexOf(wanted);
    const once = at !== -1 && text.indexOf(wanted, at + 1) === -1;
    return once ? { at, end: at + wanted.length, newText: plain(newText) } : undefined;
  });
  if (places.length === 0) return undefined;
  let result = "";
  let from = 0;
  for (const place of [...places].sort((a, b) => (a?.at ?? 0) - (b?.at ?? 0))) {
    if (place === undefined || place.at < from) return undefined;
    result += text.slice(from, place.at) + place.newText;
    from = place.end;
  }
  return { kind: "text", text: result + text.slice(from), mark: before.mark };
}

/** What an edit call would replace and with what, where the file does not tell. Spec: SV-30. */
export function proposalText(input: JsonObject): string {
  const blocks = replacementsOf(input).map(({ oldText, newText }, index) => {
    const lines = (mark: string, text: string) =>
      text === "" ? [] : text.split(/\r?\n/u).map((line) => `${mark}${line}`);
    return [`@@ edit ${index + 1} @@`, ...lines("-", oldText), ...lines("+", newText)].join("\n");
  });
  return blocks.join("\n");
}

/** The file that a write call would leave. Spec: SV-30. */
export function proposedWrite(input: JsonObject): FileTextState | undefined {
  const content = input["content"];
  return typeof content === "string" ? textState(content) : undefined;
}
