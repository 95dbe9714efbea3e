import type { Json, JsonObject } from '../job.js';

/** Type of a field. `json` is any JSON value; `object` without `fields` or `values` is an object with any content. */
type FieldKind = 'string' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'json';

/** One field of a payload, from which its validation and its TypeScript type follow. */
export interface FieldDescription {
  readonly type?: FieldKind | readonly FieldKind[];
  readonly enum?: readonly string[];
  /** `identifier`: 1 to 128 UTF-16 units. `timestamp`: ISO 8601 as {@link parseTimestamp} reads it. */
  readonly format?: 'identifier' | 'timestamp';
  readonly minimum?: number;
  readonly required?: true;
  /** Documentation and type only: the items of an array, the values of an object, the fields of an object. */
  readonly items?: FieldDescription;
  readonly values?: FieldDescription;
  readonly fields?: FieldDescriptions;
}

/** Fields by name. */
interface FieldDescriptions {
  readonly [name: string]: FieldDescription;
}

/**
 * Description of the payload of one event type, which is always an object. `validates` says what makes a payload
 * invalid: `fields`, a field that differs from its description; `formats`, only a string in the wrong format.
 */
export interface PayloadDescription {
  readonly validates: 'fields' | 'formats';
  readonly fields: FieldDescriptions;
}

/** The TypeScript type of a described payload, as a client sends it. */
export type PayloadOf<Payload extends PayloadDescription> = FieldsOf<Payload['fields']>;

type FieldsOf<Fields extends FieldDescriptions> = Flat<
  { readonly [Name in keyof Fields as IsRequired<Fields[Name], Name>]: FieldOf<Fields[Name]> } & {
    readonly [Name in keyof Fields as IsOptional<Fields[Name], Name>]?: FieldOf<Fields[Name]>;
  }
>;

type Flat<T> = { [Name in keyof T]: T[Name] };
type IsRequired<Field, Name> = Field extends { readonly required: true } ? Name : never;
type IsOptional<Field, Name> = Field extends { readonly required: true } ? never : Name;

type FieldOf<Field> = Field extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Field extends { readonly type: readonly (infer Kind)[] }
    ? KindOf<Kind, Field>
    : Field extends { readonly type: infer Kind }
      ? KindOf<Kind, Field>
      : never;

type KindOf<Kind, Field> = Kind extends 'array' | 'object'
  ? ContentOf<Kind, Field>
  : Kind extends keyof Scalars
    ? Scalars[Kind]
    : never;

interface Scalars {
  readonly string: string;
  readonly number: number;
  readonly boolean: boolean;
  readonly null: null;
  readonly json: Json;
}

type ContentOf<Kind, Field> = Kind extends 'array'
  ? readonly (Field extends { readonly items: infer Item } ? FieldOf<Item> : Json)[]
  : Field extends { readonly fields: infer Fields extends FieldDescriptions }
    ? FieldsOf<Fields>
    : Field extends { readonly values: infer Value }
      ? Readonly<Record<string, FieldOf<Value>>>
      : JsonObject;

/** Returns the JSON schema that a described payload is validated with. */
export function schemaOf({ validates, fields }: PayloadDescription): object {
  const names = Object.keys(fields);
  const rules = names.flatMap((name) => {
    const rule = ruleOf(fields[name] ?? {}, validates);
    return Object.keys(rule).length === 0 ? [] : [[name, rule] as const];
  });
  const required = validates === 'fields' ? names.filter((name) => fields[name]?.required === true) : [];
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    ...(rules.length === 0 ? {} : { properties: Object.fromEntries(rules) }),
  };
}

function ruleOf({ type, enum: values, format, minimum }: FieldDescription, validates: 'fields' | 'formats'): object {
  const ofFormat = format === undefined ? {} : { format };
  if (validates === 'formats') return ofFormat;
  return {
    ...(type === undefined || type === 'json' ? {} : { type }),
    ...(values === undefined ? {} : { enum: values }),
    ...ofFormat,
    ...(minimum === undefined ? {} : { minimum }),
  };
}
