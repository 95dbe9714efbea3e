/** Objects and arrays within each other. */
const MOST_LEVELS = 9;
/** Of each object and array. */
const MOST_ENTRIES = 100;
/** A `Map` or `Set` with more is not read: that would take time, whatever is left out afterwards. */
const MOST_MEMBERS = 1_000;

/** How a value is read; each has a default. */
export interface NormalizeOptions {
  /** Most characters of all strings and keys together: 65,536. */
  readonly characters?: number;
  /** What is read instead of an object; the same object where it may be read itself. */
  readonly view?: (object: object) => unknown;
  /** Reads a field of an object; without it, getters run. */
  readonly get?: (object: object, key: string) => unknown;
}

/**
 * Returns a copy of any value that `JSON.stringify` accepts, bounded in breadth, depth and characters. What is left out
 * becomes `…`, what cannot be read `[object]`. An entry gets at most half of the characters that are left: a large one does
 * not displace those after it, so that even a deep one is short. Never throws; `undefined` where the value as a whole
 * cannot be read.
 */
export function normalize(
  whole: unknown,
  { characters: left = 65_536, view = viewOf, get = (object, key) => object[key as never] }: NormalizeOptions = {},
): unknown {
  const walk = (read: () => unknown, ...above: readonly unknown[]): unknown => {
    try {
      const value = read();
      if (typeof value === 'function') return '[function]';
      if (typeof value === 'object')
        return value && (above.includes(value) || above[MOST_LEVELS] ? '…' : copy(value, above));
      if (!/[glt]$/.test(typeof value)) return value;
      // eslint-disable-next-line @typescript-eslint/no-base-to-string -- a string, a symbol or a bigint
      const text = String(value);
      const kept = text.slice(0, left);
      left -= kept.length;
      return kept === text ? text : `${kept}…`;
    } catch {
      return above[0] && '[object]';
    }
  };
  const copy = (value: object, above: readonly unknown[]): unknown => {
    const seen = view(value) as Fields;
    if (seen !== value) return walk(() => seen, ...above, value);
    const kept = (Array.isArray(seen) ? Array(Math.min(seen.length, MOST_ENTRIES)).fill('…') : {}) as Fields;
    for (const key of Object.keys(kept[0] ? kept : seen).slice(0, MOST_ENTRIES)) {
      const half = (left = (left - key.length) / 2);
      if (half < 1) break;
      kept[key] = walk(() => get(seen, key), ...above, value);
      left += half;
    }
    return kept;
  };
  return walk(() => whole);
}

type Fields = Record<string, unknown>;

/** What is in a `Map` or a `Set`, as an object or an array; any other object as it is. */
export const opened = (value: object): unknown =>
  value instanceof Map || value instanceof Set
    ? value.size > MOST_MEMBERS
      ? '…'
      : value instanceof Map
        ? Object.fromEntries(value)
        : [...value]
    : value;

/** Errors in words; of elements and windows only their names, as they lead to the whole page; what `toJSON` returns. */
const viewOf = (value: { nodeType?: unknown; nodeName?: unknown; window?: unknown; toJSON?(): unknown }): unknown =>
  value instanceof Error || value.window === value
    ? // eslint-disable-next-line @typescript-eslint/no-base-to-string -- `[object Window]` is what a window is called
      String(value)
    : (value.nodeType && value.nodeName) || (typeof value.toJSON === 'function' ? value.toJSON() : opened(value));
