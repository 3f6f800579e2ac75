import type { Host } from "../host.ts";

/** What is needed to know and to switch tools. */
export type ToolSwitch = Pick<Host, "getActiveTools" | "getAllTools" | "setActiveTools">;

/**
 * Takes this package's tools out of the model's reach and back. What was taken out is kept, so that
 * a session elsewhere gets back what it had, and nothing that somebody else switched off.
 *
 * Spec: RG-20.
 */
export class OwnTools {
  readonly #host: ToolSwitch;
  readonly #names: ReadonlySet<string>;
  readonly #isOwnFile: (file: string) => boolean;
  #taken: readonly string[] = [];

  constructor(host: ToolSwitch, names: ReadonlySet<string>, isOwnFile: (file: string) => boolean) {
    this.#host = host;
    this.#names = names;
    this.#isOwnFile = isOwnFile;
  }

  /** Makes the tools inactive or, where this made them so, active again. */
  set(isOn: boolean): void {
    if (this.#names.size === 0) return;
    const active = this.#host.getActiveTools();
    if (isOn) {
      const back = this.#taken.filter((name) => !active.includes(name));
      this.#taken = [];
      if (back.length > 0) this.#host.setActiveTools([...active, ...back]);
      return;
    }
    const own = this.#own();
    const taken = active.filter((name) => own.has(name));
    if (taken.length === 0) return;
    this.#taken = [...new Set([...this.#taken, ...taken])];
    this.#host.setActiveTools(active.filter((name) => !taken.includes(name)));
  }
  /**
   * The tools of these names, without those that another extension registered under one of them.
   * An extension that is no file, as the harness loads this one, counts as this one.
   */
  #own(): ReadonlySet<string> {
    const tools = this.#host.getAllTools().filter(({ name, sourceInfo: { path } }) => {
      const isFile = /[\\/]/u.test(path);
      return this.#names.has(name) && (!isFile || this.#isOwnFile(path));
    });
    return new Set(tools.map((tool) => tool.name));
  }
}
