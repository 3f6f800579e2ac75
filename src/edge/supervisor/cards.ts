import type { Host } from "../host.ts";
import { auditEntryType, warningEntryType } from "./entry-types.ts";
import type { Terminal } from "./renderers.ts";

/**
 * Registers the cards with pi, and loads what draws them once there is a terminal: pi wants
 * renderers before a session starts, and most sessions of scripts never draw.
 *
 * Spec: SV-40.
 */
export class Cards {
  #renderers: typeof import("./renderers.ts") | undefined;
  #terminal: Terminal | undefined;

  /** Draws nothing until `load` is done: pi then draws what it would without this package. */
  constructor(host: Pick<Host, "registerEntryRenderer" | "registerToolRenderer">) {
    host.registerEntryRenderer(auditEntryType, ({ data }, { expanded }, theme) =>
      this.#terminal === undefined
        ? undefined
        : this.#renderers?.auditEntry(data, expanded, theme, this.#terminal),
    );
    host.registerEntryRenderer(warningEntryType, ({ data }, _options, theme) =>
      this.#terminal === undefined
        ? undefined
        : this.#renderers?.warningEntry(data, theme, this.#terminal),
    );
    host.registerToolRenderer((_toolName, next) => {
      const base = next();
      if (base === undefined || this.#terminal === undefined) return base;
      return this.#renderers?.withCard(base, this.#terminal) ?? base;
    });
  }

  /** Loads what draws. */
  async load(): Promise<void> {
    this.#renderers ??= await import("./renderers.ts");
    this.#terminal ??= await import("@earendil-works/pi-tui");
  }
}
