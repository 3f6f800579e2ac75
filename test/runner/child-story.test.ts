import { describe, expect, test } from "vitest";
import { ChildStory } from "../../src/runner/child-story.ts";

function storyOf(events: readonly unknown[]): ChildStory {
  const story = new ChildStory();
  for (const event of events) {
    const text = typeof event === "string" ? event : JSON.stringify(event);
    story.take({ kind: "line", bytes: Buffer.from(text) });
  }
  return story;
}

function answer(total: unknown, more: Readonly<Record<string, unknown>> = {}) {
  const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10 };
  const message = { role: "assistant", content: [], usage: { ...usage, cost: { total } }, ...more };
  return { type: "message_end", message };
}

describe("the story of a child", () => {
  test("usage is summed from the ends of the assistant's messages only", () => {
    const story = storyOf([
      answer(0.5),
      { type: "turn_end", message: answer(9).message },
      { type: "agent_end", messages: [answer(9).message] },
      { type: "message_end", message: { ...answer(9).message, role: "toolResult" } },
      answer(0.25),
    ]);
    expect(story.usage).toEqual({
      input: 2,
      output: 4,
      cacheRead: 6,
      cacheWrite: 8,
      totalTokens: 20,
      cost: 0.75,
    });
  });

  test.each([undefined, null, "1", -5, Number.NaN])("a cost of %j adds nothing", (total) => {
    expect(storyOf([answer(total)]).usage.cost).toBe(0);
  });

  test("a retry after the end of a run opens it again", () => {
    const settled = { type: "agent_settled", aborted: false };
    expect(storyOf([{ type: "agent_start" }, settled]).settled).toBe(true);
    expect(storyOf([{ type: "agent_start" }, settled, { type: "agent_start" }]).settled).toBe(
      false,
    );
  });

  test("a line that is no event is a fault; an empty one is not", () => {
    expect(storyOf(["", "  ", "\r"]).protocol).toBeUndefined();
    expect(storyOf(["hello"]).protocol).toContain("hello");
    expect(storyOf(["[1]"]).protocol).toContain("[1]");
  });

  test("an oversize repetition is no fault, an oversize message is", () => {
    const story = new ChildStory();
    for (const type of ["turn_end", "agent_end", "tool_execution_end", "tool_execution_update"]) {
      story.take({ kind: "oversize", head: Buffer.from(`{"type":"${type}","x":`) });
    }
    expect(story.protocol).toBeUndefined();
    story.take({ kind: "oversize", head: Buffer.from('{"type":"message_end","message":') });
    expect(story.protocol).toContain("message_end");
  });

  test("only the guard's own entries count", () => {
    const entry = (type: string, customType: string, data: unknown) => ({
      type: "entry_appended",
      entry: { type, customType, data },
    });
    const story = storyOf([
      entry("custom_message", "gatehouse.task.guard", {}),
      entry("custom", "other.result", { status: "done" }),
    ]);
    expect([story.guarded, story.result]).toEqual([false, undefined]);
    const full = storyOf([
      entry("custom", "gatehouse.task.guard", { version: 1 }),
      entry("custom", "gatehouse.task.result", { status: "blocked" }),
      entry("custom", "gatehouse.task.result", { status: "done" }),
      entry("custom", "gatehouse.task.refused", { line: "write /x" }),
    ]);
    expect(full.guarded).toBe(true);
    expect(full.result).toEqual({ status: "done" });
    expect(full.refused).toEqual(["write /x"]);
  });
});
