import type { Ports } from "../../kernel/ports.ts";
import type { Host } from "../host.ts";
import { isOwnFile } from "./own-files.ts";

/**
 * What a gated session does beside being silent: this package's skills leave the system prompt, and
 * `/skill:` for one of them is answered instead of loaded. The list is changed in place and nothing
 * is returned, so that the prompt's cache and other extensions' edits survive.
 *
 * Spec: RG-21, RG-22.
 */
export function installGatedSession(
  host: Pick<Host, "on" | "getCommands">,
  ports: Ports,
  isGated: () => boolean,
): void {
  host.on("before_agent_start", (event) => {
    if (!isGated()) return;
    const { skills } = event.systemPromptOptions;
    if (skills === undefined) return;
    const kept = skills.filter((skill) => !isOwnFile(ports, skill.filePath));
    if (kept.length < skills.length) skills.splice(0, skills.length, ...kept);
  });
  host.on("input", (event, context) => {
    const name = isGated() ? skillCommand(event.text) : undefined;
    if (name === undefined || !isOwnCommand(host, ports, name)) return;
    const words = `gatehouse is off in this repository; the skill ${name} was not loaded`;
    if (context.hasUI) context.ui.notify(words, "warning");
    else ports.log.line(words);
    return { action: "handled" };
  });
}

/** pi's own rule: the text starts with `/skill:`, and the name goes up to the first space. */
function skillCommand(text: string): string | undefined {
  if (!text.startsWith("/skill:")) return undefined;
  const space = text.indexOf(" ");
  return text.slice("/skill:".length, space < 0 ? text.length : space);
}

function isOwnCommand(host: Pick<Host, "getCommands">, ports: Ports, name: string): boolean {
  const command = host
    .getCommands()
    .find((each) => each.source === "skill" && each.name === `skill:${name}`);
  return command !== undefined && isOwnFile(ports, command.sourceInfo.path);
}
