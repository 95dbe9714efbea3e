/** A time of an SDK: seconds since 1970, and the rest of its digits as a fraction of a second. */
interface Moment {
  readonly seconds: number;
  readonly fraction: number;
  /** Milliseconds since 1970, cut. */
  readonly ms: number;
}

/**
 * Reads seconds since 1970, or RFC 3339 with or without a zone. The digits of the text count, not their binary form. A number is
 * exact to a microsecond: `1.4459999` is the noise of `1.446`.
 */
export function momentOf(value: number | string): Moment {
  if (typeof value === 'string') {
    const [whole, digits] = splitFraction(value);
    const seconds = Date.parse(whole) / 1000;
    return {
      seconds,
      fraction: Number(`0.${digits}0`),
      ms: seconds * 1000 + Number(digits.padEnd(3, '0').slice(0, 3)),
    };
  }
  const [whole = '', digits = ''] = String(value).split('.');
  const [seconds, fraction] = [Number(whole), Number(`0.${digits}0`)];
  return { seconds, fraction, ms: seconds * 1000 + Math.floor(Math.round(fraction * 1e6) / 1000) };
}

/** Reads nanoseconds since 1970. */
export function momentOfNanos(value: string | number): Moment {
  const nanos = BigInt(value);
  const second = 1_000_000_000n;
  return {
    seconds: Number(nanos / second),
    fraction: Number(nanos % second) / 1e9,
    ms: Number(nanos / 1_000_000n),
  };
}

export const isoOf = ({ ms }: Moment): string => new Date(ms).toISOString();

/** Milliseconds from one to the other, unrounded. */
export const between = (from: Moment, to: Moment): number =>
  (to.seconds - from.seconds) * 1000 + (to.fraction - from.fraction) * 1000;

/** `2026-01-31T12:00:00.123456Z` → `2026-01-31T12:00:00Z`, `123456`. */
function splitFraction(text: string): [string, string] {
  const [, date = '', fraction = '', zone = ''] = /^([^.Z+]+?)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)?$/.exec(text) ?? [];
  return [`${date}${zone === '' ? 'Z' : zone}`, fraction];
}
