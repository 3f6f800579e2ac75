import type { JsonObject } from "../../src/kernel/json.ts";
import type { CallBlock } from "./call-block.ts";
import { type CompactJson, notPlain } from "./compact-json.ts";
import { bytesOf } from "./entry-words.ts";
import { callId, recordedCall } from "./recorded-calls.ts";
import type { RecordedCall } from "./session-items.ts";
import { preparedArguments } from "./tool-arguments.ts";

/** For tools of which not every argument is wanted: the names of those that are. Spec: HN-10. */
export type ReadArguments = ReadonlyMap<string, readonly string[]>;

/**
 * Takes calls from the bytes of a recognised entry. Where only some arguments of a tool are wanted,
 * the others (whole files, often) are neither decoded nor parsed, and the call carries the text of
 * the wanted ones as its `inputKey`.
 *
 * Spec: HN-10.
 */
export class PlainCalls {
  readonly #wanted: ReadonlyMap<string, readonly Uint8Array[]>;

  constructor(wanted: ReadArguments = new Map()) {
    this.#wanted = new Map([...wanted].map(([tool, names]) => [tool, names.map(bytesOf)]));
  }

  /** The call in a block. */
  call(json: CompactJson, block: CallBlock, line: number): RecordedCall {
    const toolName = json.bytes.toString("latin1", block.nameStart + 1, block.nameEnd - 1);
    const wanted =
      block.isOdd || block.argumentsStart === 0 ? undefined : this.#wanted.get(toolName);
    const inputKey = wanted && wantedMembers(json, block.argumentsStart, wanted);
    if (inputKey === undefined) {
      const whole: JsonObject = JSON.parse(json.bytes.toString("utf8", block.start, block.end));
      return recordedCall(whole, line, block.number);
    }
    const { idStart, idEnd } = block;
    const id = idStart === 0 ? "" : json.bytes.toString("latin1", idStart + 1, idEnd - 1);
    return {
      toolCallId: callId(id, line, block.number),
      toolName,
      inputKey,
      // Parsed when asked for: of calls that agree only the first is.
      get input() {
        return preparedArguments(toolName, JSON.parse(inputKey));
      },
    };
  }
}

/** The wanted members of an object as the text of one, or `undefined` where a key has escapes. */
function wantedMembers(
  json: CompactJson,
  start: number,
  wanted: readonly Uint8Array[],
): string | undefined {
  const { bytes } = json;
  let text = "";
  let at = start;
  if (bytes[start + 1] === 0x7d) return "{}";
  do {
    const keyStart = at + 1;
    const keyEnd = json.skipSimpleString(keyStart);
    if (keyEnd === notPlain) return undefined;
    at = json.skipValue(keyEnd + 1);
    if (!wanted.some((name) => json.holds(keyStart, name))) continue;
    text += `${text === "" ? "" : ","}${bytes.toString("utf8", keyStart, at)}`;
  } while (bytes[at] === 0x2c);
  return `{${text}}`;
}
