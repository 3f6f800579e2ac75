import type {
  ExtensionContext,
  ExtensionFlag,
  ExtensionShortcut,
  RegisteredCommand,
  SourceInfo,
  ToolDefinition,
} from "@earendil-works/pi-coding-agent";

/** A handler with its event's type forgotten: the registry holds handlers of all events. */
export type AnyHandler = (event: unknown, context: unknown) => unknown;

/**
 * Everything one extension registered, in the order of registration, as pi keeps it.
 *
 * `path` is pi's name for an extension without a file, `<inline:name>`, which errors carry.
 *
 * Spec: HN-2.
 */
export interface LoadedExtension {
  readonly name: string;
  readonly path: string;
  readonly sourceInfo: SourceInfo;
  readonly handlers: Map<string, AnyHandler[]>;
  readonly tools: Map<string, ToolDefinition>;
  readonly commands: Map<string, RegisteredCommand>;
  readonly flags: Map<string, ExtensionFlag>;
  readonly shortcuts: Map<string, ExtensionShortcut>;
  readonly renderers: string[];
}

/** A loaded extension's shortcut handler. */
export type ShortcutHandler = (context: ExtensionContext) => Promise<void> | void;

/** The origin that pi reports for a thing that has no file. Spec: HN-2. */
export function sourceInfoOf(path: string, source: string): SourceInfo {
  return { path, source, scope: "temporary", origin: "top-level" };
}

/** An extension that has registered nothing yet. Spec: HN-2. */
export function emptyExtension(name: string): LoadedExtension {
  const path = `<inline:${name}>`;
  return {
    name,
    path,
    sourceInfo: sourceInfoOf(path, "inline"),
    handlers: new Map(),
    tools: new Map(),
    commands: new Map(),
    flags: new Map(),
    shortcuts: new Map(),
    renderers: [],
  };
}
