import { formatTimestamp } from '@sluice/contract';

/** A time since 1970 without loss: milliseconds, and the nanoseconds after them (0 to 999,999). */
export interface Nanoseconds {
  readonly ms: number;
  readonly rest: number;
}

const NANOS = 1_000_000;
const DIGITS = /^\d{1,20}$/;
/** The last moment that 64 bits contain is in 2554, before the last one that a timestamp may name. */
const MAX_MS = 2 ** 64 / NANOS;

/**
 * Returns a time in nanoseconds: a 64-bit integer of the binary encoding, or decimal digits or a number in JSON. `undefined` if it
 * is 0 or absent, which stand for an unknown time, or is none of these.
 */
export function readTime(value: unknown): Nanoseconds | undefined {
  const time =
    typeof value === 'object' ? ofLong(value) : ofText(typeof value === 'number' ? integerText(value) : value);
  return time === undefined || (time.ms === 0 && time.rest === 0) ? undefined : time;
}

/** Returns the milliseconds between two times, exact to the nanosecond up to a hundred days. */
export const millisecondsBetween = (start: Nanoseconds, end: Nanoseconds): number =>
  ((end.ms - start.ms) * NANOS + (end.rest - start.rest)) / NANOS;

/** Returns a time in ISO 8601, cut to milliseconds. */
export const toIso = ({ ms }: Nanoseconds): string => formatTimestamp(ms);

/** Of two 32-bit halves: 2^32 is 4,294 million and 967,296, so that no product is beyond 2^53. */
function ofLong(value: object | null): Nanoseconds | undefined {
  const { high, low } = (value ?? {}) as { readonly high?: unknown; readonly low?: unknown };
  if (typeof high !== 'number' || typeof low !== 'number') return undefined;
  const upper = high >>> 0;
  const lower = upper * 967_296 + (low >>> 0);
  return { ms: upper * 4_294 + Math.floor(lower / NANOS), rest: lower % NANOS };
}

function ofText(text: unknown): Nanoseconds | undefined {
  if (typeof text !== 'string' || !DIGITS.test(text)) return undefined;
  const ms = Number(text.slice(0, -6));
  return ms < MAX_MS ? { ms, rest: Number(text.slice(-6)) } : undefined;
}

const integerText = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : '');
