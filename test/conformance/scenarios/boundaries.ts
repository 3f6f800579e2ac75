import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { calls, fail, give, on, once, plain, probe, say, watch, wholeRun } from "./build.ts";

const note = (content: string) => ({
  type: "custom_message",
  customType: "n",
  content,
  display: true,
});

/** The ends of turns and runs, where extensions can add entries and go on. */
export const boundaryScenarios: readonly Scenario[] = [
  {
    name: "a-settling-run-goes-on-when-a-handler-gives-it-something-to-say",
    probes: [
      probe(
        "one",
        once("agent_before_settle", give({ entries: [note("not yet")], continue: true })),
        ...wholeRun,
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "going-on-without-anything-to-say-is-reported",
    probes: [
      probe(
        "one",
        once("agent_before_settle", give({ continue: true })),
        ...watch("agent_settled"),
      ),
    ],
    model: ["one", "never said"],
    actions: [say()],
  },
  {
    name: "each-boundary-handler-replaces-what-the-one-before-wanted",
    probes: [
      probe(
        "one",
        once("agent_before_settle", give({ entries: [note("first")], continue: true })),
        on("agent_before_settle"),
        once("agent_before_settle", give({ entries: [note("second")] })),
        on("agent_before_settle"),
        once("agent_before_settle", give({ continue: false })),
      ),
    ],
    model: ["one", "never said"],
    actions: [say()],
  },
  {
    name: "a-throw-at-a-boundary-is-reported-and-the-others-have-their-say",
    probes: [
      probe("one", on("agent_before_settle", fail("boundary broke"))),
      probe(
        "two",
        once("agent_before_settle", give({ entries: [note("go on")], continue: true })),
        ...watch("agent_settled"),
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "entries-that-cannot-be-applied-are-dropped-with-the-wish-to-go-on",
    probes: [
      probe(
        "one",
        once(
          "agent_before_settle",
          give({
            entries: [{ type: "context_edit", targetId: "nowhere", replacement: null }],
            continue: true,
          }),
        ),
        ...watch("agent_settled"),
      ),
    ],
    model: ["one", "never said"],
    actions: [say()],
  },
  {
    name: "the-end-of-a-turn-adds-entries-and-goes-on",
    probes: [
      probe(
        "one",
        once("turn_end", give({ entries: [note("and now?")], continue: true })),
        ...watch("turn_start", "turn_end", "message_end", "agent_end"),
      ),
    ],
    model: ["one", "two"],
    actions: [say()],
  },
  {
    name: "the-end-of-a-turn-that-goes-on-anyway-needs-no-wish",
    probes: [
      probe(
        "one",
        on("turn_end", give({ entries: [{ type: "custom", customType: "t", data: 1 }] })),
        ...watch("turn_start", "turn_end"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "two"],
    actions: [say()],
  },
  {
    name: "a-context-edit-changes-what-is-sent-from-then-on",
    probes: [
      probe(
        "one",
        once(
          "turn_end",
          give({
            entries: [
              {
                type: "context_edit",
                targetId: { $entry: { kind: "toolResult", index: 0 } },
                replacement: { content: "shortened" },
              },
            ],
          }),
        ),
        ...watch("context", "turn_end"),
      ),
    ],
    tools: [{ name: "echo", result: { text: "a very long text" } }],
    model: [calls("echo"), "done"],
    actions: [say()],
  },
  {
    name: "a-context-edit-can-leave-a-message-out",
    probes: [
      probe(
        "one",
        once(
          "agent_before_settle",
          give({
            entries: [
              {
                type: "context_edit",
                targetId: { $entry: { kind: "user", index: 0 } },
                replacement: null,
              },
            ],
          }),
        ),
      ),
    ],
    model: ["one", "two"],
    actions: [say("forget me"), say("next")],
  },
  {
    name: "a-boundary-can-compact",
    probes: [
      probe(
        "one",
        once(
          "agent_before_settle",
          give({
            entries: [{ type: "compaction", summary: "so far", firstKeptEntryId: null }],
          }),
        ),
        ...watch("session_compact", "agent_settled"),
      ),
    ],
    tools: plain("echo"),
    model: [calls("echo"), "one", "two"],
    actions: [say("long ago"), say("next")],
  },
  {
    name: "an-error-of-the-provider-ends-the-run",
    probes: [probe("one", ...wholeRun)],
    tools: plain("echo"),
    model: [
      calls("echo"),
      { content: "I was about", stopReason: "error", errorMessage: "no such model" },
      "fine again",
    ],
    actions: [say(), say("again")],
  },
];
