import type { ExtensionAPI } from "@earendil-works/pi-coding-agent";
import { describe, expect, test } from "vitest";
import { FakeHost } from "../../harness/fake-host/fake-host.ts";
import type { HostMode } from "../../harness/fake-host/pi-shapes.ts";
import { memoryPorts } from "../../harness/memory-ports.ts";
import { sourceFolder } from "../../src/edge/repo/own-files.ts";
import { gatehouse } from "../../src/extension.ts";

const home = "/home/ada";
const agentFile = `${home}/.pi/agent/settings.json`;
const config = '[remote "origin"]\n\turl = https://ada:secret@github.com/Org/x.git\n';
const token = "secret";

interface Setup {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly trusted?: boolean;
  readonly mode?: HostMode;
  readonly config?: string;
  readonly cwd?: string;
  readonly environment?: Record<string, string>;
  readonly files?: Record<string, string>;
  /** Another extension, loaded after the package. */
  readonly beside?: (pi: ExtensionAPI) => void;
}

const text = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** The package in a fake pi, in a repository in memory; git is not installed there. */
async function started(setup: Setup = {}) {
  const cwd = setup.cwd ?? "/project";
  const ports = memoryPorts({
    files: {
      "/project/.git/config": setup.config ?? config,
      "/project/docs/tasks/e/map.md": "map\n",
      "/elsewhere/x.md": "x\n",
      ...(setup.user === undefined ? {} : { [agentFile]: text(setup.user) }),
      ...(setup.project === undefined ? {} : { "/project/.pi/settings.json": text(setup.project) }),
      ...setup.files,
    },
    home,
    environment: setup.environment ?? {},
    programs: () => "not-installed",
  });
  const skill = (name: string, folder: string) => ({
    name,
    description: `The skill ${name}.`,
    filePath: `${folder}${name}/SKILL.md`,
    body: `Body of ${name}.`,
  });
  const host = await FakeHost.start({
    extensions: [
      { name: "pi-gatehouse", factory: gatehouse(ports) },
      { name: "beside", factory: setup.beside ?? (() => undefined) },
    ],
    cwd,
    mode: setup.mode ?? "tui",
    trusted: setup.trusted ?? true,
    skills: [
      skill("gatehouse", `${sourceFolder()}skills/`),
      skill("gatehouse-twin", "/other/skills/"),
    ],
  });
  const write = (path: string) =>
    host.callTool({ toolCallId: "call-1", toolName: "write", input: { path, content: "" } });
  const said = () => host.notices.map(({ type, message }) => `${type}: ${message}`);
  return { host, ports, write, said };
}

const matching = { taskWorkflow: { disableOnRepo: ["^github\\.com/Org/"] } };
const locked = "docs/tasks/e/map.md";

describe("in a repository whose origin matches (RG-20)", () => {
  test("no gate is asked, no tool of the package is active, and one notice says so", async () => {
    const { host, write, said } = await started({ user: matching });
    expect((await write(locked)).block).toBe(false);
    expect(host.activeTools).toEqual(["read", "bash", "edit", "write"]);
    expect(said()).toEqual([
      'info: repo gate: gatehouse is off in this repository, its origin matches the pattern "^github\\\\.com/Org/"',
    ]);
  });

  test("nothing that is said holds the password", async () => {
    const { host } = await started({ user: { taskWorkflow: { disableOnRepo: ["[", ".", 7] } } });
    await host.prompt("/gates");
    expect(JSON.stringify(host.transcript)).toContain("repo gate");
    expect(JSON.stringify(host.transcript)).not.toContain(token);
  });

  test("without a UI the notice goes to standard error", async () => {
    const { ports } = await started({ user: matching, mode: "print" });
    expect(ports.lines).toHaveLength(1);
    expect(ports.lines[0]).toContain("gatehouse is off in this repository");
  });

  test("/gates says why, and switching a gate on does not get past it", async () => {
    const { host, write, said } = await started({ user: matching });
    await host.prompt("/gates");
    expect(said().at(-1)).toContain("gatehouse is off in this repository");
    await host.prompt("/gates on lockdown");
    expect((await write(locked)).block).toBe(false);
  });
});

describe("elsewhere the package acts", () => {
  test.each([
    ["no patterns", {}],
    ["no match", { user: { taskWorkflow: { disableOnRepo: ["^gitlab"] } } }],
    ["no origin", { user: matching, config: "[core]\n" }],
    ["no repository", { user: matching, cwd: "/elsewhere" }],
    ["enabled by the project", { user: matching, project: { taskWorkflow: { enable: true } } }],
    ["enable in the user's file", { user: { taskWorkflow: { enable: false } } }],
    ["patterns in the project's file", { project: { taskWorkflow: { disableOnRepo: ["."] } } }],
  ] satisfies [string, Setup][])("%s", async (_, setup) => {
    const { write, said } = await started(setup);
    const cwd = (setup as Setup).cwd ?? "/project";
    expect((await write(`${cwd}/${locked}`)).block).toBe(true);
    expect(said().filter((line) => line.startsWith("info"))).toEqual([]);
  });
});

describe("the settings (RG-12)", () => {
  test("the project's own word switches the package off", async () => {
    const { write, said } = await started({ project: { taskWorkflow: { enable: false } } });
    expect((await write(locked)).block).toBe(false);
    expect(said()[0]).toContain("taskWorkflow.enable is false in this project's settings");
  });

  test("an untrusted project's word does not count, its file is not read, and that is said", async () => {
    const project = { taskWorkflow: { enable: true } };
    const { write, said, ports } = await started({ user: matching, project, trusted: false });
    expect((await write(locked)).block).toBe(false);
    expect(said().join("\n")).toContain(
      "warning: gatehouse: /project/.pi/settings.json: this project is not trusted",
    );
    const read = ports.asked.filter(({ question }) => question.startsWith("read"));
    expect(read.map(({ subject }) => subject)).not.toContain("/project/.pi/settings.json");
  });

  test("comments and trailing commas are read; unknown keys are left alone", async () => {
    const user =
      '{ // mine\n "theme": 7, "taskWorkflow": { "disableOnRepo": ["Org",], "new": 1 }, }';
    const { write, said } = await started({ user });
    expect((await write(locked)).block).toBe(false);
    expect(said()).toHaveLength(1);
  });

  test.each([
    ["{", "not valid JSON"],
    ["[]", "expected a JSON object"],
    [{ taskWorkflow: 7 }, "taskWorkflow: expected an object"],
    [{ taskWorkflow: { disableOnRepo: "Org" } }, "taskWorkflow.disableOnRepo: expected an array"],
    [
      { gatehouse: { repoGate: { disableOnRepo: [7] } } },
      "gatehouse.repoGate.disableOnRepo: expected",
    ],
  ])("%j is left out with one warning that names file and key", async (user, words) => {
    const { write, said } = await started({ user });
    expect(said()).toHaveLength(1);
    expect((await write(locked)).block).toBe(true);
    expect(said()[0]).toContain(`warning: gatehouse: ${agentFile}: `);
    expect(said()[0]).toContain(words);
  });

  test("a project's value of the wrong type is left out and named", async () => {
    const { said } = await started({ user: matching, project: { taskWorkflow: { enable: "no" } } });
    const wanted = "/project/.pi/settings.json: taskWorkflow.enable: expected true or false";
    expect(said().join("\n")).toContain(wanted);
  });

  test("patterns of the package's own section count too", async () => {
    const user = { gatehouse: { repoGate: { disableOnRepo: ["Org"] } } };
    expect((await (await started({ user })).write(locked)).block).toBe(false);
  });

  test("pi's agent directory can be elsewhere", async () => {
    const files = { "/home/ada/conf/settings.json": JSON.stringify(matching) };
    const environment = { PI_CODING_AGENT_DIR: "~/conf" };
    expect((await (await started({ files, environment })).write(locked)).block).toBe(false);
    const empty = await started({ user: matching, environment: { PI_CODING_AGENT_DIR: "" } });
    expect((await empty.write(locked)).block).toBe(false);
  });

  test("a skipped pattern is a warning, and the next one counts", async () => {
    const user = { taskWorkflow: { disableOnRepo: ["(a+)+$", "Org"] } };
    const { write, said } = await started({ user });
    expect((await write(locked)).block).toBe(false);
    expect(said().filter((line) => line.startsWith("warning"))).toEqual([
      'warning: gatehouse: pattern "(a+)+$" is skipped: it can backtrack without end on some origins',
    ]);
  });
});

test("it is decided again when another session starts (RG-13)", async () => {
  const { host, ports, write } = await started();
  expect((await write(locked)).block).toBe(true);
  ports.volume.mkdirSync(`${home}/.pi/agent`, { recursive: true });
  ports.volume.writeFileSync(agentFile, JSON.stringify(matching));
  await host.newSession();
  expect((await write(locked)).block).toBe(false);
});

describe("skills", () => {
  test("the package's leave the prompt, another's of a like name stays (RG-21)", async () => {
    const { host } = await started({ user: matching });
    host.model.push("done");
    await host.prompt("hello");
    const sent = JSON.stringify(host.model.requests[0]);
    expect(sent).toContain("- gatehouse-twin:");
    expect(sent).not.toContain("- gatehouse:");
  });

  test("where the package acts both are there", async () => {
    const { host } = await started();
    host.model.push("done");
    await host.prompt("hello");
    expect(JSON.stringify(host.model.requests[0])).toContain("- gatehouse:");
  });

  test("the skill still shows among the commands, a known limit (RG-23)", async () => {
    let names: string[] = [];
    const looker = (pi: ExtensionAPI): void => {
      pi.on("session_start", () => {
        names = pi.getCommands().map((command) => command.name);
      });
    };
    await started({ user: matching, beside: looker });
    expect(names).toContain("skill:gatehouse");
  });

  test("/skill: for one of the package's is answered; all else goes on (RG-22)", async () => {
    const { host, said } = await started({ user: matching });
    for (const input of ["/skill:gatehouse", "/skill:gatehouse now please"]) {
      await host.prompt(input);
      expect(said().at(-1)).toBe(
        "warning: gatehouse is off in this repository; the skill gatehouse was not loaded",
      );
    }
    expect(host.model.requests).toHaveLength(0);
    const others = ["/skill:gatehouse-twin", " /skill:gatehouse", "/skill:Gatehouse", "/skill:"];
    for (const input of others) {
      host.model.push("done");
      await host.prompt(input);
    }
    expect(host.model.requests).toHaveLength(others.length);
  });
});

describe("/gates", () => {
  test("tells what is on, how often each gate spoke, what was set, and the last decisions", async () => {
    const user = { gatehouse: { forkGate: { mode: "warn" } } };
    const { host, write, said } = await started({ user });
    await write(locked);
    await write("notes.md");
    await host.prompt("/gates");
    expect(said().at(-1)).toMatchInlineSnapshot(`
      "info: gatehouse is on here: taskWorkflow.disableOnRepo is empty.
        lockdown: block; 1 allowed, 1 blocked
        fork: warn; 0 allowed, 0 blocked
        task: on
        ticket-note: on
        supervisor: on
        loop: on
      Set by you:
        gatehouse.forkGate.mode (/home/ada/.pi/agent/settings.json)
      Last decisions:
        block lockdown write "docs/tasks/e/map.md" (WL-1: inside-tree, docs/tasks)"
    `);
  });

  test("switches a gate off and on for this session", async () => {
    const { host, said } = await started();
    const fork = () =>
      host.callTool({
        toolCallId: "c",
        toolName: "fork",
        input: { task: "Do not edit anything." },
      });
    await host.prompt("/gates off fork");
    expect((await fork()).block).toBe(false);
    await host.prompt("/gates on fork");
    expect((await fork()).block).toBe(true);
    expect(said()).toContain("info: fork is off for this session");
    await host.prompt("/gates off fork");
    await host.newSession();
    expect((await fork()).block).toBe(true);
  });

  test("the lockdown goes off only after the user says yes", async () => {
    const { host, write, said } = await started();
    host.ui.answer("confirm", false);
    await host.prompt("/gates off lockdown");
    expect(said().at(-1)).toBe("warning: lockdown stays on");
    expect((await write(locked)).block).toBe(true);
    host.ui.answer("confirm", true);
    await host.prompt("/gates off lockdown");
    expect((await write(locked)).block).toBe(false);
  });

  test("without a UI the lockdown cannot go off", async () => {
    const { host, write, ports } = await started({ mode: "print" });
    await host.prompt("/gates off lockdown");
    expect(ports.lines.at(-1)).toBe("lockdown stays on");
    expect((await write(locked)).block).toBe(true);
  });

  test.each(["/gates off", "/gates maybe fork", "/gates off fork now"])(
    "%s is explained",
    async (input) => {
      const { host, said } = await started();
      await host.prompt(input);
      expect(said().at(-1)).toBe("warning: usage: /gates, /gates off NAME, /gates on NAME");
    },
  );

  test("an unknown gate is named, with those that are there", async () => {
    const { host, said } = await started();
    await host.prompt("/gates off moat");
    expect(said().at(-1)).toMatch(/^warning: there is no gate "moat": lockdown, fork/u);
  });
});

test("a tool of the same name that another package registered stays", async () => {
  const other = (pi: ExtensionAPI): void => {
    pi.registerTool({
      name: "task",
      label: "Task",
      description: "Another package's.",
      parameters: { type: "object" },
      execute: async () => ({ content: [], details: undefined }),
    });
  };
  const files = { "/project/.git/config": config, [agentFile]: JSON.stringify(matching) };
  const ports = memoryPorts({ files, home, programs: () => "not-installed" });
  const host = await FakeHost.start({
    extensions: [
      { name: "/other/package/extension.ts", factory: other },
      { name: "pi-gatehouse", factory: gatehouse(ports) },
    ],
    // pi reports the conflict, and the tool that came first stands.
    allowsLoadErrors: true,
  });
  expect(host.activeTools).toEqual(["read", "bash", "edit", "write", "task"]);
});

test("every tool that the package registers is known to it, and so can be taken away", async () => {
  const { host } = await started({ user: matching });
  let names: string[] = [];
  const looker = (pi: ExtensionAPI): void => {
    pi.on("session_start", () => {
      names = pi.getAllTools().map((tool) => tool.name);
    });
  };
  const ports = memoryPorts({ files: { "/project/.git/config": config }, home });
  const both = await FakeHost.start({
    extensions: [
      { name: "pi-gatehouse", factory: gatehouse(ports) },
      { name: "looker", factory: looker },
    ],
  });
  const bare = await FakeHost.start({ extensions: [{ name: "looker", factory: looker }] });
  expect(bare.activeTools).toEqual(host.activeTools);
  expect(names.length).toBeGreaterThan(0);
  expect(both.activeTools).toContain("task");
});
