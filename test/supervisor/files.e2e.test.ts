import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ExtensionFactory } from "@earendil-works/pi-coding-agent";
import { afterEach, describe, expect, test } from "vitest";
import { edit, OpenSessions, oneReviewer, rejecting, write } from "./supervised-pi.ts";

const sessions = new OpenSessions();
afterEach(sessions.close);

/** The data of one section of the message. */
function section(text: string | undefined, name: string): string {
  const found = new RegExp(`^${name}: [^\\n]*\\n<<<(\\w+)\\n`, "mu").exec(text ?? "");
  if (found === null || text === undefined) return "";
  const from = found.index + found[0].length;
  return text.slice(from, text.indexOf(`\n${found[1]}>>>`, from));
}

const config = oneReviewer();

/** Does something to the working directory as soon as the tool has run. */
function afterTool(act: (cwd: string) => void): ExtensionFactory {
  return (pi) => {
    pi.on("tool_result", (_event, context) => act(context.cwd));
  };
}

describe("diffs (SV-31)", () => {
  test("a new file, whose folder is new too", async () => {
    const pi = await sessions.start({ config });
    await pi.run(write("src/new/a.ts", "one\ntwo\n"));
    const change = section(pi.reviews[0]?.text, "CHANGE");
    expect(change).toBe("--- /dev/null\n+++ b/src/new/a.ts\n@@ -0,0 +1,2 @@\n+one\n+two");
    expect(section(pi.reviews[0]?.text, "FILE")).toBe("1 | one\n2 | two");
  });

  test("a file that is gone when the result arrives", async () => {
    const gone = afterTool((cwd) => rmSync(join(cwd, "a.ts")));
    const pi = await sessions.start({ config, files: { "a.ts": "one\n" }, earlier: [gone] });
    const [result] = await pi.run(write("a.ts", "two\n"));
    const change = section(pi.reviews[0]?.text, "CHANGE");
    expect(change).toBe("--- a/a.ts\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one");
    expect(pi.reviews[0]?.text).not.toContain("FILE:");
    expect(result?.audit?.status).toBe("passed");
  });

  test("a file that was renamed away counts as gone", async () => {
    const moved = afterTool((cwd) => renameSync(join(cwd, "a.ts"), join(cwd, "b.ts")));
    const pi = await sessions.start({ config, files: { "a.ts": "one\n" }, earlier: [moved] });
    await pi.run(edit("a.ts", "one", "two"));
    expect(section(pi.reviews[0]?.text, "CHANGE")).toContain("+++ /dev/null");
  });

  test("what the file holds counts, not what the tool says", async () => {
    const formatted = afterTool((cwd) => writeFileSync(join(cwd, "a.ts"), "formatted\n"));
    const pi = await sessions.start({ config, earlier: [formatted] });
    await pi.run(write("a.ts", "raw\n"));
    expect(section(pi.reviews[0]?.text, "FILE")).toBe("1 | formatted");
  });

  test("CRLF files change only where they change", async () => {
    const files = { "a.ts": "one\r\ntwo\r\nthree\r\n" };
    const pi = await sessions.start({ config, files });
    await pi.run(edit("a.ts", "two", "TWO"));
    const change = section(pi.reviews[0]?.text, "CHANGE");
    expect(change).toBe("--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three");
    expect(pi.read("a.ts")).toBe("one\r\nTWO\r\nthree\r\n");
  });

  test("a change of line ends is said in one line", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": "one\r\ntwo\r\n" } });
    await pi.run(write("a.ts", "one\ntwo\n"));
    const change = section(pi.reviews[0]?.text, "CHANGE");
    expect(change).toBe("--- a/a.ts\n+++ b/a.ts\n(line ends: CRLF -> LF)");
  });

  test("a final newline, and an emptied file", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": "one\n" } });
    await pi.run(write("a.ts", "one"), write("a.ts", ""));
    expect(section(pi.reviews[0]?.text, "CHANGE")).toContain(
      "-one\n+one\n\\ No newline at end of file",
    );
    expect(section(pi.reviews[1]?.text, "CHANGE")).toContain("@@ -1,1 +0,0 @@\n-one");
  });

  test("a path with @ in front, and one through a link, are the files that pi changes", async () => {
    const pi = await sessions.start({ config, files: { "real/a.ts": "1\n" } });
    symlinkSync(join(pi.cwd, "real"), join(pi.cwd, "link"));
    await pi.run(write("@a.ts", "1\n"), edit("link/a.ts", "1", "2"));
    const changes = pi.reviews.map(({ text }) => section(text, "CHANGE"));
    expect(changes[0]).toContain("@@ -0,0 +1,1 @@\n+1");
    expect(pi.read("a.ts")).toBe("1\n");
    expect(changes[1]).toContain("-1\n+2");
  });
});

describe("files that are not shown (SV-31)", () => {
  test.each([
    ["a NUL byte", new Uint8Array([65, 0, 66, 10])],
    ["bytes that are no UTF-8", new Uint8Array([65, 0xff, 0xfe, 10])],
  ])("%s: skipped as binary", async (_, bytes) => {
    const pi = await sessions.start({ config, files: { "a.bin": bytes } });
    const [result] = await pi.run(write("a.bin", "text now\n"));
    expect(result?.audit).toMatchObject({
      status: "skipped",
      reviewers: [{ status: "skipped", problem: "binary file" }],
    });
    expect(pi.reviews).toEqual([]);
  });

  test("a replacement character is text like any other", async () => {
    const pi = await sessions.start({ config });
    const [result] = await pi.run(write("a.ts", "const bad = '\uFFFD';\n"));
    expect(result?.audit?.status).toBe("passed");
  });
});

describe("a file of 10 MB (SV-32, SV-42)", () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at + 1} ${"x".repeat(40)}`);
  const text = `${lines.join("\n")}\n`;

  test("is shown round each change, within the limit", async () => {
    expect(text.length).toBeGreaterThan(10_000_000);
    const top = { maxFileContextChars: 2_000 };
    const pi = await sessions.start({ config: oneReviewer({}, top), files: { "big.txt": text } });
    const edits = [100, 100_000, 199_900].map((line) => ({
      oldText: `line ${line} x`,
      newText: `line ${line} y`,
    }));
    const [result] = await pi.run([{ call: "edit", input: { path: "big.txt", edits } }]);
    const [asked] = pi.reviews;
    const shown = section(asked?.text, "FILE");
    expect(shown.length).toBeLessThanOrEqual(2_000);
    for (const line of [100, 100_000, 199_900])
      expect(shown).toContain(`\n${line} | line ${line} y`);
    expect(shown).toMatch(/^\.\.\. lines 1-\d+ omitted \.\.\.$/mu);
    expect(section(asked?.text, "CHANGE").match(/^@@ /gmu)).toHaveLength(3);
    expect(result?.audit?.status).toBe("passed");
    expect(result?.audit?.durationMs).toBeLessThan(5_000);
  });

  test("written anew has a bounded diff", async () => {
    const top = { maxFileContextChars: 2_000 };
    // The tool writes little; what the file then holds is what counts.
    const grown = afterTool((cwd) => writeFileSync(join(cwd, "big.txt"), text));
    const pi = await sessions.start({ config: oneReviewer({}, top), earlier: [grown] });
    await pi.run(write("big.txt", "short\n"));
    const change = section(pi.reviews[0]?.text, "CHANGE");
    expect(change.length).toBeLessThanOrEqual(2_000);
    expect(change).toMatch(/\.\.\. \d+ diff lines omitted \.\.\.$/u);
  });
});

describe("calls on one file at the same time (SV-31)", () => {
  const numbered = `${Array.from({ length: 40 }, (_, at) => `line ${at + 1}`).join("\n")}\n`;
  const both = [
    ...edit("a.ts", "line 2\n", "line two\n"),
    ...edit("a.ts", "line 30\n", "line thirty\n"),
  ];
  const added = (text: string) => section(text, "CHANGE").match(/^[+-](?![+-]).*$/gmu);

  test("are each reviewed on their own change", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": numbered } });
    await pi.run(both);
    expect(pi.reviews.map(({ text }) => added(text))).toEqual([
      ["-line 2", "+line two"],
      ["-line 30", "+line thirty"],
    ]);
  });

  test("also where results arrive late, when the file is further on", async () => {
    const late: ExtensionFactory = (pi) => {
      let results = 0;
      let bothDone = (): void => {};
      const done = new Promise<void>((resolve) => {
        bothDone = resolve;
      });
      pi.on("tool_result", async () => {
        results += 1;
        if (results === 2) bothDone();
        await done;
      });
    };
    const files = { "a.ts": numbered };
    const pi = await sessions.start({ config, files, earlier: [late] });
    await pi.run(both);
    expect(pi.reviews.map(({ text }) => added(text))).toEqual([
      ["-line 2", "+line two"],
      ["-line 30", "+line thirty"],
    ]);
  });

  test("a write and an edit, in pi's order", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": "one\n" } });
    await pi.run([...write("a.ts", "two\n"), ...edit("a.ts", "two", "three")]);
    expect(pi.reviews.map(({ text }) => added(text))).toEqual([
      ["-one", "+two"],
      ["-two", "+three"],
    ]);
  });

  test("one of them failing does not count against the other", async () => {
    const pi = await sessions.start({ config, files: { "a.ts": numbered } });
    pi.review = rejecting;
    const [first, second] = await pi.run([
      ...edit("a.ts", "nowhere", "x"),
      ...edit("a.ts", "line 30\n", "line thirty\n"),
    ]);
    expect(first?.audit?.reviewers[0]).toMatchObject({ problem: "the tool failed" });
    expect(second?.audit?.status).toBe("rejected");
    expect(pi.reviews.map(({ text }) => added(text))).toEqual([["-line 30", "+line thirty"]]);
  });
});

describe("rule files under review (SV-14)", () => {
  test("are judged by what they said before the call", async () => {
    const pi = await sessions.start({ config });
    await pi.run(write("rules/style.md", "Everything goes.\n"));
    expect(section(pi.reviews[0]?.text, "RULES")).toContain("Names say what they count.");
    expect(section(pi.reviews[0]?.text, "RULES")).not.toContain("Everything goes.");
    expect(section(pi.reviews[0]?.text, "CHANGE")).toContain("+Everything goes.");
  });

  test("count with the next call", async () => {
    const pi = await sessions.start({ config });
    await pi.run(write("rules/style.md", "Everything goes.\n"), write("a.ts", "1\n"));
    expect(section(pi.reviews[1]?.text, "RULES")).toContain("Everything goes.");
  });
});
