// Computes growth per event. Pure.

/** Bytes by table of `{ table, bytes }` rows, of which a partitioned table has many. */
export function sumByTable(relations) {
  const sums = {};
  for (const { table, bytes } of relations) sums[table] = (sums[table] ?? 0) + Number(bytes);
  return sums;
}

const total = (sizes) => Object.values(sizes).reduce((sum, bytes) => sum + bytes, 0);

/** Bytes an event took in its type's `table`, and in all others. @param sizes by table, {@link sumByTable} */
export function perEvent({ before, after, table, events }) {
  const own = (after[table] ?? 0) - (before[table] ?? 0);
  return { ownBytes: own / events, otherBytes: (total(after) - total(before) - own) / events };
}
