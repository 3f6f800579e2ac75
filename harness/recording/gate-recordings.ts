import type { Recording, Reply } from "./recording.ts";

const write = (path: string): Reply[number] => ({
  call: "write",
  input: { path, content: "Written.\n" },
});
const edit = (path: string, oldText: string, newText: string): Reply[number] => ({
  call: "edit",
  input: { path, edits: [{ oldText, newText }] },
});
const say = (text: string): Reply => [{ text }];
const map = "docs/tasks/checkout/map.md";
const tree = { [map]: "# Checkout\n\nstate: open\n" };
const origin = "git@github.com:Org/shop.git";
const gated = { repoGate: { disableOnRepo: ["^github\\.com/Org/"] } };

/** Recorded sessions of the write lockdown and the repo gate. Spec: HN-31. */
export const gateRecordings: readonly Recording[] = [
  {
    name: "lockdown-refused",
    about: "write and edit in the task tree are refused, and the model says what it would write",
    files: tree,
    origin: null,
    steps: [
      {
        prompt: "Close the checkout task.",
        replies: [
          [edit(map, "open", "closed")],
          [write(map)],
          say("The map is locked. Its state has to become: closed."),
        ],
      },
    ],
  },
  {
    name: "lockdown-spellings",
    about: "the same place in other spellings is refused as well",
    files: tree,
    origin: null,
    steps: [
      {
        prompt: "Write the map.",
        replies: [
          [write(`@${map}`), write("docs//tasks/./checkout/../checkout/map.md")],
          [write("src/../docs/tasks/checkout/new.md"), write("docs/tasks/")],
          say("Every spelling is refused."),
        ],
      },
    ],
  },
  {
    name: "lockdown-exempt",
    about: "the exempt directories below a task are written, the same names elsewhere are not",
    files: tree,
    origin: null,
    steps: [
      {
        prompt: "Note what is unclear.",
        replies: [
          [write("docs/tasks/checkout/.work/uncertainty.md")],
          [write("docs/tasks/checkout/deviation-reports/1-prices.md")],
          [write("docs/tasks/.work/x.md"), write("docs/tasks/archive/old/.work/x.md")],
          say("Two notes are written, two places are locked."),
        ],
      },
    ],
  },
  {
    name: "lockdown-siblings",
    about: "files beside the tree are written",
    files: tree,
    origin: null,
    steps: [
      {
        prompt: "Write the reports.",
        replies: [
          [write("docs/tasks-archive/notes.md"), write("docs/tasks.md")],
          [write("docs/bugs/login-loop.md"), edit("docs/tasks.md", "Written.", "Edited.")],
          say("All are written."),
        ],
      },
    ],
  },
  {
    name: "lockdown-warn",
    about: "in the mode warn the write runs and leaves a note",
    files: tree,
    origin: null,
    settings: { lockdown: { mode: "warn" } },
    steps: [{ prompt: "Write the map.", replies: [[write(map)], say("Written.")] }],
  },
  {
    name: "lockdown-shell",
    about: "the shell is not looked at: the residual risk",
    files: tree,
    origin: null,
    steps: [
      {
        prompt: "Write the map.",
        replies: [
          [write(map)],
          [{ call: "bash", input: { command: `echo closed > ${map}` } }],
          say("Written by the shell."),
        ],
      },
    ],
  },
  {
    name: "lockdown-further-trees",
    about: "a tree of the settings is locked, with its own exempt directory",
    origin: null,
    settings: { lockdown: { trees: [{ path: "plans", exempt: ["drafts"] }] } },
    steps: [
      {
        prompt: "Plan the sale.",
        replies: [
          [write("plans/sale.md"), write("plans/sale/drafts/first.md"), write(map)],
          say("The plan is locked, the draft is written."),
        ],
      },
    ],
  },
  {
    name: "repo-gated",
    about: "in a repository whose origin matches no gate is asked",
    files: tree,
    origin,
    settings: gated,
    steps: [
      {
        prompt: "Write the map.",
        replies: [
          [write(map), { call: "fork", input: { task: "Look around. Do not edit anything." } }],
          say("All ran."),
        ],
      },
    ],
  },
  {
    name: "repo-enabled-here",
    about: "the project's own word switches the gates on where the origin matches",
    files: { ...tree, ".pi/settings.json": '{"taskWorkflow":{"enable":true}}\n' },
    origin,
    trusted: true,
    settings: gated,
    steps: [{ prompt: "Write the map.", replies: [[write(map)], say("Refused.")] }],
  },
  {
    name: "repo-disabled-here",
    about: "the project's own word switches the gates off where nothing matches",
    files: { ...tree, ".pi/settings.json": '{"taskWorkflow":{"enable":false}}\n' },
    origin,
    trusted: true,
    steps: [{ prompt: "Write the map.", replies: [[write(map)], say("Written.")] }],
  },
];
