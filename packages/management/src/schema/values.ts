import { EXCEPTION_LEVELS, LEVELS, WARN } from '@sluice/contract';
import type { Schema } from '../route.js';

/** Text of at most `max` characters; unbounded where what is stored is bounded. */
export const text = (max?: number): Schema =>
  max === undefined ? { type: 'string' } : { type: 'string', maxLength: max };

/** An identifier; a number in a column is text here too. */
export const id: Schema = { type: 'string' };

/** A moment: ISO 8601, UTC, milliseconds. What `Date.toISOString` prints. */
export const time: Schema = { type: 'string', format: 'date-time', examples: ['2026-01-31T12:00:00.000Z'] };

/** A day: `YYYY-MM-DD`, UTC. */
export const day: Schema = { type: 'string', format: 'date', examples: ['2026-01-31'] };

/** A whole number from 0. */
export const count: Schema = { type: 'integer', minimum: 0 };

/** A whole number within bounds. */
export const whole = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });

/** A finite number. */
export const number: Schema = { type: 'number' };

/** True or false. */
export const flag: Schema = { type: 'boolean' };

/** One of a closed set of words. */
export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });

const WARN_IS_WARNING = '`warn` means `warning`.';

/** Query schema of an exception's level; read it with `levelNamed`. */
export const exceptionLevel: Schema = { ...oneOf(...EXCEPTION_LEVELS, WARN), description: WARN_IS_WARNING };

/** Query schema of a log's level; read it with `levelNamed`. */
export const logLevel: Schema = { ...oneOf(...LEVELS, WARN), description: WARN_IS_WARNING };

/** Any JSON value: what a client sent, as it is. */
export const anything: Schema = {};
