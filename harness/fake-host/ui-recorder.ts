import type { ExtensionUIContext } from "@earendil-works/pi-coding-agent";
import type { HostMode } from "./pi-shapes.ts";
import type { Faults } from "./unsupported.ts";

/** One `ui.notify` call. `shown` is false in the modes without a user interface. Spec: HN-2. */
export interface Notice {
  readonly message: string;
  readonly type: "info" | "warning" | "error";
  readonly shown: boolean;
}

/** A dialog that an extension opened, and the answer it got. Spec: HN-2. */
export interface DialogRecord {
  readonly kind: DialogKind;
  readonly title: string;
  readonly answer: unknown;
}

/** The dialogs that the fake host can answer. Spec: HN-2. */
export type DialogKind = "select" | "confirm" | "input" | "editor";

/** The state that extensions put on the screen. Spec: HN-2. */
export interface Screen {
  readonly statuses: Map<string, string>;
  readonly widgets: Map<string, readonly string[]>;
  title: string;
  editorText: string;
  workingMessage: string | undefined;
}

/**
 * The user: reads notices, and answers dialogs from a script.
 *
 * In `tui` and `rpc` a dialog without a scripted answer throws, as a test that forgot the answer
 * must not pass. In `json` and `print` pi has no user interface: dialogs answer with nothing,
 * notices are kept as not shown.
 *
 * Spec: HN-2.
 */
export class UserInterface {
  readonly notices: Notice[] = [];
  readonly dialogs: DialogRecord[] = [];
  readonly screen: Screen = {
    statuses: new Map(),
    widgets: new Map(),
    title: "",
    editorText: "",
    workingMessage: undefined,
  };
  readonly present: boolean;
  readonly #faults: Faults;
  readonly #answers: { kind: DialogKind; value: unknown }[] = [];
  /** Hears what a dialog does, for the events that surround it. */
  onDialog: (step: "start" | "end", kind: DialogKind, title: string) => void = () => undefined;
  /** Hears each notice. */
  onNotice: (notice: Notice) => void = () => undefined;

  /** A user interface is present in `tui` and `rpc`. */
  constructor(mode: HostMode, faults: Faults) {
    this.present = mode === "tui" || mode === "rpc";
    this.#faults = faults;
  }

  /** Scripts the answer to the next dialog of the kind; `undefined` is a dismissal. */
  answer(kind: DialogKind, value: unknown): void {
    this.#answers.push({ kind, value });
  }

  async #ask(kind: DialogKind, title: string, absent: unknown): Promise<unknown> {
    if (!this.present) return absent;
    const at = this.#answers.findIndex((answer) => answer.kind === kind);
    if (at < 0) return this.#faults.unsupported(`ctx.ui.${kind} without a scripted answer`);
    const [scripted] = this.#answers.splice(at, 1);
    this.onDialog("start", kind, title);
    const answer = scripted?.value;
    this.dialogs.push({ kind, title, answer });
    // The turn of the microtask queue stands for the user's thinking time: events start meanwhile.
    await Promise.resolve();
    this.onDialog("end", kind, title);
    return answer;
  }

  #notify(message: string, type: Notice["type"]): void {
    const notice = { message, type, shown: this.present };
    this.notices.push(notice);
    this.onNotice(notice);
  }

  #put<Value>(map: Map<string, Value>, key: string, value: Value | undefined): void {
    if (!this.present) return;
    if (value === undefined) map.delete(key);
    else map.set(key, value);
  }

  #setWidget(key: string, content: unknown): void {
    if (content !== undefined && !Array.isArray(content))
      this.#faults.unsupported("ctx.ui.setWidget with a component");
    this.#put(this.screen.widgets, key, content as string[] | undefined);
  }

  /** The context object that extensions call. Parts that draw on a terminal are unsupported. */
  context(): ExtensionUIContext {
    const no = (name: string) => (): never => this.#faults.unsupported(`ctx.ui.${name}`);
    const { screen } = this;
    const context: Omit<ExtensionUIContext, "theme"> = {
      select: (title) => this.#ask("select", title, undefined) as Promise<string | undefined>,
      confirm: (title) => this.#ask("confirm", title, false) as Promise<boolean>,
      input: (title) => this.#ask("input", title, undefined) as Promise<string | undefined>,
      editor: (title) => this.#ask("editor", title, undefined) as Promise<string | undefined>,
      notify: (message, type = "info") => this.#notify(message, type),
      setStatus: (key, text) => this.#put(screen.statuses, key, text),
      setWidget: (key: string, content: unknown) => this.#setWidget(key, content),
      setTitle: (title) => {
        screen.title = title;
      },
      setWorkingMessage: (message) => {
        screen.workingMessage = message;
      },
      setEditorText: (text) => {
        screen.editorText = text;
      },
      getEditorText: () => (this.present ? screen.editorText : ""),
      pasteToEditor: (text) => {
        screen.editorText += text;
      },
      onTerminalInput: no("onTerminalInput"),
      setWorkingVisible: no("setWorkingVisible"),
      setWorkingIndicator: no("setWorkingIndicator"),
      setHiddenThinkingLabel: no("setHiddenThinkingLabel"),
      setFooter: no("setFooter"),
      setHeader: no("setHeader"),
      custom: no("custom"),
      addAutocompleteProvider: no("addAutocompleteProvider"),
      setEditorComponent: no("setEditorComponent"),
      getEditorComponent: no("getEditorComponent"),
      getAllThemes: no("getAllThemes"),
      getTheme: no("getTheme"),
      setTheme: no("setTheme"),
      getToolsExpanded: no("getToolsExpanded"),
      setToolsExpanded: no("setToolsExpanded"),
    };
    // Not enumerable, so that a spread of the context does not ask for what is unsupported.
    return Object.defineProperty(context, "theme", { get: no("theme") }) as ExtensionUIContext;
  }
}
