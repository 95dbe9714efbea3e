import { formatTimestamp, parseTimestamp } from '@sluice/contract';

const MAX_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** The microseconds of a fraction. A number has no room for more beside the years since 1970. */
const BELOW_MS = /\.\d{3}(\d{1,3})/;

/**
 * Returns the milliseconds since 1970, in microseconds, of a time in seconds or in RFC 3339, which is UTC if it has no zone;
 * `undefined` for anything else and for years outside 1970 to 9999.
 */
export function readTime(value: unknown): number | undefined {
  if (typeof value === 'number') {
    // Rounded first: a number such as 0.335 is a little less than what it stands for.
    const ms = Math.round(value * 1e6) / 1e3;
    return ms >= 0 && ms <= MAX_MS ? ms : undefined;
  }
  const ms = parseTimestamp(value);
  if (ms === undefined || typeof value !== 'string') return undefined;
  const digits = BELOW_MS.exec(value)?.[1];
  return digits === undefined ? ms : ms + Number(`0.${digits}`);
}

/** Returns the time of {@link readTime} in ISO 8601, cut to milliseconds. */
export function readIso(value: unknown): string | undefined {
  const ms = readTime(value);
  return ms === undefined ? undefined : formatTimestamp(ms);
}

/** Returns the milliseconds between two times of {@link readTime}, in microseconds; `undefined` unless both can be read. */
export function readDuration(start: unknown, end: unknown): number | undefined {
  const [from, to] = [readTime(start), readTime(end)];
  if (from === undefined || to === undefined) return undefined;
  // Two numbers that are rounded first may differ by a microsecond too much. Adding 0 makes -0 a 0.
  const isNumber = typeof start === 'number' && typeof end === 'number';
  return (isNumber ? Math.round((end - start) * 1e6) : Math.round((to - from) * 1e3)) / 1e3 + 0;
}
