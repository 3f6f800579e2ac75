import { ban, modal, negated, predicate, state } from "./ban-readings.ts";
import { bare } from "./bare-readings.ts";
import {
  boundNames,
  changes,
  claim,
  confined,
  limit,
  outsidePlace,
  readOnly,
  scope,
  scopeLine,
} from "./boundary-readings.ts";
import { asked, barredAct, deferred, forNow, guarded, idiom } from "./idiom-readings.ts";
import { infinitive, making, order, phrasal, unlisted } from "./order-readings.ts";
import type { Reading } from "./reading.ts";
import type { ReadingName } from "./rule.ts";
import {
  command,
  deliverable,
  desired,
  due,
  ensured,
  flag,
  gerund,
  needed,
  wanted,
  wish,
} from "./state-readings.ts";

/** The readings by name. Spec: FG-10, FG-13. */
export const readings: Readonly<Record<ReadingName, Reading>> = {
  order,
  negated,
  modal,
  predicate,
  ban,
  state,
  bare,
  infinitive,
  limit,
  place: outsidePlace,
  bound: boundNames,
  readOnly,
  scope,
  confined,
  changes,
  scopeLine,
  making,
  unlisted,
  wanted,
  needed,
  gerund,
  ensured,
  command,
  flag,
  deliverable,
  claim,
  wish,
  phrasal,
  idiom,
  barredAct,
  desired,
  due,
  deferred,
  asked,
  guarded,
  forNow,
};
