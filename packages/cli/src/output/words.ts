import { HOUR_MS, DAY_MS } from '@sluice/contract';

/** Formats a count with thousands separators: `1,234,567`. */
export const countText = (count: number): string => count.toLocaleString('en-US');

/**
 * Formats bytes to three digits: `0 B`, `12.3 kB`, `2 GB`; a kB is 1,000 B.
 * @param round `Math.floor` for used amounts, so that they equal a round limit only when it is reached
 */
export function bytesText(bytes: number, round: (value: number) => number = Math.round): string {
  const last = 10 ** Math.max(0, String(Math.trunc(bytes)).length - 3);
  const rounded = round(bytes / last) * last;
  // The unit follows the rounded number: 999,999 B is 1 MB.
  const step = Math.min(3, Math.floor((String(rounded).length - 1) / 3));
  return `${countText(rounded / 1_000 ** step)} ${['B', 'kB', 'MB', 'GB'][step] ?? ''}`;
}

/** Formats a date as ISO 8601 UTC to the second; `-` for null. */
export const momentText = (moment: Date | null): string =>
  moment === null ? '-' : `${moment.toISOString().slice(0, 19)}Z`;

/** `3 days`, `1 day`. */
export const plural = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`;

/** Formats a duration to two units: `45 s`, `3 min`, `2 h 5 min`, `3 d 4 h`. @param ms milliseconds */
export function durationText(ms: number): string {
  const units: readonly [string, number][] = [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['min', 60_000],
    ['s', 1_000],
  ];
  const first = units.findIndex(([, size]) => ms >= size);
  if (first === -1) return `${Math.round(ms)} ms`;
  let rest = ms;
  return units
    .slice(first, first + 2)
    .map(([unit, size]) => {
      const count = Math.floor(rest / size);
      rest -= count * size;
      return count === 0 ? '' : `${count} ${unit}`;
    })
    .filter((part) => part !== '')
    .join(' ');
}
