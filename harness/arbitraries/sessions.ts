import fc from "fast-check";
import type { JsonObject } from "../../src/kernel/json.ts";

const toolNames = ["fork", "bash", "edit", "forks", "for", "föhn", ""] as const;

/** Text as it stands in sessions: plain, escaped, beyond ASCII, with line separators, long. */
const text = fc.oneof(
  { weight: 6, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("a\u2028b\u2029c", '{"type":"toolCall"}', "\\", '"', "\u0000"),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.string({ maxLength: 20 }), fc.nat(60))
      .map(([part, count]) => `${part}\n\t"`.repeat(count)),
  },
);

const block = fc.oneof(
  { weight: 2, arbitrary: fc.record({ type: fc.constant("text"), text }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("thinking"), thinking: text, redacted: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: fc.constant("toolCall"),
        id: fc.string({ maxLength: 6 }),
        name: fc.oneof(fc.constantFrom(...toolNames), fc.constant(7)),
        arguments: fc.oneof(
          fc.record({ task: text }),
          fc.record({ path: text, oldText: text, newText: text }),
          fc.jsonValue({ maxDepth: 2 }),
        ),
      },
      { requiredKeys: ["type", "name"] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
);

const content = fc.oneof(
  { weight: 5, arbitrary: fc.array(block, { maxLength: 4 }) },
  { weight: 1, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom(null, undefined, 3, {}) },
);

const message = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      {
        role: fc.constantFrom("assistant", "assistant", "user", "toolResult", "hookMessage"),
        content,
        usage: fc.constant({ input: 1, output: -0.5e-7, cost: { total: 1e21 } }),
        toolCallId: fc.constant("call"),
        nestedCalls: fc.record({
          calls: fc.array(fc.record({ id: text, name: fc.constantFrom(...toolNames) }), {
            maxLength: 2,
          }),
          complete: fc.boolean(),
        }),
      },
      { requiredKeys: ["role", "content"] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 1 }) },
);

const links = {
  id: fc.oneof(
    fc.nat(30).map((number) => `e${number}`),
    fc.constantFrom("é", 'q"', 5, null),
  ),
  parentId: fc.oneof(
    fc.nat(30).map((number) => `e${number}`),
    fc.constantFrom(null, "nowhere", 5),
  ),
};

/** One entry, sound or of an odd shape. Spec: HN-4, HN-32. */
const entry: fc.Arbitrary<JsonObject> = fc
  .oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        { type: fc.constant("message"), ...links, message },
        { requiredKeys: ["type", "message"] },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record(
        {
          type: fc.constantFrom(
            "model_change",
            "compaction",
            "branch_summary",
            "custom_message",
            "usage",
            "context_edit",
            "some_day",
            "leaf",
            "",
          ),
          ...links,
          summary: text,
          targetId: links.id,
        },
        { requiredKeys: ["type"] },
      ),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant("custom"),
        ...links,
        customType: fc.constantFrom("todo", "gatehouse.decision"),
        data: fc.jsonValue({ maxDepth: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 4 }), fc.jsonValue()) },
  )
  .map((value) => value as JsonObject);

/** How a record was put on its line: as pi does, with blanks, a key twice, a key in escapes. */
const spelling = fc.constantFrom<(record: JsonObject) => string>(
  (record) => JSON.stringify(record),
  (record) => JSON.stringify(record),
  (record) => JSON.stringify(record),
  (record) => JSON.stringify(record, undefined, 1).replaceAll("\n", " "),
  (record) => ` ${JSON.stringify(record)}\t`,
  (record) => JSON.stringify(record).replace('"type"', '"\\u0074ype"'),
  (record) => JSON.stringify(record).replace(/}$/, ',"type":"message"}'),
  (record) => JSON.stringify(record).replace('"name":"fork"', '"name":"fo\\u0072k"'),
  (record) => JSON.stringify(Object.fromEntries(Object.entries(record).reverse())),
);

/** What happened to a line afterwards. Spec: HN-4. */
const damage = fc.oneof(
  { weight: 12, arbitrary: fc.constant((line: Buffer) => line) },
  {
    weight: 1,
    arbitrary: fc.nat().map((at) => (line: Buffer) => line.subarray(0, at % (line.length + 1))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.nat(), fc.nat(255)).map(([at, byte]) => (line: Buffer) => {
      const changed = Buffer.from(line);
      if (byte !== 0x0a && byte !== 0) changed[at % line.length] = byte;
      return changed;
    }),
  },
  { weight: 1, arbitrary: fc.constant((line: Buffer) => Buffer.concat([line, Buffer.from("\r")])) },
  { weight: 1, arbitrary: fc.constant(() => Buffer.from("  ")) },
  {
    weight: 1,
    arbitrary: fc
      .nat(9)
      .map((count) => (line: Buffer) => Buffer.concat([Buffer.alloc(count), line])),
  },
);

const line = fc
  .tuple(entry, spelling, damage)
  .map(([record, spell, damaged]) => damaged(Buffer.from(spell(record))));

const header = fc
  .constantFrom(undefined, 1, 2, 3, 4, "3", "0.1.0")
  .map((version) => JSON.stringify({ type: "session", version, id: "s", cwd: "/work" }));

/**
 * The bytes of a session file: a header, then lines as pi writes them, as others write them, and
 * damaged ones; with or without a line feed at the end.
 *
 * Spec: HN-4, HN-32.
 */
export const sessionBytes: fc.Arbitrary<Buffer> = fc
  .tuple(header, fc.array(line, { maxLength: 12 }), fc.boolean())
  .map(([head, lines, isTerminated]) => {
    const all = [Buffer.from(head), ...lines].flatMap((each) => [each, Buffer.from("\n")]);
    return Buffer.concat(isTerminated ? all : all.slice(0, -1));
  });
