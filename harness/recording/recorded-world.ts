import type { JsonObject } from "../../src/kernel/json.ts";
import type { Recording } from "./recording.ts";

/**
 * What replay has to know beside the session: the environment, settings and files it ran in.
 *
 * Spec: HN-5, HN-31.
 */
export function recordedWorld(recording: Recording): JsonObject {
  return {
    about: recording.about,
    environment: recording.environment ?? {},
    settings: recording.settings ?? {},
    files: recording.files ?? {},
    ...(recording.origin === undefined ? {} : { origin: recording.origin }),
    ...(recording.trusted === undefined ? {} : { trusted: recording.trusted }),
  };
}
