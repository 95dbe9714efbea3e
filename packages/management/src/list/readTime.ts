import { parseTimestamp } from '@sluice/contract';
import { ApiError } from '../apiError.js';

/** A time range of arrival in milliseconds since 1970, `toMs` not included. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Later than every event: what "until now" means where the bounds are not shown. */
const END_OF_TIME = Date.UTC(9999, 11, 31);

/** Milliseconds since 1970 of a query parameter; a 400 that names it where it is no timestamp. */
export function readTime(name: string, value: string): number {
  const ms = parseTimestamp(value);
  if (ms !== undefined) return ms;
  throw new ApiError(400, 'bad_query', `${name} must be an ISO 8601 timestamp, such as 2026-01-31T12:00:00Z.`);
}

/**
 * The range of `from` and `to`; what is left out does not narrow, or is taken from `fallback`. A 400 where `from` is
 * later than `to`.
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
