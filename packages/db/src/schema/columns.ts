import type { ColumnType } from 'kysely';

/** `int8`: read as a decimal string, written as text or a safe integer. */
export type Int8 = ColumnType<string, string | number | bigint, string | number | bigint>;
/** `timestamptz`: read as a Date, written as a Date or ISO text with an offset. */
export type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** `jsonb` that is read as `T` and written as JSON text. */
export type Jsonb<T> = ColumnType<T, string, string>;
/** `jsonb` that may be NULL. */
export type NullableJsonb<T> = ColumnType<T | null, string | null, string | null>;

/** A column with a default: may be left out when a row is written. */
export type Defaulted<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : never;
/** A column that may be NULL. */
export type Nullable<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null;

/** A stored JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;
