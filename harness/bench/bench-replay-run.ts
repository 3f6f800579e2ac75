import { readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { replayCommand } from "../cli/replay.ts";

// One way of reading one file, once, in a process of its own: `bench-replay-run.ts <way> <file>`
// prints a line of JSON. Loading the program is not counted.
const [way = "", file = ""] = process.argv.slice(2);

// Loading pi takes a second and a hundred megabytes: only where it is what is measured.
const parsedByPi =
  way === "pi" ? (await import("@earendil-works/pi-coding-agent")).parseSessionEntries : undefined;

/** The time that replay says it took: from the first read to the last result. */
async function replayed(...options: string[]): Promise<number> {
  let text = "";
  const collect = new Writable({
    write: (chunk, _encoding, done) => {
      text += chunk;
      done();
    },
  });
  await replayCommand.run([file, "--format", "json", ...options], {
    stdin: process.stdin,
    stdout: collect,
    stderr: process.stderr,
    environment: {},
    cwd: process.cwd(),
  });
  return JSON.parse(text).summary.elapsedMs;
}

/** The time that reading takes. */
function timed(read: () => void): number {
  const startMs = performance.now();
  read();
  return performance.now() - startMs;
}

const ways: Readonly<Record<string, () => number | Promise<number>>> = {
  naive: () =>
    timed(() => {
      for (const line of readFileSync(file, "utf8").split("\n")) {
        if (line !== "") JSON.parse(line);
      }
    }),
  pi: () => timed(() => parsedByPi?.(readFileSync(file, "utf8"))),
  replay: () => replayed(),
  "replay-fork": () => replayed("--gate", "fork"),
};

const run = ways[way];
if (run === undefined) throw new Error(`no way ${way} of reading`);
const elapsedMs = await run();
const residentBytes = process.resourceUsage().maxRSS * 1024;
process.stdout.write(`${JSON.stringify({ elapsedMs, residentBytes })}\n`);
