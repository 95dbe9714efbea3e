/** A cache that is limited by the weight of its values and drops the least recently used ones. */
export interface Lru<V> {
  /** Returns the value and marks it as used; `undefined` if there is none. */
  readonly get: (key: string) => V | undefined;
  /** Stores a value of a weight, 1 by default. A value that alone exceeds the limit is not stored. */
  readonly set: (key: string, value: V, weight?: number) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
  /** Returns the keys, the least recently used first. */
  readonly keys: () => Iterable<string>;
  /** Returns the weight of all values, at most the limit. */
  readonly weight: () => number;
}

interface Entry<V> {
  readonly key: string;
  readonly value: V;
  readonly weight: number;
}

/** Returns an empty cache. @param maxWeight limit of the weight of all values; with weights of 1, their number */
export function createLru<V>(maxWeight: number): Lru<V> {
  const entries = new Map<string, Entry<V>>();
  let newest: Entry<V> | undefined;
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
    if (newest?.key === key) newest = undefined;
  };
  return {
    get: (key) => {
      // Consecutive calls often ask for the same key, which needs no new place then.
      if (newest?.key === key) return newest.value;
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      newest = entry;
      return entry.value;
    },
    set: (key, value, weight = 1) => {
      remove(key);
      if (weight > maxWeight) return;
      newest = { key, value, weight };
      entries.set(key, newest);
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= maxWeight) return;
        remove(oldest);
      }
    },
    delete: remove,
    clear: () => {
      entries.clear();
      newest = undefined;
      total = 0;
    },
    keys: () => entries.keys(),
    weight: () => total,
  };
}
