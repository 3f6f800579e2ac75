import type { ToolCall } from "@earendil-works/pi-ai";
import type { JsonObject } from "../../src/kernel/json.ts";

/** One block of a scripted answer: text, or a tool call. */
export type ReplyBlock =
  | { readonly text: string }
  | { readonly call: string; readonly input: ToolCall["arguments"] };

/** One scripted answer of the model. */
export type Reply = readonly ReplyBlock[];

/** What happens next in a recorded session. */
export type Step =
  /** The user sends a message; the model answers with these, one per request. */
  | { readonly prompt: string; readonly replies: readonly Reply[] }
  /** The same, and the user presses Esc while the tool of that name runs. */
  | { readonly prompt: string; readonly replies: readonly Reply[]; readonly abortIn: string }
  /** The user goes back to before their nth message (from 0). */
  | { readonly rewindToMessage: number }
  /** The user compacts; the model writes this summary. */
  | { readonly compact: string };

/**
 * A session to record with a real pi: what the user does and what the scripted model answers. The
 * folder of `fixtures/sessions` has the same name.
 *
 * Spec: HN-31.
 */
export interface Recording {
  readonly name: string;
  /** One line: what the recording shows. */
  readonly about: string;
  /** Set while it is recorded and replayed; the world file holds them. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The section `gatehouse` of the settings file. */
  readonly settings?: JsonObject;
  /** Files under the session's working directory, path and text. */
  readonly files?: Readonly<Record<string, string>>;
  /** The remote of the repository that the session runs in; `null`: it runs in none. */
  readonly origin?: string | null;
  /** Whether the project is trusted; said where it matters. */
  readonly trusted?: boolean;
  readonly steps: readonly Step[];
}
