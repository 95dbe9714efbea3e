const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/**
 * UUIDs of version 7 and 8 begin with milliseconds, and those of events go on with the place in their batch: events of other
 * batches that arrived beside them differ in the fourth group.
 */
const TIME_ORDERED = /^[0-9a-f]{8}-[0-9a-f]{4}-[78]/i;
const PLAIN = /^[0-9a-f]{32}$/i;

/** Where an id may end, in characters: after a group of digits, dashes left out of account in plain ones. */
const ENDS = { dashed: [8, 13, 18, 23], plain: [8, 12, 16, 20] } as const;

/**
 * The beginnings by which ids of one column are shown: of one length, the shortest that tells them apart. UUIDs that are
 * ordered by time have four groups, so that they also differ from ids that are not in the table; others have 8 digits.
 * Anything else than an id of 32 hex digits stays whole.
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
