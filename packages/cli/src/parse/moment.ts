import { HOUR_MS, DAY_MS, parseTimestamp } from '@sluice/contract';
import { usageError } from '../cliError.js';

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/** Parses a duration such as `90s`, `15m`, `24h`, `30d`, `2w` to milliseconds; `undefined` for other text. */
export function parseSpan(text: string): number | undefined {
  const match = /^(\d{1,9})([smhdw])$/.exec(text);
  const unit = UNITS[match?.[2] ?? ''];
  return match === null || unit === undefined ? undefined : Number(match[1]) * unit;
}

/**
 * Parses a time: ISO 8601, or a duration before or after `now`.
 * @returns milliseconds since 1970
 */
export function parseMoment(text: string, now: number, direction: 'past' | 'future'): number {
  const span = parseSpan(text);
  if (span !== undefined) return direction === 'past' ? now - span : now + span;
  const moment = parseTimestamp(text);
  if (moment === undefined)
    throw usageError(`"${text}" is not a time: write 2026-11-20, 2026-11-20T10:00Z, 24h or 30d`);
  return moment;
}

/** Parses an integer within limits. */
export function parseCount(text: string, min: number, max: number): number {
  const count = Number(text);
  if (text.trim() === '' || !Number.isInteger(count) || count < min || count > max) {
    throw usageError(`"${text}" must be a whole number from ${min} to ${max}`);
  }
  return count;
}

/** `--from` and `--to` in milliseconds since 1970. */
export const readMoments = (
  { from, to }: { readonly from?: string; readonly to?: string },
  now: number,
): { readonly fromMs: number | undefined; readonly toMs: number | undefined } => ({
  fromMs: from === undefined ? undefined : parseMoment(from, now, 'past'),
  toMs: to === undefined ? undefined : parseMoment(to, now, 'past'),
});
