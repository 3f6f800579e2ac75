import type { TSchema } from "typebox";
import { Value } from "typebox/value";
import { isJsonObject, type JsonObject } from "../kernel/json.ts";
import type { SettingOrigin, Settings, SettingsAnswer } from "../kernel/settings.ts";
import { settingsSchema } from "./settings-schema.ts";

/**
 * The defaults with every valid value of the section laid over them. Its own module, so that pi's
 * start loads the schema library only where somebody set something.
 *
 * Spec: FG-20, RG-12.
 */
export function checkSection(
  section: JsonObject,
  file: string,
  defaults: Settings,
): SettingsAnswer {
  const merged: Record<string, JsonObject> = {};
  const origins: SettingOrigin[] = [];
  const problems: string[] = [];
  for (const [name, schema] of Object.entries(settingsSchema.properties)) {
    const values: JsonObject = { ...defaults[name as keyof Settings] };
    merged[name] = values;
    const given = section[name];
    if (given === undefined) continue;
    if (!isJsonObject(given)) {
      problems.push(`${file}: gatehouse.${name}: expected an object; ignored`);
      continue;
    }
    for (const [key, keySchema] of Object.entries<TSchema>(schema.properties)) {
      const value = given[key];
      if (value === undefined) continue;
      const path = `gatehouse.${name}.${key}`;
      if (Value.Check(keySchema, value)) {
        values[key] = value;
        origins.push({ key: path, from: file });
      } else {
        problems.push(
          `${file}: ${path}: expected ${expectation(keySchema)}, found ${shown(value)}; ignored`,
        );
      }
    }
  }
  // Each value was checked against its schema just above; the shape follows from the schema's.
  return { settings: merged as unknown as Settings, origins, problems };
}

function expectation(schema: TSchema): string {
  const description: unknown = Reflect.get(schema, "description");
  return typeof description === "string" ? description : "another type";
}

function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length <= 80 ? text : `${text.slice(0, 77)}...`;
}
