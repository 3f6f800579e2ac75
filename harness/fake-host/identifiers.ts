import { VirtualClock } from "../clock.ts";

/**
 * Ids and stamps that count up, in the shapes of pi's random ones, so that two runs of the same
 * session are the same byte for byte.
 *
 * Spec: HN-2.
 */
export class Identifiers {
  readonly #clock: VirtualClock;
  #entryCount = 0;
  #sessionCount = 0;

  /** Stamps come from the clock. */
  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  /** A new entry id, eight hexadecimal digits, that the given check does not know. */
  entryId(taken: (id: string) => boolean): string {
    let id: string;
    do {
      this.#entryCount += 1;
      id = this.#entryCount.toString(16).padStart(8, "0");
    } while (taken(id));
    return id;
  }

  /** A new session id in the shape of a UUID of version 7. */
  sessionId(): string {
    this.#sessionCount += 1;
    return `00000000-0000-7000-8000-${this.#sessionCount.toString(16).padStart(12, "0")}`;
  }

  /** The time of a message, in ms since the epoch. */
  stampMs(): number {
    return this.#clock.tick();
  }

  /** The time of an entry, as ISO text. */
  stampText(): string {
    return new Date(this.#clock.tick()).toISOString();
  }

  /** Ids and stamps for a trial: its ids are of no later use, and it does not move the clock. */
  preview(): Identifiers {
    const preview = new Identifiers(new VirtualClock(this.#clock.now()));
    preview.entryId = (taken) => this.entryId(taken);
    return preview;
  }
}
