import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import { toolCall } from "../../harness/fake-host/scripted-model.ts";
import { nodePorts } from "../../src/edge/node-ports.ts";
import { gatehouse } from "../../src/extension.ts";
import type { Ports } from "../../src/kernel/ports.ts";

let root = "";
const ticket = "docs/tasks/e/tickets/t/ticket.md";

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "gatehouse-note-")));
  mkdirSync(join(root, ".git"));
  for (const path of [ticket, "docs/tasks/archive/e/tickets/t/ticket.md", "docs/tasks/e/map.md"]) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "\uFEFF# T\r\n\r\nBody \u2028.\r\n");
  }
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function started(): Promise<FakeHost> {
  const variable = (): undefined => undefined;
  const environment = { ...nodePorts.environment, home: root, variable };
  const ports: Ports = { ...nodePorts, environment };
  const extensions = [{ name: "pi-gatehouse", factory: gatehouse(ports) }];
  return FakeHost.start({ extensions, cwd: root });
}

/** Has the model call the tool, and gives what it was told. */
async function noted(input: Record<string, string>): Promise<{ text: string; isError: boolean }> {
  const host = await started();
  host.model.push({ content: [toolCall("tw_write_ticket_note", input, "call-1")] }, "done");
  await host.prompt("go");
  const results = host.entries.flatMap((entry) =>
    entry.type === "message" && entry.message.role === "toolResult" ? [entry.message] : [],
  );
  const [part] = results[0]?.content ?? [];
  const text = part?.type === "text" ? part.text : "";
  return { text, isError: results[0]?.isError === true };
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

describe("tw_write_ticket_note (WL-9)", () => {
  test("is active where there is a task tree, and only there", async () => {
    expect((await started()).activeTools).toContain("tw_write_ticket_note");
    rmSync(join(root, "docs"), { recursive: true });
    expect((await started()).activeTools).not.toContain("tw_write_ticket_note");
  });

  test("writes the section, keeps every other byte and leaves nothing beside the file", async () => {
    const before = read(ticket);
    const { isError, text } = await noted({ path: `@${ticket}`, note: "First.\nSecond." });
    expect({ isError, text }).toEqual({
      isError: false,
      text: `Implementation notes of @${ticket} written.`,
    });
    expect(read(ticket)).toBe(`${before}\r\n## Implementation notes\r\n\r\nFirst.\r\nSecond.\r\n`);
    expect(readdirSync(join(root, ticket, ".."))).toEqual(["ticket.md"]);
    await noted({ path: ticket, note: "Third.", mode: "append" });
    expect(read(ticket)).toContain("Second.\r\n\r\nThird.\r\n");
  });

  test.each([
    ["docs/tasks/e/map.md", "it is no ticket of the task tree"],
    ["notes.md", "it is no ticket of the task tree"],
    ["docs/tasks/archive/e/tickets/t/ticket.md", "it is archived"],
    ["docs/tasks/e/tickets/gone/ticket.md", "there is no such file"],
    ["file:///%zz", "it is no ticket of the task tree"],
  ])("refuses %s: %s", async (path, why) => {
    const { isError, text } = await noted({ path, note: "N" });
    expect(isError).toBe(true);
    expect(text).toContain(`No note was written to ${JSON.stringify(path)}: ${why}`);
  });

  test("refuses links out of the tree, hard links, and text that is no UTF-8", async () => {
    const outside = join(root, "outside.md");
    writeFileSync(outside, "x\n");
    const folder = join(root, "docs/tasks/e/tickets");
    for (const name of ["link", "hard", "bytes"]) mkdirSync(join(folder, name));
    symlinkSync(outside, join(folder, "link/ticket.md"));
    linkSync(outside, join(folder, "hard/ticket.md"));
    writeFileSync(join(folder, "bytes/ticket.md"), Buffer.from([0x23, 0x20, 0xff, 0x0a]));
    for (const [name, why] of [
      ["link", "no ticket of the task tree"],
      ["hard", "further hard links"],
      ["bytes", "no UTF-8 text"],
    ]) {
      const { text } = await noted({ path: `docs/tasks/e/tickets/${name}/ticket.md`, note: "N" });
      expect(text).toContain(why);
    }
    expect(readFileSync(outside, "utf8")).toBe("x\n");
  });
});
