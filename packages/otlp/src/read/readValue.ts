import { isObject, TRIM_MARK, type Json, type JsonObject, type UnknownObject } from '@sluice/contract';

/** Levels of nested values, at most: 100 levels of messages in the binary encoding are no more than 32 levels of maps. */
const MAX_DEPTH = 32;

/**
 * Returns the value of an attribute, of either encoding: text, numbers and booleans as they are; integers beyond 2^53, NaN and infinities
 * as text; bytes in base64; lists and maps nested. An empty value is `null`, as is one of an unknown kind. Deeper values are `…`.
 */
export function readValue(value: unknown, depth = 1): Json {
  if (!isObject(value)) return null;
  if (depth > MAX_DEPTH) return TRIM_MARK;
  for (const kind in value) {
    const content = value[kind];
    if (content === undefined || content === null) continue;
    switch (kind) {
      case 'stringValue':
        return typeof content === 'string' ? content : null;
      case 'boolValue':
        return typeof content === 'boolean' ? content : null;
      case 'intValue':
        return readInteger(content);
      case 'doubleValue':
        return readDouble(content);
      case 'bytesValue':
        return readBytes(content);
      case 'arrayValue':
        return isObject(content) ? listOf(content['values']).map((one) => readValue(one, depth + 1)) : null;
      case 'kvlistValue':
        return isObject(content) ? readPairs(content['values'], depth + 1) : null;
    }
  }
  return null;
}

/** Returns attributes by key, the last of equal keys. A pair without a key is left out: profiles refer to their keys by number. */
export function readPairs(pairs: unknown, depth = 1): JsonObject {
  const found: Record<string, Json> = {};
  for (const pair of listOf(pairs)) {
    if (!isObject(pair)) continue;
    const { key, value } = pair;
    if (typeof key === 'string' && key !== '') setOwn(found, key, readValue(value, depth));
  }
  return found;
}

/** Returns the objects of a list; empty if the value is not a list. */
export const objectsOf = (value: unknown): readonly UnknownObject[] => listOf(value).filter(isObject);

/** Returns the value if it is a list, otherwise an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns the members of all objects, of equal names the last. Member by member, because V8 turns what is spread and then extended
 * into a dictionary, which took twenty times as long.
 */
export function merge(...objects: readonly JsonObject[]): Record<string, Json> {
  const all: Record<string, Json> = {};
  for (const members of objects) for (const key in members) setOwn(all, key, members[key] ?? null);
  return all;
}

/**
 * Adds the members whose names `target` does not have, until it has `max` members, and returns it. The limit applies here because
 * objects list names like `0` first, whenever they were added: a later cut would keep these and drop others.
 */
export function addMissing(target: Record<string, Json>, members: JsonObject, max: number): Record<string, Json> {
  let room = max - Object.keys(target).length;
  for (const key in members) {
    if (room <= 0) break;
    if (Object.hasOwn(target, key)) continue;
    setOwn(target, key, members[key] ?? null);
    room -= 1;
  }
  return target;
}

/** Sets a member; one named `__proto__` is a member like others. */
export function setOwn(target: Record<string, Json>, key: string, value: Json): void {
  if (key !== '__proto__') target[key] = value;
  else Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
}

const INTEGER = /^-?\d{1,20}$/;

function readInteger(value: unknown): Json {
  if (typeof value === 'object' && value !== null) return ofLong(value);
  const text = typeof value === 'number' && Number.isInteger(value) ? BigInt(value).toString() : value;
  return typeof text === 'string' && INTEGER.test(text) ? exact(Number(text), () => BigInt(text).toString()) : null;
}

function ofLong(value: object): Json {
  const { high, low } = value as { readonly high?: unknown; readonly low?: unknown };
  if (typeof high !== 'number' || typeof low !== 'number') return null;
  return exact(high * 2 ** 32 + (low >>> 0), () => ((BigInt(high) << 32n) | BigInt(low >>> 0)).toString());
}

/** Without the sign of `-0`. */
const exact = (number: number, text: () => string): Json => (Number.isSafeInteger(number) ? number + 0 : text());

const NOT_FINITE: ReadonlySet<unknown> = new Set(['NaN', 'Infinity', '-Infinity']);

function readDouble(value: unknown): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'string') return null;
  return NOT_FINITE.has(value) ? value : finiteOf(value);
}

/** JSON may have numbers in quotes. */
function finiteOf(text: string): Json {
  const number = text.trim() === '' ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
}

/** Base64 in JSON, of the URL alphabet or without padding, becomes the usual form. */
function readBytes(value: unknown): Json {
  if (typeof value === 'string') return Buffer.from(value, 'base64').toString('base64');
  if (!(value instanceof Uint8Array)) return null;
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64');
}
