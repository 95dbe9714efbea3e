import { selectorOf } from './selectorOf.js';

const MOST_CHARACTERS = 1_000;
const MOST_ENTRIES = 20;

/**
 * A value in words, at once and of bounded length, however large it is: plain objects and arrays are looked into two
 * levels deep, twenty entries of each; of other objects the class is told, of elements where they are. Nothing of the
 * program's runs for it: no getter, no `toString`.
 */
export function describeValue(value: unknown, depth = 2): string {
  try {
    return describe(value, depth).slice(0, MOST_CHARACTERS);
  } catch {
    // A proxy, whose traps throw.
    return '{…}';
  }
}

function describe(value: unknown, depth: number): string {
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${textOf(value, 'name')}: ${textOf(value, 'message')}`;
  if (typeof Node === 'function' && value instanceof Node) return selectorOf(value) || value.nodeName;
  const isArray = Array.isArray(value);
  const { name = 'Object' } = (dataOf(Object.getPrototypeOf(value) as object | null, 'constructor') ?? {}) as {
    name?: unknown;
  };
  if (!isArray && name !== 'Object') return `{${String(name)}}`;
  const entries: string[] = [];
  const add = (key: string): boolean => {
    const own = Object.getOwnPropertyDescriptor(value, key);
    const inner = own && (own.get ? '…' : describeValue(own.value, depth - 1));
    if (inner !== undefined) entries.push(isArray ? inner : `${key}: ${inner}`);
    return entries.length < MOST_ENTRIES;
  };
  if (depth === 0) entries.push('…');
  else if (isArray) for (let at = 0; at < MOST_ENTRIES; at++) add(`${at}`);
  else for (const key in value) if (!add(key)) break;
  const inside = entries.join(', ');
  return isArray ? `[${inside}]` : `{${inside}}`;
}

const textOf = (error: Error, key: string): string => describeValue(dataOf(error, key) ?? '', 0);

/** What an object or what it inherits from has under a name. No getters, but those of the browser's own errors. */
function dataOf(object: object | null, key: string): unknown {
  for (let one = object; one; one = Object.getPrototypeOf(one) as object | null) {
    const own = Object.getOwnPropertyDescriptor(one, key);
    if (own) return one === DOMException.prototype ? object?.[key as never] : own.value;
  }
  return undefined;
}
