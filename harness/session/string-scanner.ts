/**
 * What is left of a JSON string from a byte inside it: the index after its closing quote, `-1` for
 * a byte that may not stand there, or `-2 - index` of the backslash of an escape that is not one of
 * the eight short ones, which the caller looks at itself.
 */
export type StringScanner = (at: number) => number;

/**
 * A scanner over one WebAssembly memory, sixteen bytes a step; `undefined` on a machine without
 * SIMD. Long texts are most of a session, and this is several times as fast as a loop in JavaScript;
 * that loop (`skipString` without a scanner) stays the definition that a test compares with.
 *
 * It reads up to sixteen bytes past the string's end: leave that much room.
 *
 * Spec: HN-10.
 */
export function stringScanner(memory: ScanMemory): StringScanner | undefined {
  if (scannerModule === undefined) return undefined;
  return new assembly.Instance(scannerModule, { host: { memory } }).exports.scan;
}

/** Memory that a scanner can look into. */
export interface ScanMemory {
  readonly buffer: ArrayBuffer;
}

/** The slice of the WebAssembly API used; TypeScript has its types only together with the DOM's. */
interface Assembly {
  readonly Memory: new (size: { readonly initial: number }) => ScanMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: { readonly host: { readonly memory: ScanMemory } },
  ) => { readonly exports: { readonly scan: StringScanner } };
}

const assembly = Reflect.get(globalThis, "WebAssembly") as Assembly;

/** Memory of at least this many bytes. Spec: HN-10. */
export function scanMemory(bytes: number): ScanMemory {
  return new assembly.Memory({ initial: Math.ceil(bytes / 65_536) });
}

/** The instructions used, by the names of the WebAssembly specification. */
const op = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  end: [0x0b],
  br: (depth: number) => [0x0c, depth],
  return: [0x0f],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  load8: (offset: number) => [0x2d, 0x00, offset],
  i32: (value: number) => [0x41, ...signed(value)],
  eqz: [0x45],
  eq: [0x46],
  ne: [0x47],
  ctz: [0x68],
  add: [0x6a],
  sub: [0x6b],
  vLoad: [0xfd, 0x00, 0x00, 0x00],
  vConst: (bytes: readonly number[]) => [0xfd, 0x0c, ...bytes],
  vSplat: [0xfd, 0x0f],
  vEqual: [0xfd, 0x23],
  vBelow: [0xfd, 0x26],
  vOr: [0xfd, 0x50],
  vAnyTrue: [0xfd, 0x53],
  vMask: [0xfd, 0x64],
} as const;

const at = 0;
const hits = 1;
const byte = 2;
const vector = 3;

function vectorOf(value: number): number[] {
  return op.vConst(new Array<number>(16).fill(value));
}

/** `" \ / b f n r t`, the last one repeated to fill the vector. */
const shortEscapes = op.vConst([...Buffer.from('"\\/bfnrt'.padEnd(16, "t"))]);

const body = [
  ...op.loop,
  // hits: one bit for each of the next sixteen bytes that is a control, a quote or a backslash.
  ...[...op.get(at), ...op.vLoad, ...op.tee(vector), ...vectorOf(0x20), ...op.vBelow],
  ...[...op.get(vector), ...vectorOf(0x22), ...op.vEqual, ...op.vOr],
  ...[...op.get(vector), ...vectorOf(0x5c), ...op.vEqual, ...op.vOr],
  ...[...op.vMask, ...op.tee(hits), ...op.eqz, ...op.if],
  ...[...op.get(at), ...op.i32(16), ...op.add, ...op.set(at), ...op.br(1), ...op.end],
  ...[...op.get(at), ...op.get(hits), ...op.ctz, ...op.add, ...op.tee(at)],
  ...[...op.load8(0), ...op.tee(byte), ...op.i32(0x22), ...op.eq, ...op.if],
  ...[...op.get(at), ...op.i32(1), ...op.add, ...op.return, ...op.end],
  ...[...op.get(byte), ...op.i32(0x5c), ...op.ne, ...op.if],
  ...[...op.i32(-1), ...op.return, ...op.end],
  ...[...op.get(at), ...op.load8(1), ...op.vSplat, ...shortEscapes, ...op.vEqual],
  ...[...op.vAnyTrue, ...op.if],
  ...[...op.get(at), ...op.i32(2), ...op.add, ...op.set(at), ...op.br(1), ...op.end],
  ...[...op.i32(-2), ...op.get(at), ...op.sub, ...op.return, ...op.end],
  // Not reached: every way out of the loop returns. The function's type wants a value here.
  ...op.i32(-1),
];

function scannerBytes(): Uint8Array {
  const i32 = 0x7f;
  const v128 = 0x7b;
  const locals = [2, 2, i32, 1, v128];
  const code = [...locals, ...body, ...op.end];
  return Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...[1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, i32, 1, i32]),
    ...section(2, [1, ...named("host"), ...named("memory"), 0x02, 0x00, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...named("scan"), 0x00, 0]),
    ...section(10, [1, ...unsigned(code.length), ...code]),
  ]);
}

function section(id: number, content: readonly number[]): number[] {
  return [id, ...unsigned(content.length), ...content];
}

function named(name: string): number[] {
  return [name.length, ...Buffer.from(name)];
}

/** LEB128, as WebAssembly writes sizes. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128, as WebAssembly writes constants. */
function signed(value: number): number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}

function compiled(): object | undefined {
  try {
    return new assembly.Module(scannerBytes());
  } catch {
    return undefined;
  }
}

const scannerModule = compiled();
