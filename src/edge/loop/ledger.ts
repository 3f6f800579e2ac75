import type { Criterion, Loop } from "../../decisions/loop/loop-state.ts";
import {
  newProgress,
  type ProgressSection,
  withNote,
} from "../../decisions/loop/progress-notes.ts";
import { storedCriteria } from "../../decisions/loop/stored-loop.ts";
import { isJsonObject } from "../../kernel/json.ts";
import type { FileProblem, Ports } from "../../kernel/ports.ts";
import { agentDirectory } from "../agent-directory.ts";

/** A ledger file over this size, in bytes, was not written by this program. */
const ledgerBytesMax = 4 * 1024 * 1024;

const problemWords: Readonly<Record<FileProblem, string>> = {
  missing: "it is not there",
  loop: "its links lead in a circle",
  denied: "permission is denied",
  full: "the disk is full",
  failed: "the file system failed",
};

/** What the disk says of a loop's criteria. Spec: LP-45. */
export type LedgerAnswer =
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly problem: string }
  | { readonly kind: "read"; readonly criteria: readonly Criterion[] };

/**
 * The files of a loop: `criteria.json` and `PROGRESS.md` in the agent's directory. They belong to
 * the user as much as to the loop: what stands in them wins, a file that cannot be understood is
 * never written over, and no failure of theirs ends the loop.
 *
 * Spec: LP-45.
 */
export class Ledger {
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  /** The directory of a loop, absolute. */
  directory(id: string): string {
    return `${agentDirectory(this.#ports.environment)}/loop/${id}`;
  }

  /** Makes the files of a new loop; a progress file that is there stays. */
  open(loop: Loop): string | undefined {
    const directory = this.directory(loop.id);
    const made = this.#ports.files.makeDirectory(directory);
    if (!made.ok) return this.#problem(directory, made.problem);
    const problem = this.write(loop);
    const progress = `${directory}/PROGRESS.md`;
    if (this.#ports.files.facts(progress).ok) return problem;
    const written = this.#ports.files.writeText(progress, newProgress(loop.objective));
    return problem ?? (written.ok ? undefined : this.#problem(progress, written.problem));
  }

  /** Reads the criteria. */
  read(id: string): LedgerAnswer {
    const found = this.#raw(id);
    if (found.kind !== "raw") return found;
    const criteria = storedCriteria(found.entries);
    if (criteria !== undefined) return { kind: "read", criteria };
    return { kind: "unreadable", problem: `${this.#criteriaFile(id)}: not a list of criteria` };
  }

  /**
   * Writes what is known of the criteria into the file: entries and members that somebody added by
   * hand stay. Says what went wrong, if anything.
   */
  write(loop: Loop): string | undefined {
    const found = this.#raw(loop.id);
    if (found.kind === "unreadable") return `${found.problem}; it is left as it is`;
    const before = found.kind === "raw" ? found.entries : [];
    const text = `${JSON.stringify(mergedEntries(before, loop.criteria), undefined, 2)}\n`;
    const file = this.#criteriaFile(loop.id);
    const written = this.#ports.files.writeText(file, text);
    return written.ok ? undefined : this.#problem(file, written.problem);
  }

  /** Adds a note to a section of the progress file, which is made anew where it is gone. */
  note(loop: Loop, section: ProgressSection, note: string): string | undefined {
    const file = `${this.directory(loop.id)}/PROGRESS.md`;
    const before = this.#ports.files.readText(file, ledgerBytesMax);
    if (!before.ok && before.problem !== "missing") return this.#problem(file, before.problem);
    if (!before.ok) {
      const made = this.#ports.files.makeDirectory(this.directory(loop.id));
      if (!made.ok) return this.#problem(file, made.problem);
    }
    const text = withNote(before.ok ? before.value : newProgress(loop.objective), section, note);
    const written = this.#ports.files.writeText(file, text);
    return written.ok ? undefined : this.#problem(file, written.problem);
  }

  #criteriaFile(id: string): string {
    return `${this.directory(id)}/criteria.json`;
  }

  #raw(
    id: string,
  ): Exclude<LedgerAnswer, { kind: "read" }> | { kind: "raw"; entries: readonly unknown[] } {
    const file = this.#criteriaFile(id);
    const text = this.#ports.files.readText(file, ledgerBytesMax);
    if (!text.ok) {
      if (text.problem === "missing") return { kind: "missing" };
      return { kind: "unreadable", problem: this.#problem(file, text.problem) };
    }
    try {
      const entries: unknown = JSON.parse(text.value.replace(/^\uFEFF/u, ""));
      if (Array.isArray(entries)) return { kind: "raw", entries };
    } catch {
      // What follows says what is wrong, in words of this program.
    }
    return { kind: "unreadable", problem: `${file}: not a list of criteria` };
  }

  #problem(path: string, problem: FileProblem): string {
    return `${path}: cannot be used, ${problemWords[problem]}`;
  }
}

/** The entries with what is known of each criterion laid over it, and nothing taken away. */
function mergedEntries(
  entries: readonly unknown[],
  criteria: readonly Criterion[],
): readonly unknown[] {
  const known = new Map(criteria.map((criterion) => [criterion.id, criterion]));
  const merged = entries.map((entry) => {
    if (!isJsonObject(entry)) return entry;
    const criterion = known.get(String(entry["id"]));
    if (criterion === undefined) return entry;
    known.delete(criterion.id);
    const { evidence: _evidence, evidenceAt: _evidenceAt, ...kept } = entry;
    return { ...kept, ...criterion };
  });
  return [...merged, ...known.values()];
}
