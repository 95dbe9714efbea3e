/**
 * Compares keys by code units, part by part. Every upsert locks its rows in this order, independent of the collation of the
 * database: two transactions with common keys then wait for each other and never deadlock.
 */
export function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < a.length; index += 1) {
    const [part = '', other = ''] = [a[index], b[index]];
    if (part !== other) return part < other ? -1 : 1;
  }
  return a.length - b.length;
}

/** Orders by code units. */
export function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  if (a.name === b.name) return 0;
  return a.name < b.name ? -1 : 1;
}

/**
 * Merges items with the same key and returns the results in lock order ({@link compareKeys}). The same key twice in one
 * `ON CONFLICT` statement is an error (21000). No part of a key contains a NUL, which no column can store.
 */
export function mergeByKey<T, R>(
  items: readonly T[],
  keyOf: (item: T) => readonly string[],
  start: (item: T) => R,
  join: (folded: R, item: T) => R,
): R[] {
  const groups = new Map<string, { readonly name: string; folded: R }>();
  for (const item of items) {
    // NUL precedes all other characters: the names are ordered as the keys are, part by part.
    const name = keyOf(item).join('\0');
    const group = groups.get(name);
    if (group === undefined) groups.set(name, { name, folded: start(item) });
    else group.folded = join(group.folded, item);
  }
  return [...groups.values()].sort(byName).map((group) => group.folded);
}
