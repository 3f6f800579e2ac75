/** A text in its quotes, as bytes: comparing those too makes a prefix no match. Spec: HN-10. */
export function bytesOf(text: string): Uint8Array {
  return Buffer.from(`"${text}"`);
}

/** The keys of an entry that are looked for on bytes. Spec: HN-10. */
export const key = {
  type: bytesOf("type"),
  id: bytesOf("id"),
  parentId: bytesOf("parentId"),
  message: bytesOf("message"),
  role: bytesOf("role"),
  content: bytesOf("content"),
  nestedCalls: bytesOf("nestedCalls"),
  stopReason: bytesOf("stopReason"),
  name: bytesOf("name"),
  arguments: bytesOf("arguments"),
  parentToolCallId: bytesOf("parentToolCallId"),
} as const;

/** The texts that decide how an entry is read. Spec: HN-10. */
export const word = {
  message: bytesOf("message"),
  session: bytesOf("session"),
  leaf: bytesOf("leaf"),
  custom: bytesOf("custom"),
  assistant: bytesOf("assistant"),
  toolCall: bytesOf("toolCall"),
  aborted: bytesOf("aborted"),
  error: bytesOf("error"),
  null: Buffer.from("null"),
} as const;
