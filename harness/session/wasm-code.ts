/**
 * Just enough of WebAssembly's binary format to write a few small functions down in place: the
 * instructions used, by the names of its specification, and the frame of a module.
 */

/** Memory that a module looks into. */
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
  ) => { readonly exports: object };
}

/** WebAssembly, as every Node has it. Spec: HN-10. */
export const wasm = Reflect.get(globalThis, "WebAssembly") as Assembly;

/** Memory of at least this many bytes. Spec: HN-10. */
export function scanMemory(bytes: number): ScanMemory {
  return new wasm.Memory({ initial: Math.ceil(bytes / 65_536) });
}

/** One sequence from several. Spec: HN-10. */
export function code(...parts: readonly (readonly number[])[]): readonly number[] {
  return parts.flat();
}

/** Instructions. Spec: HN-10. */
export const op = {
  loop: [0x03, 0x40],
  if: [0x04, 0x40],
  else: [0x05],
  end: [0x0b],
  br: (depth: number) => [0x0c, depth],
  brIf: (depth: number) => [0x0d, depth],
  return: [0x0f],
  get: (local: number) => [0x20, local],
  set: (local: number) => [0x21, local],
  tee: (local: number) => [0x22, local],
  load32: (offset: number) => [0x28, 0, offset],
  load8: (offset: number) => [0x2d, 0, offset],
  i32: (value: number) => [0x41, ...signed(value)],
  eqz: [0x45],
  eq: [0x46],
  ne: [0x47],
  below: [0x48],
  belowUnsigned: [0x49],
  ctz: [0x68],
  add: [0x6a],
  sub: [0x6b],
  and: [0x71],
  or: [0x72],
  shiftRight: [0x76],
  vLoad: [0xfd, 0x00, 0, 0],
  vLoad4: (offset: number) => [0xfd, 0x5c, 0, offset],
  vConst: (bytes: readonly number[]) => [0xfd, 0x0c, ...bytes],
  vSplat: [0xfd, 0x0f],
  vEqual: [0xfd, 0x23],
  vBelow: [0xfd, 0x26],
  vOr: [0xfd, 0x50],
  vAnyTrue: [0xfd, 0x53],
  vMask: [0xfd, 0x64],
  vSub: [0xfd, 0x71],
} as const;

/** Calls the function of that index. Spec: HN-10. */
export function call(index: number): readonly number[] {
  return [0x10, index];
}

/** `then` where the condition holds. A branch out of it counts one level more. Spec: HN-10. */
export function when(condition: readonly number[], then: readonly number[]): readonly number[] {
  return code(condition, op.if, then, op.end);
}

/** A function of integers to an integer. Its locals are numbered parameters, integers, vectors. */
export interface WasmFunction {
  readonly name: string;
  readonly parameters: number;
  readonly integers: number;
  readonly vectors: number;
  readonly body: readonly number[];
}

const i32 = 0x7f;
const v128 = 0x7b;

/** A module of functions, all exported, over an imported memory `host.memory`. Spec: HN-10. */
export function moduleBytes(functions: readonly WasmFunction[]): Uint8Array {
  const types = functions.map(({ parameters }) => [
    0x60,
    parameters,
    ...new Array<number>(parameters).fill(i32),
    ...[1, i32],
  ]);
  const bodies = functions.map(({ integers, vectors, body }) => {
    const bytes = code([2, integers, i32, vectors, v128], body, op.end);
    return code(unsigned(bytes.length), bytes);
  });
  return Uint8Array.from([
    ...Buffer.from("\0asm"),
    ...[1, 0, 0, 0],
    ...section(1, types),
    ...section(2, [[...named("host"), ...named("memory"), 2, 0, 1]]),
    ...section(
      3,
      functions.map((_, index) => [index]),
    ),
    ...section(
      7,
      functions.map(({ name }, index) => [...named(name), 0, index]),
    ),
    ...section(10, bodies),
  ]);
}

function section(id: number, members: readonly (readonly number[])[]): readonly number[] {
  const content = code([members.length], ...members);
  return [id, ...unsigned(content.length), ...content];
}

function named(name: string): readonly number[] {
  return [name.length, ...Buffer.from(name)];
}

/** LEB128, as WebAssembly writes sizes. */
function unsigned(value: number): readonly number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

/** Signed LEB128, as WebAssembly writes constants. */
function signed(value: number): readonly number[] {
  const low = value & 0x7f;
  const rest = value >> 7;
  const isLast = (rest === 0 && low < 0x40) || (rest === -1 && low >= 0x40);
  return isLast ? [low] : [low | 0x80, ...signed(rest)];
}
