import type { ObjectSchema, Schema } from '@sluice/api-contract';

/**
 * Returns the parameter that a given name means, or `undefined`. Besides the exact name it accepts snake_case
 * (`min_duration`) and, for a parameter that takes an id, the name of the response field (`traceId`, `trace_id`).
 */
export function matchParameterName(given: string, names: readonly string[]): string | undefined {
  if (names.includes(given)) return given;
  const name = toCamelCase(given);
  return [name, name.replace(/Id$/, '')].find((one) => names.includes(one));
}

/** Deeper than any schema. */
const MAX_DEPTH = 8;

/**
 * Renames snake_case fields of a body in place if its schema knows the camelCase name.
 * @returns the name of a field that is present in both spellings, if any
 */
export function renameSnakeCaseFields(body: object, schema: Schema, levels = MAX_DEPTH): string | undefined {
  const { properties } = schema as Partial<ObjectSchema>;
  if (properties === undefined || levels === 0) return undefined;
  const fields = body as Record<string, unknown>;
  for (const given of Object.keys(fields)) {
    const name = Object.hasOwn(properties, given) ? given : toCamelCase(given);
    const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (inner === undefined) continue;
    const value = fields[given];
    if (name !== given) {
      if (Object.hasOwn(fields, name)) return name;
      Reflect.deleteProperty(fields, given);
      fields[name] = value;
    }
    if (typeof value !== 'object' || value === null) continue;
    const repeated = renameSnakeCaseFields(value, inner, levels - 1);
    if (repeated !== undefined) return repeated;
  }
  return undefined;
}

const toCamelCase = (name: string): string =>
  name.replace(/(?<=[a-z0-9])_([a-z0-9])/g, (_whole, letter: string) => letter.toUpperCase());
