/** Two bounds that hold for everything in a JSON value, so that an ordinary event need not be walked again. */
export interface JsonMeasure {
  /** Deepest nesting; an object or array of plain values is 1. Counting ends one level beyond the bound asked for. */
  readonly depth: number;
  /** Length of the longest string or key, in UTF-16 units. */
  readonly longestString: number;
}

/** Measures a parsed JSON value; recursion ends one level below `maxDepth`. */
export function measureJson(value: unknown, maxDepth: number): JsonMeasure {
  let longestString = 0;
  const depthOf = (item: unknown, left: number): number => {
    if (typeof item === 'string') {
      if (item.length > longestString) longestString = item.length;
      return 0;
    }
    if (typeof item !== 'object' || item === null) return 0;
    if (left === 0) return 1;
    let deepest = 0;
    if (Array.isArray(item)) {
      const items: readonly unknown[] = item;
      for (const part of items) deepest = Math.max(deepest, depthOf(part, left - 1));
      return deepest + 1;
    }
    const object = item as Readonly<Record<string, unknown>>;
    // A parsed object inherits nothing enumerable, and this loop is several times cheaper than a list of its entries.
    for (const key in object) {
      if (key.length > longestString) longestString = key.length;
      deepest = Math.max(deepest, depthOf(object[key], left - 1));
    }
    return deepest + 1;
  };
  return { depth: depthOf(value, maxDepth), longestString };
}
