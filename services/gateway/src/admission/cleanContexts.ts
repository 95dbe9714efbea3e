import { LIMITS } from '@sluice/contract';
import { isObject, type UnknownObject } from './jsonObject.js';
import { trimString, type TrimCount } from './trimStrings.js';

/**
 * Protocol 2.1 and 8, contexts: `null` dropped, nested values as given, at most 200, strings of at most
 * 8,192 characters. `undefined` where there is no object; the same object where all is well.
 */
export function cleanContexts(contexts: unknown, count: TrimCount): UnknownObject | undefined {
  if (!isObject(contexts)) return undefined;
  const keys = Object.keys(contexts);
  if (keys.length <= LIMITS.cutContexts && keys.every((key) => isContext(contexts[key]))) return contexts;
  const kept: [string, unknown][] = [];
  for (const key of keys) {
    const value = contexts[key];
    if (value === null) continue;
    if (kept.length === LIMITS.cutContexts) {
      count.trims += 1;
      break;
    }
    kept.push([key, typeof value === 'string' ? trimString(value, LIMITS.cutContextValue, count) : value]);
  }
  return Object.fromEntries(kept);
}

const isContext = (value: unknown): boolean =>
  value !== null && !(typeof value === 'string' && value.length > LIMITS.cutContextValue);
