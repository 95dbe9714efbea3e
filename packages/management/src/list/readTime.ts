import { parseTimestamp } from '@sluice/contract';
import { ApiError } from '../apiError.js';

/** A range of arrival times in milliseconds since 1970; `toMs` is exclusive. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Later than every event; the end of a range without `to`. */
const END_OF_TIME = Date.UTC(9999, 11, 31);

/** Returns a query parameter as milliseconds since 1970. @throws ApiError 400 if it is not a timestamp */
export function readTime(name: string, value: string): number {
  const ms = parseTimestamp(value);
  if (ms !== undefined) return ms;
  throw new ApiError(400, 'bad_query', `${name} must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.`);
}

/**
 * Returns the range of `from` and `to`. A missing bound is taken from `fallback`, or does not restrict the range.
 * @throws ApiError 400 if `from` is later than `to`
 */
export function readRange(
  query: { readonly from?: string; readonly to?: string },
  fallback: Partial<TimeRange> = {},
): TimeRange {
  const fromMs = query.from === undefined ? (fallback.fromMs ?? 0) : readTime('from', query.from);
  const toMs = query.to === undefined ? (fallback.toMs ?? END_OF_TIME) : readTime('to', query.to);
  if (fromMs > toMs) throw new ApiError(400, 'bad_query', 'from must not be later than to.');
  return { fromMs, toMs };
}
