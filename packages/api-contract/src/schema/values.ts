import { EXCEPTION_LEVELS, LEVELS, WARNING_ALIAS } from '@sluice/contract';
import type { Schema } from './schema.js';

/** Schema of a string of at most `max` characters. Responses need no limit, because stored values are bounded. */
export const text = (max?: number): Schema<string> =>
  max === undefined ? { type: 'string' } : { type: 'string', maxLength: max };

/** An identifier. Numeric ids are strings on the wire. */
export const id: Schema<string> = { type: 'string' };

/** A timestamp as printed by `Date.toISOString`: ISO 8601, UTC, milliseconds. */
export const time: Schema<string> = {
  type: 'string',
  format: 'date-time',
  examples: ['2026-01-31T12:00:00.000Z'],
};

/** A day: `YYYY-MM-DD`, UTC. */
export const day: Schema<string> = { type: 'string', format: 'date', examples: ['2026-01-31'] };

/** An integer of at least 0. */
export const count: Schema<number> = { type: 'integer', minimum: 0 };

/** Any integer. */
export const anyInteger: Schema<number> = { type: 'integer' };

/** An integer within limits. */
export const integer = (minimum: number, maximum: number): Schema<number> => ({ type: 'integer', minimum, maximum });

/** A finite number. */
export const number: Schema<number> = { type: 'number' };

/** A boolean. */
export const boolean: Schema<boolean> = { type: 'boolean' };

/** One of a fixed set of strings. */
export const oneOf = <const Words extends readonly string[]>(...words: Words): Schema<Words[number]> => ({
  type: 'string',
  enum: words,
});

const WARN_IS_WARNING = '`warn` means `warning`.';

/** Query schema of an exception's level; read it with `parseLevel`. */
export const exceptionLevel = {
  ...oneOf(...EXCEPTION_LEVELS, WARNING_ALIAS),
  description: WARN_IS_WARNING,
};

/** Query schema of a log's level; read it with `parseLevel`. */
export const logLevel = { ...oneOf(...LEVELS, WARNING_ALIAS), description: WARN_IS_WARNING };

/** Any JSON value. */
export const anyValue: Schema = {};
