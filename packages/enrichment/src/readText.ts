import { cut, cutCharacters, parseLevel, LIMITS, parseTimestamp, type Json, type Level } from '@sluice/contract';

/**
 * Returns a value as the text of a column: a non-empty string, or a finite number as a string (protocol 2.2),
 * truncated to `max` UTF-16 units; `null` for everything else.
 */
export function readText(value: Json | undefined, max: number): string | null {
  if (typeof value === 'string') return value === '' ? null : cut(value, max);
  if (typeof value === 'number' && Number.isFinite(value)) return cut(String(value), max);
  return null;
}

/** A release as {@link readText} reads it, cut by the characters that uploads and descriptions count: theirs must equal it. */
export const readRelease = (value: Json | undefined): string | null => {
  const whole = readText(value, Infinity);
  return whole === null ? null : cutCharacters(whole, LIMITS.cutRelease);
};

/** Returns an ISO 8601 timestamp as milliseconds since 1970; `null` for everything else. */
export const readTime = (value: Json | undefined): number | null => parseTimestamp(value) ?? null;

/** The level that a value names (see `parseLevel` of the contract) if it is among `levels`; `undefined` otherwise. */
export function readLevel<Known extends Level>(value: Json | undefined, levels: readonly Known[]): Known | undefined {
  const named = typeof value === 'string' ? parseLevel(value) : undefined;
  return levels.find((level) => level === named);
}

/** Returns any value as text: a string unchanged, nothing as an empty string, everything else as JSON. */
export function readAsText(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
