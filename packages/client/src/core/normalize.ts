/** Maximum nesting. */
const MOST_LEVELS = 9;
/** Maximum entries per object and array. */
const MOST_ENTRIES = 100;
/** Larger Maps and Sets are not read, because iterating takes time. */
const MOST_MEMBERS = 1_000;

/** Options; each has a default. */
export interface NormalizeOptions {
  /** Maximum characters of all strings and keys; default 65,536. */
  readonly characters?: number;
  /** Replaces an object before it is read; returns the same object to read it. */
  readonly view?: (object: object) => unknown;
  /** Reads a field of an object; by default getters run. */
  readonly get?: (object: object, key: string) => unknown;
}

/**
 * Returns a copy of any value that `JSON.stringify` accepts, limited in entries, depth and characters. Omitted parts become
 * `…`, unreadable ones `[object]`. An entry gets at most half of the remaining characters, so that a large one does not displace
 * later ones. Never throws; `undefined` if the whole value is unreadable.
 */
export function normalize(
  whole: unknown,
  { characters: left = 65_536, view = viewOf, get = fieldOf }: NormalizeOptions = {},
): unknown {
  const copy = (value: unknown, above: readonly unknown[]): unknown => {
    if (typeof value === 'function') return '[function]';
    if (typeof value !== 'object') {
      if (!/[glt]$/.test(typeof value)) return value;
      // eslint-disable-next-line @typescript-eslint/no-base-to-string -- a string, a symbol or a bigint
      const text = String(value);
      const start = text.slice(0, left);
      left -= start.length;
      return start === text ? text : `${start}…`;
    }
    if (!value) return value;
    if (above.includes(value) || above.length > MOST_LEVELS) return '…';
    const seen = view(value) as Fields;
    const path = [...above, value];
    if (seen !== value) return copy(seen, path);
    const kept = (Array.isArray(seen) ? Array(Math.min(seen.length, MOST_ENTRIES)).fill('…') : {}) as Fields;
    for (const key of Object.keys(kept[0] ? kept : seen).slice(0, MOST_ENTRIES)) {
      const half = (left = (left - key.length) / 2);
      if (half < 1) break;
      try {
        kept[key] = copy(get(seen, key), path);
      } catch {
        kept[key] = '[object]';
      }
      left += half;
    }
    return kept;
  };
  try {
    return copy(whole, []);
  } catch {
    return undefined;
  }
}

const fieldOf = (object: object, key: string): unknown => object[key as never];

type Fields = Record<string, unknown>;

/** Converts a `Map` or `Set` to an object or array, and binary data to its type and size; returns other objects unchanged. */
export const opened = (value: object): unknown =>
  value instanceof Map || value instanceof Set
    ? value.size > MOST_MEMBERS
      ? '…'
      : value instanceof Map
        ? Object.fromEntries(value)
        : [...value]
    : ArrayBuffer.isView(value)
      ? `[${value.constructor.name} of ${value.byteLength} bytes]`
      : value;

/** Replaces errors by text, elements and windows by their names (they refer to the whole page), and objects by their `toJSON`. */
const viewOf = (value: { nodeType?: unknown; nodeName?: unknown; window?: unknown; toJSON?(): unknown }): unknown =>
  value instanceof Error || value.window === value
    ? // eslint-disable-next-line @typescript-eslint/no-base-to-string -- `[object Window]` is what a window is called
      String(value)
    : (value.nodeType && value.nodeName) ||
      (typeof value.toJSON === 'function' && !Array.isArray(value) && !ArrayBuffer.isView(value)
        ? value.toJSON()
        : opened(value));
