import type { Recording, Reply } from "./recording.ts";

const say = (text: string): Reply => [{ text }];
const note = (text: string): Reply => [
  { call: "loop_progress", input: { section: "Completed", note: text } },
];
const objective = "ship the cart page. Then delete the old one.";
const start: Reply = [{ call: "loop_start", input: { objective } }];

/** Recorded sessions of the loop gate. Spec: HN-31, LP-40. */
export const loopRecordings: readonly Recording[] = [
  {
    name: "loop-to-its-cap",
    about: "a loop starts on its token, once, goes on by itself and stops at its cap",
    steps: [
      {
        prompt: `please /loop 10m --max 2 ${objective}`,
        replies: [
          start,
          start,
          say("I begin with the cart page."),
          note("the cart page renders"),
          say("The page renders."),
          note("the old page is gone"),
          say("The old page is gone."),
        ],
      },
    ],
  },
  {
    name: "loop-without-token",
    about: "a wish to keep going is no token: the start is refused",
    steps: [
      {
        prompt: "Keep working on the cart page until it is shipped.",
        replies: [start, say("I will just work on it.")],
      },
    ],
  },
  {
    name: "loop-going-in-circles",
    about: "three turns that say the same and use no tool pause the loop",
    steps: [
      {
        prompt: `please /loop ${objective}`,
        replies: [
          start,
          say("I begin."),
          say("Still waiting for the review."),
          say("Still waiting for the review."),
          say("still  waiting for the review."),
        ],
      },
    ],
  },
];
