import type { Scenario } from "../../../harness/scenario/scenario.ts";
import { abortScenarios } from "./aborts.ts";
import { boundaryScenarios } from "./boundaries.ts";
import { gateScenarios } from "./gates.ts";
import { messageScenarios } from "./messages.ts";
import { modeScenarios } from "./modes.ts";
import { promptScenarios } from "./prompts.ts";
import { sessionScenarios } from "./sessions.ts";
import { toolCallScenarios } from "./tool-calls.ts";
import { toolResultScenarios } from "./tool-results.ts";
import { userInputScenarios } from "./user-input.ts";

/** Every hand-written scenario. */
export const scenarios: readonly Scenario[] = [
  ...toolCallScenarios,
  ...toolResultScenarios,
  ...userInputScenarios,
  ...promptScenarios,
  ...messageScenarios,
  ...boundaryScenarios,
  ...modeScenarios,
  ...abortScenarios,
  ...sessionScenarios,
  ...gateScenarios,
];
