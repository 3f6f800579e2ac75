import { isJsonObject } from "./json.ts";

/** One value of a call's arguments and the place it stands in (`files[1].path`). Spec: WL-1. */
export interface PlacedValue {
  readonly where: string;
  readonly value: unknown;
}

/**
 * The values at a place in a call's arguments: `path`, `a.b`, `files[].path`. Nothing where the
 * arguments do not have it.
 *
 * Spec: WL-1.
 */
export function valuesAt(input: unknown, place: string): readonly PlacedValue[] {
  return place
    .split(".")
    .reduce<readonly PlacedValue[]>(
      (found, step) => found.flatMap((from) => stepInto(from, step)),
      [{ where: "", value: input }],
    );
}

/** The names of the arguments that such places are in: `files` for `files[].path`. Spec: HN-10. */
export function argumentNames(places: readonly string[]): readonly string[] {
  return places.map((place) => (place.split(".")[0] ?? "").replace(/\[\]$/, ""));
}

function stepInto({ where, value }: PlacedValue, step: string): readonly PlacedValue[] {
  const each = step.endsWith("[]");
  const name = each ? step.slice(0, -2) : step;
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return [];
  const member = value[name];
  const here = where === "" ? name : `${where}.${name}`;
  if (!each) return [{ where: here, value: member }];
  if (!Array.isArray(member)) return [];
  return member.map((item: unknown, index) => ({ where: `${here}[${index}]`, value: item }));
}
