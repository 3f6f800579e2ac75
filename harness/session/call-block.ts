import { type CompactJson, notPlain } from "./compact-json.ts";
import { key } from "./entry-words.ts";

/** Where a call's block and its parts are in the bytes; 0 for a part that is not there. */
export interface CallBlock {
  /** Its number among the entry's calls, from 1. */
  number: number;
  start: number;
  end: number;
  nameStart: number;
  nameEnd: number;
  idStart: number;
  idEnd: number;
  argumentsStart: number;
  /** Whether it has parts that only parsing it tells. */
  isOdd: boolean;
}

/**
 * The block of a tool call that starts at `start`, from after its type; `undefined` where it is not
 * as pi writes it. `number` is the call's place in its entry.
 *
 * Spec: HN-10.
 */
export function callBlock(
  json: CompactJson,
  start: number,
  afterType: number,
  number: number,
): CallBlock | undefined {
  const { bytes } = json;
  const block: CallBlock = {
    number,
    start,
    end: 0,
    nameStart: 0,
    nameEnd: 0,
    idStart: 0,
    idEnd: 0,
    argumentsStart: 0,
    isOdd: false,
  };
  let at = afterType;
  while (bytes[at] === 0x2c) {
    const keyStart = at + 1;
    const keyEnd = json.skipSimpleString(keyStart);
    if (keyEnd === notPlain || bytes[keyEnd] !== 0x3a) return undefined;
    if (json.holds(keyStart, key.type)) return undefined;
    const valueStart = keyEnd + 1;
    at = json.skipValue(valueStart);
    if (at === notPlain) return undefined;
    if (json.holds(keyStart, key.name)) {
      const isPlainName = json.skipSimpleString(valueStart) === at && at > valueStart + 2;
      if (block.nameStart !== 0 || !isPlainName) return undefined;
      block.nameStart = valueStart;
      block.nameEnd = at;
    } else if (json.holds(keyStart, key.id)) {
      block.isOdd ||= block.idStart !== 0 || json.skipSimpleString(valueStart) !== at;
      block.idStart = valueStart;
      block.idEnd = at;
    } else if (json.holds(keyStart, key.arguments)) {
      block.isOdd ||= block.argumentsStart !== 0 || bytes[valueStart] !== 0x7b;
      block.argumentsStart = valueStart;
    } else if (json.holds(keyStart, key.parentToolCallId)) block.isOdd = true;
  }
  if (bytes[at] !== 0x7d || block.nameStart === 0) return undefined;
  block.end = at + 1;
  return block;
}
