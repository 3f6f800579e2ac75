import { isJsonObject, type JsonObject } from "../../src/kernel/json.ts";

/**
 * What a session does not record and a decision may ask for. Every member may be left out; what is
 * left out is not guessed.
 *
 * Spec: HN-5.
 */
export interface RecordedWorld {
  /** One line for people. */
  readonly about?: string;
  /** Instead of the header's. */
  readonly cwd?: string;
  readonly home?: string;
  readonly platform?: "posix" | "windows";
  /** All variables: one that is not here was not set. */
  readonly environment?: Readonly<Record<string, string>>;
  /** The section `gatehouse` of pi's settings. */
  readonly settings?: JsonObject;
  /** All files below the working directory; `null` is an empty directory. Absolute paths add others. */
  readonly files?: Readonly<Record<string, string | null>>;
  /** Links and what they hold, as written. */
  readonly links?: Readonly<Record<string, string>>;
  /** Paths that may not be looked at. */
  readonly denied?: readonly string[];
  /** The url of the remote `origin`; `null` outside a repository. */
  readonly origin?: string | null;
  readonly trusted?: boolean;
  /** The tools the model had. */
  readonly activeTools?: readonly string[];
}

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isMap = (value: unknown, holds: (member: unknown) => boolean): boolean =>
  isJsonObject(value) && Object.values(value).every(holds);

/** Each key: what holds of its value, and how to say that. */
const keys: Readonly<Record<keyof RecordedWorld, [(value: unknown) => boolean, string]>> = {
  about: [isText, "a text"],
  cwd: [isText, "an absolute path"],
  home: [isText, "an absolute path"],
  platform: [(value) => value === "posix" || value === "windows", "posix or windows"],
  environment: [(value) => isMap(value, isText), "an object of texts"],
  settings: [isJsonObject, "the gatehouse section of the settings, an object"],
  files: [
    (value) => isMap(value, (member) => member === null || isText(member)),
    "an object of paths and texts",
  ],
  links: [(value) => isMap(value, isText), "an object of paths and targets"],
  denied: [isTexts, "a list of paths"],
  origin: [(value) => value === null || isText(value), "a url or null"],
  trusted: [(value) => typeof value === "boolean", "true or false"],
  activeTools: [isTexts, "a list of tool names"],
};

/** The world in a parsed file, or what is wrong with it, key by key. Spec: HN-5. */
export function recordedWorld(
  value: JsonObject,
): { readonly world: RecordedWorld } | { readonly problem: string } {
  for (const [key, member] of Object.entries(value)) {
    if (!Object.hasOwn(keys, key)) {
      return { problem: `no key "${key}"; there are ${Object.keys(keys).join(", ")}` };
    }
    const [holds, expected] = keys[key as keyof RecordedWorld];
    if (!holds(member)) return { problem: `${key}: expected ${expected}` };
  }
  return { world: value };
}
