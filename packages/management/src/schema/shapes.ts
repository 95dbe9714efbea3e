import type { ObjectSchema, Schema } from '../route.js';

/** Fields by name. */
type Fields = Readonly<Record<string, Schema>>;

/** An object with exactly these fields; all are required except those in `optional`. */
export const object = (fields: Fields, optional: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties: fields,
  required: Object.keys(fields).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** The object schema, but further fields are allowed and ignored. */
export const withAdditionalFields = (schema: ObjectSchema): ObjectSchema => ({ ...schema, additionalProperties: true });

/** A list of equal items. */
export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object whose keys are data, such as tags or contexts. */
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** The schema or `null`. */
export const nullable = (schema: Schema): Schema =>
  typeof schema['type'] === 'string' && schema['type'] !== 'object' && schema['enum'] === undefined
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** Names a schema; the documentation contains it once and refers to it. Each name belongs to one schema. */
export const named = <T extends Schema>(name: string, schema: T): T & { readonly title: string } => ({
  ...schema,
  title: name,
});

/** Reference to a {@link named} schema that the same response contains; for recursive types. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema with a description. */
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });
