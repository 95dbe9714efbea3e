/** A bounded memory of pure answers. */
export interface Lru<V> {
  /** The remembered answer for `key`, made by `make` where there is none. */
  readonly get: (key: string, make: (key: string) => V) => V;
  readonly size: () => number;
}

/** Remembers the `max` answers used last. */
export function createLru<V>(max: number): Lru<V> {
  const entries = new Map<string, V>();
  let last: { readonly key: string; readonly value: V } | undefined;
  return {
    size: () => entries.size,
    get: (key, make) => {
      // Neighbours mostly ask for the same, which is the newest already.
      if (last?.key === key) return last.value;
      const known = entries.get(key);
      const value = known ?? make(key);
      if (known !== undefined) entries.delete(key);
      else if (entries.size >= max) dropOldest(entries);
      entries.set(key, value);
      last = { key, value };
      return value;
    },
  };
}

function dropOldest(entries: Map<string, unknown>): void {
  for (const oldest of entries.keys()) {
    entries.delete(oldest);
    return;
  }
}
