import fc from "fast-check";
import type { EventName } from "../fake-host/pi-shapes.ts";
import type { Data, EntryReference, Observation, Step } from "../scenario/scenario.ts";

const words = fc.constantFrom("alpha", "beta", "", "a b", "ü\u2028x", "/look", "long ".repeat(9));
const toolNames = ["echo", "typed", "ill", "last", "outer", "own"] as const;

const data: fc.Arbitrary<Data> = fc.oneof(
  fc.constantFrom<Data>(null, true, 0, "text", [], {}),
  fc.constantFrom<Data>([1, "two", null], { a: { b: [true] } }),
);

/** An entry that may or may not be there. Spec: HN-3. */
export const someEntry: fc.Arbitrary<EntryReference> = fc.record({
  kind: fc.constantFrom("user", "assistant", "toolResult", "custom", "custom_message"),
  index: fc.integer({ min: -2, max: 2 }),
});

const observation: fc.Arbitrary<Observation> = fc.constantFrom(
  "mode",
  "hasUI",
  "idle",
  "pending",
  "activeTools",
  "branch",
  "context",
  "label",
  "sessionName",
  "systemPrompt",
  "commands",
  "usageKnown",
);

const toolList = fc.subarray<string>([...toolNames, "nowhere"]);

/** Steps that any handler, command or tool of an extension can take while nothing races. */
const anywhere: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("observe" as const), what: observation }),
  fc.record({ do: fc.constant("append" as const), customType: words, data }),
  fc.record({ do: fc.constant("notify" as const), message: words }),
  fc.record({ do: fc.constant("status" as const), key: words, text: fc.option(words) }),
  fc.record({ do: fc.constant("label" as const), entry: someEntry, label: fc.option(words) }),
  fc.record({ do: fc.constant("name" as const), name: words }),
  fc.record({ do: fc.constant("throw" as const), message: words, bare: fc.boolean() }),
  fc.record({ do: fc.constant("setActiveTools" as const), names: toolList }),
  fc.record(
    {
      do: fc.constant("send" as const),
      text: words,
      deliverAs: fc.constantFrom("steer" as const, "followUp" as const, "nextTurn" as const),
      triggerTurn: fc.constant(false),
    },
    { requiredKeys: ["do", "text"] },
  ),
);

function answers(...values: readonly Data[]): fc.Arbitrary<Step> {
  return fc.constantFrom(...values).map((value) => ({ do: "return", value }));
}

const text = (words: string): Data => [{ type: "text", text: words }];
const message: Data = { customType: "gen", content: "added", display: true };
const note: Data = { type: "custom_message", customType: "gen", content: "note", display: false };

/** What the handlers of an event can do beside what every handler can. */
const ownSteps: Partial<Record<EventName, fc.Arbitrary<Step>>> = {
  tool_call: fc.oneof(
    answers(
      { block: true },
      { block: true, reason: "generated block" },
      { block: true, reason: "over", terminate: true },
      { block: false },
      {},
    ),
    fc.record({
      do: fc.constant("mutate" as const),
      set: fc.dictionary(fc.constantFrom("text", "count", "more"), data, { maxKeys: 2 }),
    }),
    fc.constant<Step>({ do: "abort" }),
  ),
  tool_result: answers(
    { content: text("replaced") },
    { isError: true },
    { isError: false, details: { by: "generated" } },
    { content: text("both"), structuredContent: { c: 3 } },
    {},
  ),
  input: answers(
    { action: "continue" },
    { action: "handled" },
    { action: "transform", text: "transformed" },
    { action: "transform", text: "/skill:mending it" },
  ),
  before_agent_start: fc.oneof(
    answers({ message }, { systemPrompt: "forced" }, {}),
    fc.record({
      do: fc.constant("section" as const),
      name: fc.constantFrom("rules_of_house", "other"),
      text: words,
    }),
    fc.record({ do: fc.constant("selectTools" as const), names: toolList }),
    fc.constant<Step>({ do: "dropSkill", name: "mending" }),
    fc.constant<Step>({ do: "abort" }),
  ),
  context: fc.record({
    do: fc.constant("dropMessages" as const),
    role: fc.constantFrom("user", "toolResult", "custom"),
  }),
  message_end: answers({ message: { role: "custom", content: "other", display: true } }, {}),
  turn_end: answers({ entries: [note] }, { continue: true }, { entries: [note], continue: true }),
  agent_before_settle: answers(
    { entries: [note], continue: true },
    { continue: true },
    { entries: [{ type: "custom", customType: "gen", data: 1 }] },
    { entries: [{ type: "context_edit", targetId: "nowhere", replacement: null }] },
  ),
  session_before_fork: answers({ cancel: true }, {}),
  session_before_switch: answers({ cancel: true }, {}),
  session_before_tree: answers({ cancel: true }, { label: "generated" }, {}),
  session_before_compact: answers({ cancel: true }, {}),
};

/** Steps of the handlers of an event. Spec: HN-3. */
export function stepsFor(event: EventName): fc.Arbitrary<Step[]> {
  const own = ownSteps[event];
  const step = own === undefined ? anywhere : fc.oneof(anywhere, { arbitrary: own, weight: 2 });
  return fc.array(step, { maxLength: 3 });
}

/** What starts a run that nobody waits for. */
const starter: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant("send" as const), text: words, triggerTurn: fc.constant(true) }),
  fc.record({ do: fc.constant("sendUser" as const), text: words }),
);

/**
 * Steps of a command: it runs while the session is idle, so it can also move and start a run. Only
 * its last step starts one, as a command that goes on would race with it.
 *
 * Spec: HN-3.
 */
export const commandSteps: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(
      fc.oneof(
        { arbitrary: anywhere, weight: 3 },
        fc.record({ do: fc.constant("tree" as const), entry: someEntry }),
      ),
      { maxLength: 2 },
    ),
    fc.option(starter, { nil: undefined }),
  )
  .map(([steps, last]) => (last === undefined ? steps : [...steps, last]));

/** Steps of a tool. Spec: HN-3. */
export const toolSteps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("update" as const), text: words }),
    fc.record({
      do: fc.constant("observe" as const),
      what: fc.constantFrom<Observation>("idle", "mode", "callable"),
    }),
    fc.constant<Step>({ do: "abort" }),
  ),
  { maxLength: 2 },
);

/** Arguments of a call, right and wrong ones. Spec: HN-3. */
export const someInput: fc.Arbitrary<Data> = fc.constantFrom<Data>(
  {},
  { text: "given" },
  { text: "given", count: 2 },
  { text: "given", count: "3" },
  { text: 4 },
  { count: [] },
);

/** Names to call, of tools that are there and of some that are not. Spec: HN-3. */
export const someTool: fc.Arbitrary<string> = fc.constantFrom(...toolNames, "nowhere");
