declare const VALUE: unique symbol;
declare const SENT: unique symbol;

/**
 * A JSON Schema (2020-12, as in OpenAPI 3.1), used for validation and documentation. It carries the type of the values that it
 * describes; only the compiler sees that. `Sent` is what a client may send: with defaults, fewer fields than are read.
 */
export interface Schema<Value = unknown, Sent = Value> extends Readonly<Record<string, unknown>> {
  readonly [VALUE]?: () => Value;
  readonly [SENT]?: () => Sent;
}

/** The type of the values that a schema describes, after defaults are filled in. */
export type TypeOf<S> = S extends { readonly [VALUE]?: () => infer Value } ? Value : unknown;

/** The type of what a client may send. */
export type SentOf<S> = S extends { readonly [SENT]?: () => infer Sent } ? Sent : unknown;

/** Fields by name. */
export type Fields = Readonly<Record<string, Schema>>;

/** Schema of an object. */
export interface ObjectSchema<Value = unknown, Sent = Value, F extends Fields = Fields> extends Schema<Value, Sent> {
  readonly type: 'object';
  readonly properties: F;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
}

/** An object type as one literal, so that messages of the compiler show its fields. */
type Flat<T> = { [Name in keyof T]: T[Name] };

/** Names of fields that may be missing even after defaults are filled in. */
type Missing<F extends Fields, Optional extends keyof F> = {
  [Name in Optional]: F[Name] extends { readonly default: unknown } ? never : Name;
}[Optional];

/** What fields describe, after defaults are filled in. */
export type FieldsOf<F extends Fields, Optional extends keyof F> = Flat<
  { readonly [Name in Exclude<keyof F, Missing<F, Optional>>]: TypeOf<F[Name]> } & {
    readonly [Name in Missing<F, Optional>]?: TypeOf<F[Name]>;
  }
>;

/** What a client may send for fields. */
export type SentFieldsOf<F extends Fields, Optional extends keyof F> = Flat<
  { readonly [Name in Exclude<keyof F, Optional>]: SentOf<F[Name]> } & {
    readonly [Name in Optional]?: SentOf<F[Name]>;
  }
>;
