import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";

/**
 * A recorded call's arguments as pi hands them to `tool_call` handlers. The recording holds what
 * the model sent; pi straightens the older and sloppier shapes of `edit` before anyone sees them:
 * `oldText`/`newText` beside `path`, `edits` as a JSON text, `edits` as one object.
 *
 * Written out here because loading pi for it would cost a second at every start; a test compares
 * with the tool that pi exports. The recorded object is not changed.
 *
 * Spec: HN-4.
 */
export function preparedArguments(toolName: string, recorded: JsonObject): JsonObject {
  return toolName === "edit" ? preparedEdit(recorded) : recorded;
}

function preparedEdit(recorded: JsonObject): JsonObject {
  const { oldText, newText, ...rest } = recorded;
  const edits = editList(recorded["edits"]);
  if (typeof oldText !== "string" || typeof newText !== "string") {
    return edits === recorded["edits"] ? recorded : { ...recorded, edits };
  }
  const listed = Array.isArray(edits) ? edits : [];
  return { ...rest, edits: [...listed, { oldText, newText }] };
}

function editList(edits: unknown): unknown {
  if (isSingleEdit(edits)) return [edits];
  if (typeof edits !== "string") return edits;
  try {
    const read: unknown = JSON.parse(edits);
    if (Array.isArray(read)) return read;
    return isSingleEdit(read) ? [read] : edits;
  } catch {
    return edits;
  }
}

function isSingleEdit(value: unknown): boolean {
  return (
    isJsonObject(value) &&
    typeof value["oldText"] === "string" &&
    typeof value["newText"] === "string"
  );
}
