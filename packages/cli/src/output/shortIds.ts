const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * UUIDs of versions 7 and 8 begin with a timestamp. Event ids of different batches that arrived at the same time differ in
 * the fourth group.
 */
const TIME_ORDERED = /^[0-9a-f]{8}-[0-9a-f]{4}-[78]/i;
const PLAIN = /^[0-9a-f]{32}$/i;

/** Lengths at which an id may be shortened: after a group of digits. */
const ENDS = { dashed: [8, 13, 18, 23], plain: [8, 12, 16, 20] } as const;

/**
 * Returns shortened ids for a column: the shortest common length that distinguishes them. Time-ordered UUIDs keep at least
 * four groups, so that they also differ from ids outside the table; others keep at least 8 digits. Text that is not an id of
 * 32 hex digits is not shortened.
 */
export function shortIds(ids: readonly string[]): readonly string[] {
  const distinct = new Set(ids).size;
  const shortened = ENDS.dashed.map((_, step) => ids.map((id) => cut(id, step)));
  return shortened.find((short) => new Set(short).size === distinct) ?? ids;
}

function cut(id: string, step: number): string {
  if (PLAIN.test(id)) return id.slice(0, ENDS.plain[step]);
  if (!UUID.test(id)) return id;
  return id.slice(0, ENDS.dashed[TIME_ORDERED.test(id) ? ENDS.dashed.length - 1 : step]);
}
