import type { Fields, FieldsOf, ObjectSchema, Schema, SentFieldsOf, SentOf, TypeOf } from './schema.js';

/** An object with exactly these fields; all are required except those in `optional`. */
export const object = <F extends Fields, Optional extends keyof F & string = never>(
  fields: F,
  optional: readonly Optional[] = [],
): ObjectSchema<FieldsOf<F, Optional>, SentFieldsOf<F, Optional>, F> => ({
  type: 'object',
  properties: fields,
  required: Object.keys(fields).filter((name) => !optional.some((each) => each === name)),
  additionalProperties: false,
});

/** An object of which every field is optional, such as the parameters of a query. */
export const optionalFields = <F extends Fields>(fields: F) => partialObject<F, never>(fields, []);

/** An object of which only the fields in `required` are required. */
export const partialObject = <F extends Fields, Required extends keyof F & string>(
  fields: F,
  required: readonly Required[],
) => {
  const isOptional = (name: string): name is Exclude<keyof F & string, Required> =>
    !required.some((each) => each === name);
  return object<F, Exclude<keyof F & string, Required>>(fields, Object.keys(fields).filter(isOptional));
};

/** An object with a field for each of the names, all of one schema. */
export const recordOf = <const Names extends readonly string[], S extends Schema>(names: Names, schema: S) =>
  object(Object.fromEntries(names.map((name) => [name, schema])) as Readonly<Record<Names[number], S>>);

/** An object with these fields, all optional, and any further ones. */
export const openObject = <F extends Fields>(
  fields: F,
): ObjectSchema<FieldsOf<F, keyof F>, SentFieldsOf<F, keyof F>, F> => ({ type: 'object', properties: fields });

/** The object schema, but further fields are allowed and ignored. */
export const withAdditionalFields = <S extends ObjectSchema>(schema: S): S => ({
  ...schema,
  additionalProperties: true,
});

/** A list of equal items. */
export const listOf = <S extends Schema>(items: S): Schema<readonly TypeOf<S>[], readonly SentOf<S>[]> => ({
  type: 'array',
  items,
});

/** An object whose keys are data, such as tags or contexts. */
export const mapOf = <S extends Schema>(
  values: S,
): Schema<Readonly<Record<string, TypeOf<S>>>, Readonly<Record<string, SentOf<S>>>> => ({
  type: 'object',
  additionalProperties: values,
});

/** The schema or `null`. */
export function nullable<S extends Schema>(schema: S): Schema<TypeOf<S> | null, SentOf<S> | null> {
  const plain: Readonly<Record<string, unknown>> = schema;
  const { type, enum: words } = plain;
  const isScalar = typeof type === 'string' && type !== 'object' && words === undefined;
  return isScalar ? { ...plain, type: [type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

/** What one of the schemas describes. */
export const anyOf = <S extends readonly Schema[]>(...schemas: S): Schema<TypeOf<S[number]>, SentOf<S[number]>> => ({
  anyOf: schemas,
});

/** Names a schema; the documentation contains it once and refers to it. Each name belongs to one schema. */
export const named = <S extends Schema>(name: string, schema: S): S & { readonly title: string } => ({
  ...schema,
  title: name,
});

/** Reference to a {@link named} schema that the same response contains; for recursive types. */
export const ref = <Value = unknown>(name: string): Schema<Value> => ({ $ref: `#/components/schemas/${name}` });

/** The schema with a description. */
export const described = <S extends Schema>(schema: S, description: string): S & { readonly description: string } => ({
  ...schema,
  description,
});
