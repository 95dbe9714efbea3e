import { LRUCache } from 'lru-cache';

/** See {@link createLru}. */
export type Lru<V extends object | string | number | true> = LRUCache<string, V>;

/**
 * Returns an empty cache that drops the least recently used values. It grows with what is stored; `max` of lru-cache takes the
 * memory of all entries at once. @param maxSize limit of the sizes of all values: 1, or the `size` that `set` gets. A value that alone
 * exceeds it is not stored.
 */
export const createLru = <V extends object | string | number | true>(maxSize: number): Lru<V> =>
  new LRUCache({ maxSize, sizeCalculation: () => 1 });
