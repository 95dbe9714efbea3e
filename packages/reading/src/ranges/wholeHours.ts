import { HOUR_MS } from '@sluice/contract';

/** The last whole hour of a year with four digits. */
export const LAST_HOUR_MS = Date.UTC(9999, 11, 31, 23);

/** Moments in milliseconds since 1970; `toMs` is not included. */
export interface Range {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Returns the hours that a range of counts covers: `fromMs` is rounded down and `toMs` up to the UTC hour.
 *
 * Invariant: everything that counts the events of a range counts these hours of arrival, whatever it reads them from. Sums by hour
 * are the finest that exist for all counts, so that no page can count less of a range than another one.
 */
export const wholeHours = <R extends Range>(range: R): R => ({
  ...range,
  fromMs: Math.floor(range.fromMs / HOUR_MS) * HOUR_MS,
  toMs: range.toMs > LAST_HOUR_MS ? range.toMs : Math.ceil(range.toMs / HOUR_MS) * HOUR_MS,
});
