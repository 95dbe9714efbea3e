import { isObject } from '@sluice/contract';

/** A JSON Schema (2020-12), as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a field may contain. */
export interface FieldRule {
  /** Ends the sentence "<field>: must be …". */
  readonly expectation: string;
  readonly accepts: (value: unknown) => boolean;
  /** Returns the problems of a value that has parts, each beginning with the path of the part. Default: the expectation. */
  readonly problemsAt?: (value: unknown, path: string) => readonly string[];
}

/** The rules of an object's fields by name; those with `isOptional` may be missing. */
export type FieldRules = Readonly<Record<string, FieldRule & { readonly isOptional?: boolean }>>;

/** How a form asks for a field. The schema decides whether one types, chooses or checks. */
export interface Input {
  /** A function gets the other fields of the object as the form has them. */
  readonly label: string | ((form: Readonly<Record<string, unknown>>) => string);
  readonly hint?: string;
  readonly placeholder?: string;
  /** Content of the field in a new object. Default: empty, or the first choice. */
  readonly start?: string;
  /** Names of choices. Default: the choices. A text with them is chosen, not typed. */
  readonly words?: Readonly<Record<string, string>>;
  /** Of a text. */
  readonly type?: 'url';
  /** The smallest number that can be typed. */
  readonly min?: number;
  /** Names that exist in the project are suggested. */
  readonly suggests?: 'endpoints' | 'metrics';
}

declare const VALUE: unique symbol;

/** A field of an object that people set: its schema, which documents it, its rule, which may be stricter, and its input. */
export interface Field<Value = unknown> extends FieldRule {
  readonly schema: JsonSchema;
  readonly input?: Input;
  /** Carries the type; only the compiler sees it. */
  readonly [VALUE]?: () => Value;
}

/** Fields by name; those with `isOptional` may be missing. */
export type Fields = Readonly<Record<string, Field & { readonly isOptional?: boolean }>>;

/** The type of the values that a field accepts. */
type ValueOf<F> = F extends { readonly [VALUE]?: () => infer Value } ? Value : never;

type Optional<F extends Fields> = {
  [Name in keyof F]: F[Name] extends { readonly isOptional: true } ? Name : never;
}[keyof F];

/** The type of the objects that fields describe. */
export type FieldsValue<F extends Fields> = {
  readonly [Name in Exclude<keyof F, Optional<F>>]: ValueOf<F[Name]>;
} & { readonly [Name in Optional<F>]?: ValueOf<F[Name]> };

/** A rule whose problem is a sentence of its own. */
export const stated = (sentence: string, accepts: FieldRule['accepts']): FieldRule => ({
  expectation: sentence,
  accepts,
  problemsAt: (value, path) => (accepts(value) ? [] : [`${path}: ${sentence}`]),
});

/** The field may be missing. */
export const optional = <F extends Field>(field: F): F & { readonly isOptional: true } => ({
  ...field,
  isOptional: true,
});

/** The field with an input. */
export const asked = <F extends Field>(field: F, input: Input): F => ({ ...field, input });

/** The field with a description in the documentation. */
export const described = <F extends Field>(field: F, description: string): F => ({
  ...field,
  schema: { ...field.schema, description },
});

/** A whole number within bounds. */
export const whole = (min: number, max: number, unit = ''): Field<number> => ({
  schema: { type: 'integer', minimum: min, maximum: max },
  expectation: `a whole number${unit === '' ? '' : ` of ${unit}`} from ${min} to ${max}`,
  accepts: (value) => Number.isInteger(value) && Number(value) >= min && Number(value) <= max,
});

/** The largest count that a condition compares with. */
const MAX_COUNT = 1_000_000_000;

/** A count of at least `min`. */
export const countFrom = (min: number): Field<number> => ({
  ...whole(min, MAX_COUNT),
  schema: { type: 'integer', minimum: 0 },
});

const NUMBER: JsonSchema = { type: 'number' };

/** A finite number above a bound. */
export const above = (bound: number): Field<number> => ({
  schema: NUMBER,
  expectation: `a number above ${bound}`,
  accepts: (value) => Number.isFinite(value) && Number(value) > bound,
});

/** A number from 0 to the largest count. */
export const amount: Field<number> = {
  schema: NUMBER,
  expectation: `a number from 0 to ${MAX_COUNT}`,
  accepts: (value) => Number.isFinite(value) && Number(value) >= 0 && Number(value) <= MAX_COUNT,
};

/** A finite number. */
export const finite: Field<number> = {
  schema: NUMBER,
  expectation: 'a number',
  accepts: (value) => Number.isFinite(value),
};

/** One of a fixed set of words. */
export const word = <const Words extends readonly string[]>(...words: Words): Field<Words[number]> => ({
  schema: { type: 'string', enum: words },
  expectation: `one of ${words.map((one) => `"${one}"`).join(', ')}`,
  accepts: (value) => typeof value === 'string' && words.includes(value),
});

/** A text that is not blank. */
export const line = (max: number): Field<string> => ({
  schema: { type: 'string' },
  expectation: `a text of 1 to ${max} characters, not blank`,
  // eslint-disable-next-line no-control-regex -- rejects control characters
  accepts: (value) => typeof value === 'string' && value.length <= max && !/^\s*$|[\0-\x1f]/.test(value),
});

/** A list without duplicates whose entries the field accepts. */
export const listOf = <Value>(what: string, entry: Field<Value>, max: number, min = 0): Field<readonly Value[]> => ({
  schema: { type: 'array', items: entry.schema },
  expectation: `a list of ${min === 0 ? 'up' : min} to ${max} ${what} without duplicates`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length >= min &&
    value.length <= max &&
    value.every(entry.accepts) &&
    new Set(value.map((one) => JSON.stringify(one))).size === value.length,
});

/** An object with these fields. */
export const group = <F extends Fields>(
  fields: F,
  expectation: string,
): Field<FieldsValue<F>> & { readonly fields: F } => ({
  schema: objectSchema(fields),
  expectation,
  fields,
  accepts: (value) => problemsOf(value, fields, '').length === 0,
  problemsAt: (value, path) =>
    isObject(value) ? problemsOf(value, fields, path) : [`${path}: must be ${expectation}`],
});

/** Returns the schema of an object with exactly these fields. */
export const objectSchema = (fields: Fields): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema])),
  required: Object.keys(fields).filter((name) => fields[name]?.isOptional !== true),
  additionalProperties: false,
});

/**
 * Returns every problem of an object as a line that begins with the path of the field: `conditions[0].above: must be …`.
 * @param unknownField the problem of a field without a rule
 */
export function problemsOf(
  value: unknown,
  rules: FieldRules,
  path: string,
  unknownField = `unknown; known: ${Object.keys(rules).join(', ')}`,
): readonly string[] {
  if (!isObject(value)) return [`${path}: must be an object`];
  const unknown = Object.keys(value).filter((name) => value[name] !== undefined && !Object.hasOwn(rules, name));
  const prefix = path === '' ? '' : `${path}.`;
  const wrong = Object.entries(rules).flatMap(([name, { isOptional = false, accepts, expectation, problemsAt }]) => {
    const field = value[name];
    if (field === undefined && isOptional) return [];
    if (problemsAt !== undefined) return problemsAt(field, `${prefix}${name}`);
    return accepts(field) ? [] : [`${prefix}${name}: must be ${expectation}`];
  });
  return [...wrong, ...unknown.slice(0, 3).map((name) => `${prefix}${name.slice(0, 60)}: ${unknownField}`)];
}
