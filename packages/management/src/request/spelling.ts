import type { ObjectSchema, Schema } from '../route.js';

/**
 * Which of the names a given one means; `undefined` for none. Besides the name itself, snake_case is accepted, and
 * for a parameter that takes an id, the name of the field that shows it: `min_duration`, `traceId` and `trace_id`.
 */
export function spelledAs(given: string, names: readonly string[]): string | undefined {
  if (names.includes(given)) return given;
  const name = camelCased(given);
  return [name, name.replace(/Id$/, '')].find((one) => names.includes(one));
}

/** Nesting of a schema whose names are looked at: no body of ours is deeper. */
const MOST_LEVELS = 8;

/**
 * Renames the fields of a body that are spelled in snake_case, wherever its schema knows the camelCase name. Changes the
 * body. Returns the name of a field that is given under both spellings.
 */
export function respell(body: object, schema: Schema, levels = MOST_LEVELS): string | undefined {
  const { properties } = schema as Partial<ObjectSchema>;
  if (properties === undefined || levels === 0) return undefined;
  const fields = body as Record<string, unknown>;
  for (const given of Object.keys(fields)) {
    const name = Object.hasOwn(properties, given) ? given : camelCased(given);
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner === undefined) continue;
    const value = fields[given];
    if (name !== given) {
      if (Object.hasOwn(fields, name)) return name;
      Reflect.deleteProperty(fields, given);
      fields[name] = value;
    }
    if (typeof value !== 'object' || value === null) continue;
    const repeated = respell(value, inner, levels - 1);
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

const camelCased = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
