/**
 * Says that the fake host lacks a part of pi. It is thrown instead of doing nothing: an extension
 * that relies on a missing part fails its test, and does not pass by accident.
 *
 * Spec: HN-1.
 */
export class UnsupportedError extends Error {
  /** The part of pi's API that was asked for, such as `ctx.modelRegistry`. */
  readonly method: string;

  /** Names the part that is missing. */
  constructor(method: string) {
    super(`${method} is unsupported by the fake host`);
    this.name = "UnsupportedError";
    this.method = method;
  }
}

/**
 * Keeps the first unsupported use, because pi's rules swallow errors of handlers and turn errors of
 * tools into results: the host throws it again when its operation ends.
 *
 * Spec: HN-1.
 */
export class Faults {
  #first: UnsupportedError | undefined;

  /** Notes the fault and throws it. */
  unsupported(method: string): never {
    const fault = new UnsupportedError(method);
    this.#first ??= fault;
    throw fault;
  }

  /** Throws the fault that was noted, once. */
  rethrow(): void {
    if (this.#first === undefined) return;
    const fault = this.#first;
    this.#first = undefined;
    throw fault;
  }
}
