import { cut, isObject, type UnknownObject } from '@sluice/contract';
import { isPlain } from '../values/read.js';

const MAX_NAMES = 50;
const MAX_TEXT = 1_000;

/**
 * Returns at most 50 local variables of a frame: plain values as they are and others as JSON, of at most 1,000 characters.
 * `undefined` if there is none.
 */
export function readVariables(vars: unknown): UnknownObject | undefined {
  if (!isObject(vars)) return undefined;
  const names = Object.keys(vars).filter((name) => name !== '__proto__');
  if (names.length === 0) return undefined;
  const kept: Record<string, unknown> = {};
  for (const name of names.slice(0, MAX_NAMES)) kept[cut(name, MAX_TEXT)] = readVariable(vars[name]);
  return kept;
}

function readVariable(value: unknown): unknown {
  if (typeof value === 'string') return cut(value, MAX_TEXT);
  return value === null || isPlain(value) ? value : cut(JSON.stringify(value), MAX_TEXT);
}
