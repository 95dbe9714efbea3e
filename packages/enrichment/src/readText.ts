import { cut, type Json } from '@sluice/contract';

/**
 * A context as a column's text: a string that is not empty, or a finite number read as a string (decisions, section 2),
 * cut to `max` UTF-16 units; `null` for everything else.
 */
export function readText(value: Json | undefined, max: number): string | null {
  if (typeof value === 'string') return value === '' ? null : cut(value, max);
  if (typeof value === 'number' && Number.isFinite(value)) return cut(String(value), max);
  return null;
}

/** True for a JSON object: not an array, not `null`. */
export function isObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
