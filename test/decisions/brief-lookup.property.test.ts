import fc from "fast-check";
import { expect, test } from "vitest";
import { adversarialBriefs } from "../../harness/arbitraries/adversarial-briefs.ts";
import { briefTexts, wordSoup } from "../../harness/arbitraries/briefs.ts";
import { fixtureBriefs } from "../../harness/labelled-briefs.ts";
import { Anchors } from "../../src/decisions/brief/anchors.ts";
import { brief, briefMatches } from "../../src/decisions/brief/brief.ts";
import { vocabulary } from "../../src/decisions/brief/known-words.ts";
import { Matcher } from "../../src/decisions/brief/matcher.ts";
import { opensUnlisted } from "../../src/decisions/brief/order-opening.ts";
import { matchPattern } from "../../src/decisions/brief/pattern.ts";
import { briefRules } from "../../src/decisions/brief/rules.ts";
import { Scanner } from "../../src/decisions/brief/scanner.ts";
import { unitsOf } from "../../src/decisions/brief/units.ts";
import { Words } from "../../src/decisions/brief/words-of-brief.ts";
import { runs } from "../laws.ts";

const matcher = new Matcher(briefRules);
const anchors = new Anchors(briefRules, vocabulary);
const scanner = new Scanner(anchors.pairs);
const words = new Words(scanner.scan, vocabulary);

const labelled = fixtureBriefs().map((row) => row.brief);

/** The plain definition: every alternative is tried at every word. */
function triedEverywhere(text: string): readonly string[] {
  scanner.begin(text);
  scanner.read(Number.MAX_SAFE_INTEGER);
  const found: string[] = [];
  for (let at = 0; at < scanner.scan.count; at++) {
    for (const [place, { pattern }] of anchors.alternatives.entries()) {
      const to = matchPattern(pattern, words, at);
      const ordered = words.number(at) !== 0 || opensUnlisted(words, at);
      if (to >= 0 && ordered) found.push(`${at}-${to} ${place}`);
    }
  }
  return found;
}

function lookedUp(text: string): readonly string[] {
  matcher.read(text);
  return matcher.all().map(({ from, to, place }) => `${from}-${to} ${place}`);
}

test("looking at the rarest part of a form finds what trying it everywhere finds (FG-11)", () => {
  const texts = [
    ...labelled.filter((_, index) => index % 5 === 0),
    ...adversarialBriefs.map(({ make }) => make(300)),
  ];
  for (const text of texts) expect(lookedUp(text), text).toEqual(triedEverywhere(text));
  fc.assert(
    fc.property(fc.oneof(briefTexts(), wordSoup()), (text) => {
      expect(lookedUp(text)).toEqual(triedEverywhere(text));
    }),
    runs(100),
  );
});

test("the answer is the first match that fires, of the first kind that has one (FG-3)", () => {
  const ranks = ["prohibition", "boundary", "mutation"];
  const last = new Set(briefRules.filter((rule) => rule.last === true).map((rule) => rule.id));
  const rankOf = ({ kind, rule }: { readonly kind: string; readonly rule: string }) =>
    last.has(rule) ? ranks.length : ranks.indexOf(kind);
  fc.assert(
    fc.property(
      fc.oneof(briefTexts(), wordSoup(), fc.constantFrom(...labelled)),
      fc.constantFrom("wording" as const, "directive" as const),
      (text, sensitivity) => {
        const firing = briefMatches({ brief: text, sensitivity }).filter(({ fires }) => fires);
        const [first] = firing.toSorted((a, b) => rankOf(a) - rankOf(b) || a.span[0] - b.span[0]);
        const answer = brief({ brief: text, sensitivity });
        if (first === undefined) expect(answer).toEqual({ block: false });
        else {
          const { kind, rule, span } = first;
          expect(answer).toMatchObject({ block: true, kind, rule, span });
        }
      },
    ),
    runs(1_000),
  );
});

test("a text is read as one byte for each unit, whatever stands in it (FG-8)", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), fc.nat(40), (text, cut) => {
      // Cutting makes lone halves of surrogate pairs.
      const part = text.slice(cut);
      const bytes = unitsOf(part);
      for (let at = 0; at < part.length; at++) {
        const code = part.charCodeAt(at);
        expect(bytes[at]).toBe(code < 128 ? code : 0);
      }
      expect(bytes[part.length]).toBe(0);
    }),
    runs(500),
  );
});
