import type { ObjectSchema, Schema } from '../route.js';

/** Fields by name. */
type Fields = Readonly<Record<string, Schema>>;

/** An object of exactly these fields, all of them there except those named `optional`. */
export const object = (fields: Fields, optional: readonly string[] = []): ObjectSchema => ({
  type: 'object',
  properties: fields,
  required: Object.keys(fields).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});

/** The object, which may have other fields too: nobody reads them. */
export const andOthers = (schema: ObjectSchema): ObjectSchema => ({ ...schema, additionalProperties: true });

/** A list of equal items. */
export const listOf = (items: Schema): Schema => ({ type: 'array', items });

/** An object whose names are data: tags, contexts. */
export const mapOf = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** The schema, or `null` where there is no value. */
export const nullable = (schema: Schema): Schema =>
  typeof schema['type'] === 'string' && schema['enum'] === undefined
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };

/** A schema that the documentation shows once under its name and refers to elsewhere. A name has one schema only. */
export const named = <T extends Schema>(name: string, schema: T): T & { readonly title: string } => ({
  ...schema,
  title: name,
});

/** Refers to a {@link named} schema, which another part of the same answer must hold: for what contains itself. */
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

/** The schema with a sentence for readers. */
export const described = (schema: Schema, description: string): Schema => ({ ...schema, description });
