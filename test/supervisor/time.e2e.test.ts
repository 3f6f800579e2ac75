import { fauxAssistantMessage } from "@earendil-works/pi-ai";
import { afterEach, describe, expect, test } from "vitest";
import {
  type AskedReview,
  OpenSessions,
  oneReviewer,
  passing,
  rejecting,
  write,
} from "./supervised-pi.ts";

const sessions = new OpenSessions();
afterEach(sessions.close);

const two = (trigger: string) => ({
  reviewers: [
    { name: "first", model: "review/one", rulesFile: "rules/style.md", trigger },
    { name: "second", model: "review/two", rulesFile: "rules/style.md", trigger },
  ],
});

/** Waits until so many reviewers are asked: it never ends where they are asked in turn. */
function meeting(count: number): (asked: AskedReview) => Promise<void> {
  let met = 0;
  let all = (): void => {};
  const everybody = new Promise<void>((resolve) => {
    all = resolve;
  });
  return () => {
    met += 1;
    if (met === count) all();
    return everybody;
  };
}

test.each(["before", "after"])("two reviewers are asked at once %s a call", async (trigger) => {
  const pi = await sessions.start({ config: two(trigger) });
  const met = meeting(2);
  const order: string[] = [];
  pi.review = async (asked) => {
    await met(asked);
    // The second answers first; the record keeps the configured order.
    if (asked.model === "one") await new Promise((resolve) => setImmediate(resolve));
    order.push(asked.model);
    return passing(asked);
  };
  const [result] = await pi.run(write("a.ts", "1\n"));
  expect(order).toEqual(["two", "one"]);
  expect(result?.audit?.status).toBe("passed");
  expect(result?.audit?.reviewers.map(({ name }) => name)).toEqual(["first", "second"]);
});

describe("a reviewer that takes too long (SV-36, SV-36b)", () => {
  const never = () => new Promise<never>(() => {});

  test("is failed, and the call runs", async () => {
    const config = oneReviewer({ trigger: "before" }, { timeoutSeconds: 1 });
    const pi = await sessions.start({ config });
    pi.review = never;
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.isError).toBe(false);
    expect(result?.audit?.reviewers[0]).toMatchObject({ status: "failed" });
    expect(result?.audit?.reviewers[0]?.problem).toMatch(/took too long|no verdict within 1 s/u);
    expect(pi.reviews[0]?.signal?.aborted).toBe(true);
  });

  test("stops the call where failures close", async () => {
    const top = { timeoutSeconds: 1, onFailure: "closed" };
    const pi = await sessions.start({ config: oneReviewer({ trigger: "before" }, top) });
    pi.review = never;
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.isError).toBe(true);
  });
});

describe("the agent's abort (SV-36)", () => {
  test("ends two requests in flight; both are skipped, and nothing is stopped", async () => {
    const pi = await sessions.start({ config: two("after") });
    const met = meeting(2);
    pi.review = async (asked) => {
      await met(asked);
      void pi.session.abort();
      return new Promise<never>(() => {});
    };
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(pi.reviews.map(({ signal }) => signal?.aborted)).toEqual([true, true]);
    expect(result?.audit).toMatchObject({
      status: "skipped",
      reviewers: [
        { status: "skipped", problem: "aborted" },
        { status: "skipped", problem: "aborted" },
      ],
    });
    expect(pi.read("a.ts")).toBe("1\n");
  });

  test("before a call stops it by itself, without a word of ours", async () => {
    const pi = await sessions.start({ config: oneReviewer({ trigger: "before" }) });
    pi.review = () => {
      void pi.session.abort();
      return new Promise<never>(() => {});
    };
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.text).not.toContain("supervisor");
    expect(pi.entries("gatehouse.review")).toEqual([]);
  });

  test("between call and result asks nobody", async () => {
    const pi = await sessions.start({
      config: oneReviewer({ tools: ["stopping"] }),
      extensions: [
        (api) =>
          api.registerTool({
            name: "stopping",
            label: "Stopping",
            description: "Aborts.",
            parameters: { type: "object" } as never,
            execute: async () => {
              void pi.session.abort();
              return { content: [{ type: "text", text: "did it" }], details: {} };
            },
          }),
      ],
    });
    const [result] = await pi.run([{ call: "stopping", input: {} }]);
    expect(pi.reviews).toEqual([]);
    expect(result?.audit).toMatchObject({ status: "skipped", reviewers: [{ problem: "aborted" }] });
  });
});

describe("a passing fault (SV-36)", () => {
  const fault = (errorMessage: string) =>
    fauxAssistantMessage("", { stopReason: "error", errorMessage });

  test("of the network is tried once more", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = (asked) => (pi.reviews.length === 1 ? fault("fetch failed") : passing(asked));
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(pi.reviews).toHaveLength(2);
    expect(result?.audit?.status).toBe("passed");
  });

  test("that stays is tried only once more", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = () => fault("429 rate limit exceeded");
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(pi.reviews).toHaveLength(2);
    expect(result?.audit?.reviewers[0]).toMatchObject({
      status: "failed",
      problem: "429 rate limit exceeded",
    });
  });

  test("another fault is not tried again", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = () => fault("400 bad request");
    await pi.run(write("a.ts", "1\n"));
    expect(pi.reviews).toHaveLength(1);
  });

  test("a model without tools is asked for text", async () => {
    const pi = await sessions.start({ config: oneReviewer() });
    pi.review = ({ tools }) =>
      tools.length > 0 ? fault("400 this model does not support tools") : '{"passed": true}';
    const [result] = await pi.run(write("a.ts", "1\n"));
    expect(result?.audit?.status).toBe("passed");
    expect(pi.reviews.map(({ tools }) => tools.length)).toEqual([1, 0]);
  });
});

test("an answer that was cut at its length is failed, tool call or not", async () => {
  const pi = await sessions.start({ config: oneReviewer() });
  pi.review = () => fauxAssistantMessage('{"passed": true}', { stopReason: "length" });
  const [result] = await pi.run(write("a.ts", "1\n"));
  expect(result?.audit?.reviewers[0]).toMatchObject({
    status: "failed",
    problem: "the answer was cut off at its length limit",
  });
});

test("a rejection is told although another reviewer hangs", async () => {
  const pi = await sessions.start({ config: { ...two("before"), timeoutSeconds: 1 } });
  pi.review = (asked) => (asked.model === "one" ? new Promise<never>(() => {}) : rejecting(asked));
  const [result] = await pi.run(write("a.ts", "1\n"));
  expect(result?.isError).toBe(true);
  expect(result?.text).toContain("names are unclear");
});
