import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseOrigin } from "../../../src/decisions/origin/normalise-origin.ts";
import { runs } from "../../laws.ts";

const piece = fc.oneof(
  fc.constantFrom(
    ..."https:// ssh:// file:// git@ h H.com : / // .git @ ? # [ ] 22 ::1 ~ .. . \\ c: localhost".split(
      " ",
    ),
    " ",
  ),
  fc.string({ maxLength: 3, unit: "binary" }),
);
const anything = fc.oneof(
  fc.array(piece, { maxLength: 10 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary" }),
);

const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,6}$/u);
const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_-]{0,8}$/u);
const parts = fc.record({
  host: fc.tuple(word, word).map((labels) => labels.join(".")),
  names: fc.array(name, { minLength: 1, maxLength: 4 }),
  user: fc.option(fc.constantFrom("git", "u:p", "u:p@ss", "token", "a@b")),
  port: fc.option(fc.integer({ min: 1, max: 65_535 })),
  tail: fc.constantFrom("", "/", ".git", ".git/", "/.git", "//", ".git//"),
});

describe("one spelling for a remote", () => {
  test("the same text again gives the same text, and no text makes it throw", () => {
    fc.assert(
      fc.property(anything, (url) => {
        const once = normaliseOrigin(url);
        expect(normaliseOrigin(once)).toBe(once);
      }),
      runs(),
    );
  });

  test("every way to write a remote gives host and path", () => {
    fc.assert(
      fc.property(
        parts,
        fc.constantFrom("https", "HTTP", "ssh", "git", "git+ssh"),
        ({ host, names, user, port, tail }, scheme) => {
          const path = names.join("/");
          const before = user === null ? "" : `${user}@`;
          const wanted = `${host}/${path}`;
          const from = `${scheme}://${before}${host.toUpperCase()}${port === null ? "" : `:${port}`}`;
          expect(normaliseOrigin(`${from}//${names.join("//")}${tail}`)).toBe(wanted);
          expect(normaliseOrigin(`${from}/${path}${tail}?x=1#y`)).toBe(wanted);
          expect(normaliseOrigin(` ${before}${host}:${path}${tail}\n`)).toBe(wanted);
          expect(normaliseOrigin(`${before}${host}:/${path}${tail}`)).toBe(wanted);
          expect(normaliseOrigin(wanted)).toBe(wanted);
        },
      ),
      runs(),
    );
  });

  test("local paths keep their text", () => {
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1, maxLength: 4 }),
        fc.constantFrom("/", "./", "../", "~/", "file:///", "file://localhost/"),
        (names, start) => {
          const wanted = `${start.replace(/^file:\/\/(localhost)?/u, "")}${names.join("/")}`;
          expect(normaliseOrigin(`${start}${names.join("/")}.git`)).toBe(wanted);
        },
      ),
      runs(),
    );
  });

  test("user names and passwords go", () => {
    fc.assert(
      fc.property(parts, name, ({ host, names, tail }, secret) => {
        const token = `tok-${secret}`;
        for (const url of [
          `https://${token}@${host}/${names.join("/")}${tail}`,
          `https://me:${token}?x@${host}/${names.join("/")}${tail}`,
          `${token}@${host}:${names.join("/")}${tail}`,
          `${token}@${host}/${names.join("/")}${tail}`,
        ]) {
          expect(normaliseOrigin(url)).not.toContain(token);
        }
      }),
      runs(),
    );
  });

  test("half a million units take no longer than reading them", () => {
    const long = [
      "a@".repeat(256_000),
      `h:${".git/".repeat(100_000)}`,
      `https://${"x:".repeat(256_000)}`,
      " ".repeat(500_000),
      "/".repeat(500_000),
      `x/${" /".repeat(250_000)}y`,
    ];
    const from = performance.now();
    for (const url of long) normaliseOrigin(url);
    expect(performance.now() - from).toBeLessThan(2_000);
  });
});
