import {
  call,
  code,
  moduleBytes,
  op,
  type ScanMemory,
  scanMemory,
  wasm,
  when,
} from "./wasm-code.ts";

/**
 * Recognisers of compact JSON over one WebAssembly memory, with the answers of `CompactJson`: the
 * index after what was recognised, or -1.
 */
export interface JsonScanner {
  /** What is left of a string, from a byte inside it. */
  text(at: number): number;
  /** Any value. */
  value(at: number, depth: number): number;
}

/** Memory with a scanner that looks into it; none on a machine without SIMD. Spec: HN-10. */
export interface ScannedMemory {
  readonly memory: ScanMemory;
  readonly scanner: JsonScanner | undefined;
}

/**
 * Memory of at least this many bytes, and its scanner.
 *
 * Checking is most of what reading a session costs, and this is several times as fast as the loops
 * of `CompactJson`, from the first line on: there is nothing to warm up. Those loops stay the
 * definition, and a test compares. A scanner reads up to sixteen bytes past the end of a text:
 * leave that much room.
 *
 * Spec: HN-10.
 */
export function scannedMemory(bytes: number): ScannedMemory {
  const memory = scanMemory(bytes);
  if (scannerModule === undefined) return { memory, scanner: undefined };
  const { exports } = new wasm.Instance(scannerModule, { host: { memory } });
  return { memory, scanner: exports as unknown as JsonScanner };
}

/** Nesting beyond this many levels is not recognised: recursion has to end somewhere. */
export const depthMax = 60;

// The functions, by their index in the module.
const text = 0;
const digits = 1;
const number = 2;
const members = 3;
const value = 4;

// Their first local is always the place that is looked at.
const at = 0;
const next = (count: number) => code(op.get(at), op.i32(count), op.add);
const step = (count: number) => code(next(count), op.set(at));
const answer = (result: readonly number[]) => code(result, op.return);
const refuse = answer(op.i32(-1));
const byteAt = (offset = 0) => code(op.get(at), op.load8(offset));
const is = (byte: string, offset = 0) => code(byteAt(offset), op.i32(byte.charCodeAt(0)), op.eq);
const isNot = (byte: string) => code(is(byte), op.eqz);
const failed = code(op.get(at), op.i32(0), op.below);

const all = (byte: number) => op.vConst(new Array<number>(16).fill(byte));
const orAny = (byte: string) => code(op.get(vector), all(byte.charCodeAt(0)), op.vEqual, op.vOr);
/** `" \ / b f n r t`, the last one repeated to fill the vector. */
const shortEscapes = op.vConst([...Buffer.from('"\\/bfnrt'.padEnd(16, "t"))]);

const hits = 1;
const vector = 2;

/**
 * text(at): sixteen bytes a turn, one bit of `hits` for each that is a control character, a quote
 * or a backslash; in the inner loop, from one of those to the next.
 */
const textBody = code(
  op.loop,
  code(op.get(at), op.vLoad, op.tee(vector), all(0x20), op.vBelow, orAny('"'), orAny("\\")),
  when(code(op.vMask, op.tee(hits), op.eqz), code(step(16), op.br(1))),
  op.loop,
  code(op.get(at), op.get(hits), op.ctz, op.add, op.set(at)),
  when(is('"'), answer(next(1))),
  when(isNot("\\"), refuse),
  when(
    code(byteAt(1), op.vSplat, shortEscapes, op.vEqual, op.vAnyTrue),
    code(
      step(2),
      code(op.get(hits), op.get(hits), op.ctz, op.shiftRight, op.i32(2), op.shiftRight),
      // On to the next hit, or to the next sixteen bytes.
      code(op.tee(hits), op.brIf(1), op.br(2)),
    ),
  ),
  when(code(is("u", 1), op.eqz), refuse),
  // Four digits are hexadecimal where each, as a digit or as a letter, is in its range.
  code(op.get(at), op.vLoad4(2), op.tee(vector), all(0x30), op.vSub, all(10), op.vBelow),
  code(op.get(vector), all(0x20), op.vOr, all(0x61), op.vSub, all(6), op.vBelow, op.vOr),
  when(code(op.vMask, op.i32(15), op.and, op.i32(15), op.ne), refuse),
  code(step(6), op.br(1), op.end, op.end),
  // Not reached: every way out of the loops returns. The function's type wants an answer here.
  op.i32(-1),
);

/** digits(at): at least one. */
const digitsBody = code(
  code(op.get(at), op.set(1), op.loop),
  when(code(byteAt(), op.i32(0x30), op.sub, op.i32(10), op.belowUnsigned), code(step(1), op.br(1))),
  op.end,
  when(code(op.get(at), op.get(1), op.eq), refuse),
  op.get(at),
);

/** number(at): sign, whole part without leading zeros, fraction, exponent. */
const numberBody = code(
  when(is("-"), step(1)),
  code(is("0"), op.if, step(1), op.else, op.get(at), call(digits), op.set(at), op.end),
  when(failed, refuse),
  when(is("."), code(next(1), call(digits), op.set(at), when(failed, refuse))),
  when(
    code(is("e"), is("E"), op.or),
    code(
      step(1),
      when(code(is("+"), is("-"), op.or), step(1)),
      answer(code(op.get(at), call(digits))),
    ),
  ),
  op.get(at),
);

const depth = 1;
const close = 2;
const isObject = code(op.get(close), op.i32(0x7d), op.eq);

/** members(at, depth, close): an object or an array, by the byte that closes it. */
const membersBody = code(
  when(code(op.i32(depthMax), op.get(depth), op.below), refuse),
  when(code(byteAt(1), op.get(close), op.eq), answer(next(2))),
  op.loop,
  step(1),
  when(
    isObject,
    code(
      when(isNot('"'), refuse),
      code(next(1), call(text), op.set(at)),
      when(failed, refuse),
      when(isNot(":"), refuse),
      step(1),
    ),
  ),
  code(op.get(at), op.get(depth), op.i32(1), op.add, call(value), op.set(at)),
  when(failed, refuse),
  code(is(","), op.brIf(0), op.end),
  when(code(byteAt(), op.get(close), op.eq), answer(next(1))),
  op.i32(-1),
);

/** The word at `at`, of which `four` bytes stand at `offset`. */
const word = (four: string, offset: number) =>
  code(op.get(at), op.load32(offset), op.i32(Buffer.from(four).readInt32LE()), op.eq);
const container = (open: string, closing: string) =>
  when(
    is(open),
    answer(code(op.get(at), op.get(depth), op.i32(closing.charCodeAt(0)), call(members))),
  );

/** value(at, depth). */
const valueBody = code(
  when(is('"'), answer(code(next(1), call(text)))),
  container("{", "}"),
  container("[", "]"),
  when(word("true", 0), answer(next(4))),
  when(word("null", 0), answer(next(4))),
  when(code(is("f"), word("alse", 1), op.and), answer(next(5))),
  code(op.get(at), call(number)),
);

const scannerModule = compiled();

function compiled(): object | undefined {
  try {
    return new wasm.Module(
      moduleBytes([
        { name: "text", parameters: 1, integers: 1, vectors: 1, body: textBody },
        { name: "digits", parameters: 1, integers: 1, vectors: 0, body: digitsBody },
        { name: "number", parameters: 1, integers: 0, vectors: 0, body: numberBody },
        { name: "members", parameters: 3, integers: 0, vectors: 0, body: membersBody },
        { name: "value", parameters: 2, integers: 0, vectors: 0, body: valueBody },
      ]),
    );
  } catch {
    return undefined;
  }
}
