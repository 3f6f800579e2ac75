import { gateRecordings } from "./gate-recordings.ts";
import { loopRecordings } from "./loop-recordings.ts";
import type { Recording, Reply } from "./recording.ts";

const fork = (task: string): Reply[number] => ({ call: "fork", input: { task } });
const say = (text: string): Reply => [{ text }];

/** Every recorded session of `fixtures/sessions`. Spec: HN-31. */
export const recordings: readonly Recording[] = [
  {
    name: "fork-allowed",
    about: "a read-only question goes to a fork and runs",
    steps: [
      {
        prompt: "Where is the cart total computed?",
        replies: [
          [fork("Find where the cart total is computed and list the callers.")],
          say("It is computed in src/cart.ts."),
        ],
      },
    ],
  },
  {
    name: "fork-prohibition",
    about: "a brief that forbids something is blocked",
    steps: [
      {
        prompt: "Look into the slow checkout.",
        replies: [
          [
            { text: "A copy of me can look." },
            fork("Profile the checkout page. Do not change any code while you are there."),
          ],
          say("The fork was refused; I will look myself."),
        ],
      },
    ],
  },
  {
    name: "fork-boundary",
    about: "a brief that draws a write boundary is blocked",
    steps: [
      {
        prompt: "Get the price tests going again.",
        replies: [
          [fork("The price tests are red. Stay within /proj/shop/test and say what you needed.")],
          say("The fork was refused."),
        ],
      },
    ],
  },
  {
    name: "fork-mutation",
    about: "a brief that tells the child to change files is blocked",
    steps: [
      {
        prompt: "The VAT rate is wrong in two places.",
        replies: [
          [fork("Read src/vat.ts. Then fix the rate in both places and commit the result.")],
          say("The fork was refused."),
        ],
      },
    ],
  },
  {
    name: "fork-rephrased",
    about: "after a block the model asks for findings only, and the second fork runs",
    steps: [
      {
        prompt: "Which modules read the old price table?",
        replies: [
          [fork("List the modules that read the old price table, and don’t touch anything.")],
          [fork("List the modules that read the old price table, with file and line.")],
          say("Two modules read it: quote and invoice."),
        ],
      },
    ],
  },
  {
    name: "fork-redirected-to-task",
    about: "after a block the model takes the offered tool",
    files: { "src/price.ts": "export const formatPrice = (cents: number) => cents / 100;\n" },
    steps: [
      {
        prompt: "Rename the helper in /proj/shop/src.",
        replies: [
          [fork("Rename formatPrice to showPrice everywhere below /proj/shop/src.")],
          [
            {
              call: "task",
              input: {
                id: "rename-helper",
                goal: "Rename formatPrice to showPrice everywhere below /proj/shop/src.",
                deliverable: "the list of changed files",
                read_only: false,
                roots: ["/proj/shop/src"],
                write_allowed: ["/proj/shop/src"],
              },
            },
          ],
          say("The task renamed it."),
        ],
      },
    ],
  },
  {
    name: "fork-parallel",
    about: "of three forks in one message the second is blocked, the others run",
    steps: [
      {
        prompt: "Three opinions on the cache, please.",
        replies: [
          [
            fork("Is the cache key stable across releases? Report what you find."),
            fork("Is the cache worth keeping? If it is not, remove it from src/cache.ts."),
            fork("Which pages would be slower without the cache?"),
          ],
          say("Two opinions came back."),
        ],
      },
    ],
  },
  {
    name: "fork-branched",
    about: "the user goes back and asks again; the abandoned branch holds a blocked fork",
    steps: [
      {
        prompt: "Tidy the imports.",
        replies: [[fork("Please remove the unused imports in src/.")], say("That was refused.")],
      },
      { rewindToMessage: 0 },
      {
        prompt: "Which imports are unused?",
        replies: [
          [fork("Report every unused import in src/, one per line.")],
          say("Four of them."),
        ],
      },
    ],
  },
  {
    name: "fork-compacted",
    about: "forks before and after a compaction",
    steps: [
      {
        prompt: "Explain the retry logic.",
        replies: [
          [fork("Explain the retry logic in src/http.ts, step by step.")],
          say("It backs off three times."),
        ],
      },
      { compact: "The retry logic was explained: three attempts with growing pauses." },
      {
        prompt: "Make it five attempts.",
        replies: [
          [fork("Set the number of attempts in src/http.ts to five.")],
          say("The fork was refused."),
        ],
      },
    ],
  },
  {
    name: "fork-aborted",
    about: "the user presses Esc while a tool runs beside a fork",
    steps: [
      {
        prompt: "Watch the build while a fork reads the log.",
        replies: [
          [fork("Summarise the last build log in five lines."), { call: "wait", input: {} }],
        ],
        abortIn: "wait",
      },
    ],
  },
  {
    name: "fork-gate-off",
    about: "with PI_FORK_GATE=off the brief goes through and is noted",
    environment: { PI_FORK_GATE: "off" },
    steps: [
      {
        prompt: "Bump the version.",
        replies: [
          [fork("Update the version in package.json to 2.0.0 and never mind the changelog.")],
          say("Done by the fork."),
        ],
      },
    ],
  },
  {
    name: "fork-gate-warn",
    about: "in mode warn the brief goes through and is noted",
    settings: { forkGate: { mode: "warn" } },
    steps: [
      {
        prompt: "Sort the locale files.",
        replies: [
          [fork("Sort the keys of every locale file.")],
          [fork("Only edit locale/de.json.")],
          say("Sorted."),
        ],
      },
    ],
  },
  {
    name: "fork-directive",
    about: "with the sensitivity directive a question that mentions trigger words runs",
    settings: { forkGate: { sensitivity: "directive" } },
    steps: [
      {
        prompt: "Why is the nightly job stuck?",
        replies: [
          [fork("Why does the nightly job never wake up, and which tests do not pass?")],
          [fork("Restart it: edit the schedule in jobs/nightly.yaml.")],
          say("It never wakes because the lock is stale."),
        ],
      },
    ],
  },
  {
    name: "fork-spellings",
    about:
      "spellings that must not slip through: curly apostrophe, full-width, emphasis, zero width",
    steps: [
      {
        prompt: "Compare the two parsers.",
        replies: [
          [
            fork("Compare the parsers. Please don’t touch src."),
            fork("Compare the parsers. ｄｏ　ｎｏｔ ｅｄｉｔ them."),
            fork("Compare the parsers, **do** *not* edit them."),
            fork("Compare the parsers, ne\u200bver edit them."),
          ],
          say("All four were refused."),
        ],
      },
    ],
  },
  {
    name: "subagent-briefs",
    about: "a further delegation tool from the settings; the second of its briefs is blocked",
    settings: { forkGate: { tools: { subagent: ["tasks[].task"] } } },
    steps: [
      {
        prompt: "Two helpers on the importer.",
        replies: [
          [
            {
              call: "subagent",
              input: {
                tasks: [
                  { task: "Describe the importer's phases." },
                  { task: "Write access is off limits; describe the importer's tables." },
                ],
              },
            },
          ],
          say("The call was refused."),
        ],
      },
    ],
  },
  {
    name: "no-fork",
    about: "an ordinary session without any delegation",
    files: { "src/cart.ts": "export const total = 0;\n" },
    steps: [
      {
        prompt: "Show me the cart.",
        replies: [
          [{ call: "read", input: { path: "src/cart.ts" } }],
          [{ call: "bash", input: { command: "ls src" } }],
          say("It holds one constant. Do not worry, nothing was changed."),
        ],
      },
    ],
  },
  ...gateRecordings,
  ...loopRecordings,
];
