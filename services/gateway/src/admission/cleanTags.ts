import { LIMITS } from '@sluice/contract';
import { isObject, type UnknownObject } from './jsonObject.js';
import { trimString, type TrimCount } from './trimStrings.js';

/**
 * Protocol 2.1 and 8, tags: strings, numbers and booleans as strings, other values and empty keys dropped,
 * at most 100, keys and values of at most 200 characters. `undefined` where there is no object; the same object where all is well.
 */
export function cleanTags(tags: unknown, count: TrimCount): UnknownObject | undefined {
  if (!isObject(tags)) return undefined;
  const keys = Object.keys(tags);
  if (keys.length <= LIMITS.cutTags && keys.every((key) => isTag(key, tags[key]))) return tags;
  const kept: [string, string][] = [];
  for (const key of keys) {
    if (key === '') continue;
    const value = tags[key];
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') continue;
    if (kept.length === LIMITS.cutTags) {
      count.trims += 1;
      break;
    }
    const text = trimString(String(value), LIMITS.cutTagValue, count);
    kept.push([trimString(key, LIMITS.cutTagKey, count), text]);
  }
  return Object.fromEntries(kept);
}

const isTag = (key: string, value: unknown): boolean =>
  key !== '' && typeof value === 'string' && value.length <= LIMITS.cutTagValue && key.length <= LIMITS.cutTagKey;
