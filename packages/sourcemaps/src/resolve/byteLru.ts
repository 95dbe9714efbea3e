/** A memory bounded by what its values weigh: what was used longest ago goes first. */
export interface ByteLru<V> {
  /** The value, which counts as used now; `undefined` where there is none. */
  readonly get: (key: string) => V | undefined;
  /** Keeps a value. One that alone outweighs the bound is not kept. */
  readonly set: (key: string, value: V, weight: number) => void;
  readonly delete: (key: string) => void;
  readonly clear: () => void;
  /** What all values weigh together; never more than the bound. */
  readonly weight: () => number;
}

/** @param max greatest weight of all values together; of weight 1 each, it is their number */
export function createByteLru<V>(max: number): ByteLru<V> {
  const entries = new Map<string, { readonly value: V; readonly weight: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.weight ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    set: (key, value, weight) => {
      remove(key);
      if (weight > max) return;
      entries.set(key, { value, weight });
      total += weight;
      for (const oldest of entries.keys()) {
        if (total <= max) return;
        remove(oldest);
      }
    },
    delete: remove,
    clear: () => {
      entries.clear();
      total = 0;
    },
    weight: () => total,
  };
}
