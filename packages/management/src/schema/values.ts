import { EXCEPTION_LEVELS, LEVELS, WARNING_ALIAS } from '@sluice/contract';
import type { Schema } from '../route.js';

/** Schema of a string of at most `max` characters. Responses need no limit, because stored values are bounded. */
export const text = (max?: number): Schema =>
  max === undefined ? { type: 'string' } : { type: 'string', maxLength: max };

/** An identifier. Numeric ids are strings on the wire. */
export const id: Schema = { type: 'string' };

/** A timestamp as printed by `Date.toISOString`: ISO 8601, UTC, milliseconds. */
export const time: Schema = { type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] };

/** A day: `YYYY-MM-DD`, UTC. */
export const day: Schema = { type: 'string', format: 'date', examples: ['2026-01-31'] };

/** An integer of at least 0. */
export const count: Schema = { type: 'integer', minimum: 0 };

/** An integer within limits. */
export const integer = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });

/** A finite number. */
export const number: Schema = { type: 'number' };

/** A boolean. */
export const boolean: Schema = { type: 'boolean' };

/** One of a fixed set of strings. */
export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });

const WARN_IS_WARNING = '`warn` means `warning`.';

/** Query schema of an exception's level; read it with `parseLevel`. */
export const exceptionLevel: Schema = { ...oneOf(...EXCEPTION_LEVELS, WARNING_ALIAS), description: WARN_IS_WARNING };

/** Query schema of a log's level; read it with `parseLevel`. */
export const logLevel: Schema = { ...oneOf(...LEVELS, WARNING_ALIAS), description: WARN_IS_WARNING };

/** Any JSON value. */
export const anyValue: Schema = {};
