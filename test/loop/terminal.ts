import { execFileSync } from "node:child_process";

/** How long a screen is waited for, in ms, and how often it is looked at. */
const patienceMs = 60_000;
const lookMs = 50;

/**
 * A program in a real terminal, driven through tmux: keys go in, the screen comes out. The screen is
 * looked at until it shows what is waited for, because a terminal has no event for that.
 */
export class Terminal {
  readonly #socket: string;

  constructor(name: string, command: string, cwd: string) {
    this.#socket = `gatehouse-${name}-${process.pid}`;
    this.#tmux("new-session", "-d", "-x", "140", "-y", "45", "-c", cwd, command);
  }

  /** Whether tmux is installed here. */
  static get isThere(): boolean {
    try {
      execFileSync("tmux", ["-V"], { stdio: "ignore" });
      return true;
    } catch {
      return false;
    }
  }

  #tmux(...args: readonly string[]): string {
    return execFileSync("tmux", ["-L", this.#socket, "-f", "/dev/null", ...args], {
      encoding: "utf8",
    });
  }

  /** What is on the screen. */
  get screen(): string {
    return this.#tmux("capture-pane", "-p");
  }

  /** Types text, as it is. */
  type(text: string): void {
    this.#tmux("send-keys", "-l", text);
  }

  /** Presses a key by tmux's name of it. */
  press(key: string): void {
    this.#tmux("send-keys", key);
  }

  /** Waits until the screen matches. Rejects with the screen when it never does. */
  async shows(wanted: RegExp): Promise<string> {
    for (let waited = 0; waited < patienceMs; waited += lookMs) {
      const { screen } = this;
      if (wanted.test(screen)) return screen;
      await new Promise((resolve) => setTimeout(resolve, lookMs));
    }
    throw new Error(`The screen never showed ${wanted}:\n${this.screen}`);
  }

  /** Ends the terminal and what runs in it. */
  close(): void {
    this.#tmux("kill-server");
  }
}
