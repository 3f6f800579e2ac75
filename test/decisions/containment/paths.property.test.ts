import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { createWriteTool } from "@earendil-works/pi-coding-agent";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exemptSegment } from "../../../src/decisions/containment/exempt-segment.ts";
import { fileUrlPath } from "../../../src/decisions/containment/file-url.ts";
import { relativeSegments } from "../../../src/decisions/containment/relative-segments.ts";
import { toolPath } from "../../../src/decisions/containment/tool-path.ts";
import { pathParts, resolvedPath } from "../../../src/kernel/plain-path.ts";
import { runs } from "../../laws.ts";

const names = fc.oneof(
  fc.constantFrom(
    ..."|.|..|a|B|docs|tasks|C:|c:|é|%2e|%2E%2e|.%2e|%2f|%5c|%zz|%41|?|#|~|x y|\\|%C3%A9|%ff|@|C:x".split(
      "|",
    ),
    "c|",
    "\t",
    "%00",
    "a\u00a0b",
    "a\u3000b",
    "localhost",
  ),
  fc.string({ maxLength: 4, unit: "binary" }),
);
const paths = fc.array(names, { maxLength: 7 }).map((parts) => parts.join("/"));
const windowsPaths = fc
  .tuple(
    fc.constantFrom("", "C:", "c:\\", "E:\\", "\\\\srv\\sh\\", "/"),
    fc.array(names, { maxLength: 6 }),
    fc.constantFrom("/", "\\", "\\\\", "//"),
  )
  .map(([start, parts, separator]) => start + parts.join(separator));
const isAscii = (text: string): boolean =>
  [...text].every((character) => character <= "\u007f") && !/%[c-f]/iu.test(text);

describe("a path is resolved", () => {
  test("as Node resolves it on POSIX", () => {
    fc.assert(
      fc.property(paths, paths, (base, path) => {
        expect(resolvedPath(`/${base}`, path, "posix")).toBe(posix.resolve(`/${base}`, path));
      }),
      runs(),
    );
  });

  test("as Node resolves it on Windows", () => {
    // Drives of their own and device paths depend on the process: no process, no such answer.
    const isPlain = (path: string): boolean =>
      !/^(?:[\\/]{2}[?.](?:[\\/]|$)|[abd-z]:(?![\\/]))/iu.test(path);
    fc.assert(
      fc.property(windowsPaths.filter(isPlain), (path) => {
        const base = "C:\\repo\\src";
        expect(resolvedPath(base, path, "windows")).toBe(win32.resolve(base, path));
      }),
      runs(),
    );
  });
});

describe("a file url is decoded as Node decodes it", () => {
  const node = (url: string, windows: boolean): string | undefined => {
    try {
      return fileURLToPath(url, { windows });
    } catch {
      return undefined;
    }
  };
  const hosts = fc.constantFrom(
    "",
    "/",
    "localhost/",
    "LOCALHOST/",
    "//",
    "elsewhere/",
    "%6cocalhost/",
  );

  test("on POSIX", () => {
    fc.assert(
      fc.property(hosts, paths, (host, path) => {
        const url = `file://${host}${path}`;
        expect(fileUrlPath(url, "posix")).toBe(node(url, false));
      }),
      runs(),
    );
  });

  test("on Windows, for plain text", () => {
    fc.assert(
      fc.property(hosts, paths.filter(isAscii), (host, path) => {
        const url = `file://${host}${path}`;
        expect(fileUrlPath(url, "windows")).toBe(node(url, true));
      }),
      runs(),
    );
  });
});

test("a tool's path leads where pi's own tool goes", async () => {
  const starts = fc.constantFrom(
    "",
    "@",
    "@@",
    "~",
    "~/",
    "@~/",
    "file://",
    "@file:///",
    "/",
    " ",
    "\u00a0",
  );
  await fc.assert(
    fc.asyncProperty(starts, paths, async (start, path) => {
      const given = start + path;
      let written: string | undefined;
      const operations = {
        mkdir: async () => undefined,
        writeFile: async (absolute: string) => {
          written = absolute;
        },
      };
      const tool = createWriteTool("/repo/src", { operations });
      await tool.execute("call", { path: given, content: "" }).catch(() => undefined);
      const read = toolPath(given, { cwd: "/repo/src", home: homedir(), platform: "posix" });
      // pi hands NUL to the disk, and its queue then refuses the path.
      if (read.ok) expect(read.path).toBe(written);
      else expect(written).toBeUndefined();
    }),
    runs(),
  );
});

describe("on Windows a path is read", () => {
  const around = { cwd: "C:\\repo", home: "C:\\Users\\me", platform: "windows" } as const;
  test.each([
    ["docs\\tasks\\x", "C:\\repo\\docs\\tasks\\x"],
    ["docs/tasks/x", "C:\\repo\\docs\\tasks\\x"],
    ["/c/repo/docs", "C:\\repo\\docs"],
    ["/mnt/c/repo/docs", "C:\\repo\\docs"],
    ["/cygdrive/d/x", "D:\\x"],
    ["@~\\x", "C:\\Users\\me\\x"],
    ["~/x", "C:\\Users\\me\\x"],
    ["file:///C:/repo/docs/%74asks", "C:\\repo\\docs\\tasks"],
    ["\\repo\\x", "C:\\repo\\x"],
  ])("%s", (given, wanted) => {
    expect(toolPath(given, around)).toMatchObject({ ok: true, path: wanted });
  });
});

describe("containment by names", () => {
  const segments = fc.array(
    fc.constantFrom("docs", "tasks", "tasks-archive", "..foo", "...", "e"),
    {
      maxLength: 5,
    },
  );

  test("agrees with the relative path", () => {
    fc.assert(
      fc.property(segments, segments, (tree, place) => {
        const from = posix.relative(`/${tree.join("/")}`, `/${place.join("/")}`);
        const isInside = from !== ".." && !from.startsWith("../");
        const found = relativeSegments(
          pathParts(`/${tree.join("/")}`, "posix"),
          pathParts(`/${place.join("/")}`, "posix"),
          "exact",
          "posix",
        );
        expect(found).toEqual(isInside ? from.split("/").filter((name) => name !== "") : undefined);
      }),
      runs(),
    );
  });

  test.each([
    ["/r/docs/tasks", "/r/Docs/TASKS/x", "posix", ["x"]],
    ["/r/r\u00e9/t", "/r/re\u0301/t/x", "posix", ["x"]],
    ["/r/docs/tasks", "/r/docs/ta\u200dsks/x", "posix", ["x"]],
    ["/r/docs/tasks", "/r/docs/t\u0430sks/x", "posix", undefined],
    ["C:\\r\\docs\\tasks", "c:\\R\\docs.\\tasks \\x", "windows", ["x"]],
    ["C:\\r\\docs\\tasks", "\\\\?\\C:\\r\\docs\\tasks::$DATA\\x", "windows", ["x"]],
  ] as const)("folded: %s holds %s", (tree, place, platform, wanted) => {
    const found = relativeSegments(
      pathParts(tree, platform),
      pathParts(place, platform),
      "folded",
      platform,
    );
    expect(found).toEqual(wanted);
  });
});

test("an exempt directory is a whole name, below a task, above the file, outside of the archive", () => {
  const parts = fc.constantFrom(
    ".work",
    ".Work",
    "deviation-reports",
    "archive",
    "Archive",
    "e",
    "x.md",
  );
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 6 }), (relative) => {
      const found = exemptSegment(relative, [".work", "deviation-reports"]);
      const wanted = relative.find(
        (name, index) =>
          (name === ".work" || name === "deviation-reports") &&
          index > 0 &&
          index < relative.length - 1 &&
          !relative.slice(0, index).some((above) => above.toLowerCase() === "archive"),
      );
      expect(found).toBe(wanted);
    }),
    runs(),
  );
});
