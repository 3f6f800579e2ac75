import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rootProbe } from "../decisions/roots/facts.ts";
import type { TaskSpec } from "../decisions/spec/spec.ts";
import { agentDirectory } from "../edge/agent-directory.ts";
import { readJsonFile } from "../edge/settings.ts";
import { checkedCall } from "../edge/task/checked-call.ts";
import { invariant } from "../kernel/invariant.ts";
import { pathKey } from "../kernel/path-key.ts";
import type { Ports } from "../kernel/ports.ts";
import type { TaskSettings } from "../kernel/settings.ts";
import { auditPlace } from "./audit.ts";
import { childArguments } from "./child-arguments.ts";
import { effortProfile } from "./effort-profile.ts";
import { childTools, type GuardPlan } from "./guard-plan.ts";
import { findPi, type PiAbilities, type PiProgram, piAbilities } from "./pi-program.ts";

/** Everything that is settled before anything is started. Spec: TK-30, TK-31. */
export interface Preparation {
  readonly spec: TaskSpec;
  readonly roots: readonly {
    readonly root: string;
    readonly real: string;
    readonly writable: boolean;
  }[];
  /** Directories inside roots that pi writes to by itself. */
  readonly apart: readonly string[];
  readonly program: PiProgram;
  readonly abilities: PiAbilities;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly agentFolder: string;
  readonly audit: string;
  readonly temporary: string;
  readonly scratch: string;
  readonly planFile: string;
  /** Lines for the report. */
  readonly notes: readonly string[];
}

/** The preparation, or every reason for which there is none. Spec: TK-30. */
export type PrepareAnswer =
  | { readonly ok: true; readonly preparation: Preparation }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * The guard's file, which pi loads as an extension: beside this file in the source tree, across
 * from it where the command line was bundled into one file.
 */
function guardFile(): string {
  const places = ["./task-guard.extension.ts", "../src/runner/task-guard.extension.ts"];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const file = files.find((each) => existsSync(each));
  invariant(file !== undefined, "the package holds its task guard");
  return file;
}

function specOf(text: string, ports: Ports): { spec?: TaskSpec; problems: readonly string[] } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { problems: [`bad spec: not JSON: ${why}`] };
  }
  const { spec, problems } = checkedCall(value, ports);
  const lines = problems.map(({ message }) => `bad spec: ${message}`);
  return spec === undefined ? { problems: lines } : { spec, problems: lines };
}

/**
 * Checks and settles everything before the first file is written for the child: spec, roots, pi
 * and its flags, model, audit directory.
 *
 * Spec: TK-30, TK-31, TK-36.
 */
export async function prepare(
  text: string,
  settings: TaskSettings,
  ports: Ports,
): Promise<PrepareAnswer> {
  const { spec, problems } = specOf(text, ports);
  if (spec === undefined || problems.length > 0) return { ok: false, problems };
  const path = ports.environment.variable("PATH") ?? "";
  const found = findPi(settings.pi, process.argv[1], path);
  if (!found.ok) return { ok: false, problems: [`no pi: ${found.problem}`] };
  const agentFolder = agentDirectory(ports.environment);
  const abilities = await piAbilities(found.program, ports, join(agentFolder, "pi-task"));
  if (!abilities.ok) return { ok: false, problems: [`no pi: ${abilities.problem}`] };
  const profile = effortProfile(
    (await readJsonFile(ports, join(agentFolder, "settings.json"))).value,
    spec.effort,
  );
  const tools = childTools(spec.read_only, spec.commands);
  const extensions = [guardFile(), ...settings.extensions];
  const made = childArguments(abilities.value, extensions, tools, profile);
  if (!made.ok) {
    const version = abilities.value.version;
    return { ok: false, problems: [`no pi: pi ${version} lacks ${made.missing.join(", ")}`] };
  }
  const probe = rootProbe(ports.files);
  const roots = spec.roots.map((root) => ({
    root,
    real: probe(root).real ?? root,
    writable: spec.write_allowed.includes(root),
  }));
  const places = roots.flatMap(({ root, real }) => [root, real]);
  const audit = auditPlace(agentFolder, spec.id, ports.clock.now(), places, ports.files);
  if (!audit.ok) return { ok: false, problems: [audit.problem] };
  const plan: GuardPlan = {
    readOnly: spec.read_only,
    writeAllowed: spec.write_allowed,
    commands: spec.commands,
    tools,
  };
  const planFile = join(audit.folder, "guard.json");
  writeFileSync(planFile, JSON.stringify(plan), { mode: 0o600 });
  writeFileSync(join(audit.folder, "spec.json"), text, { mode: 0o400 });
  const apart = placesApart(agentFolder, ports, roots);
  return {
    ok: true,
    preparation: {
      spec,
      roots,
      apart,
      program: found.program,
      abilities: abilities.value,
      args: made.args,
      cwd: spec.write_allowed[0] ?? spec.roots[0] ?? agentFolder,
      agentFolder,
      audit: audit.folder,
      temporary: audit.temporary,
      scratch: audit.scratch,
      planFile,
      notes: [
        `pi ${abilities.value.version} (${found.program.file})`,
        ...(profile === undefined
          ? [`no complete pi-fork.effortProfiles.${spec.effort}: pi's default model was used`]
          : []),
        ...apart.map((folder) => `not watched, because pi writes there itself: ${folder}`),
      ],
    },
  };
}

/** The agent directory, where it lies inside a root: pi's own writes there are no task's. */
function placesApart(
  agentFolder: string,
  ports: Ports,
  roots: readonly { readonly real: string }[],
): readonly string[] {
  const answer = ports.files.realPath(agentFolder);
  const real = answer.ok ? answer.value : agentFolder;
  const key = pathKey(real, "posix");
  return roots.some((root) => key.startsWith(pathKey(root.real, "posix"))) ? [real] : [];
}
