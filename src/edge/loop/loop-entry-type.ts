import type { HostContext } from "../host.ts";

/** The type of the session entries that hold a loop. Spec: LP-44. */
export const loopEntryType = "gatehouse.loop";

/** Whether the branch has an entry of a loop at all: cheap, so that most sessions load no more. */
export function hasLoopEntry(context: Pick<HostContext, "sessionManager">): boolean {
  return context.sessionManager
    .getBranch()
    .some((entry) => entry.type === "custom" && entry.customType === loopEntryType);
}
