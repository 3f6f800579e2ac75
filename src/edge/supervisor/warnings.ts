import type { Host, HostContext } from "../host.ts";
import { warningEntryType } from "./entry-types.ts";

/**
 * Says what is wrong with a configuration, where somebody will see it: a notice, or without a UI an
 * entry in the session. Never the console, which belongs to pi's own output.
 *
 * Spec: SV-3, SV-40.
 */
export function warn(
  host: Pick<Host, "appendEntry">,
  context: HostContext,
  warnings: readonly string[],
): void {
  if (warnings.length === 0) return;
  if (context.hasUI) {
    context.ui.notify(warnings.map((text) => `supervisor: ${text}`).join("\n"), "warning");
  } else {
    host.appendEntry(warningEntryType, { version: 1, warnings });
  }
}
