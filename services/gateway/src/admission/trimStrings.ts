import { cut } from '@sluice/contract';

/** Counts the cut strings and lists, for a metric. */
export interface TrimCount {
  trims: number;
}

/** Returns `text` cut to `max` characters with a visible mark, and counts the cut. */
export function trimString(text: string, max: number, count: TrimCount): string {
  if (text.length <= max) return text;
  count.trims += 1;
  return cut(text, max);
}

/** Returns a JSON value with every string and key cut to `max` characters; the same value if all are shorter. */
export function trimStrings(value: unknown, max: number, count: TrimCount): unknown {
  if (typeof value === 'string') return trimString(value, max, count);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const trimmed = items.map((item) => trimStrings(item, max, count));
    return trimmed.some((item, index) => item !== items[index]) ? trimmed : value;
  }
  const entries: [string, unknown][] = Object.entries(value);
  const trimmed = entries.map(([key, item]): [string, unknown] => [
    trimString(key, max, count),
    trimStrings(item, max, count),
  ]);
  const untouched = trimmed.every(([key, item], index) => key === entries[index]?.[0] && item === entries[index][1]);
  return untouched ? value : Object.fromEntries(trimmed);
}
