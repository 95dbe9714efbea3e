/**
 * Identities of design 2. All are UUIDv8 whose first 48 bits are milliseconds, so that they
 * sort by time and a table can be partitioned by a range of ids.
 *
 * batch id  = start of the arrival's window, the window's seconds added as milliseconds | 74 bits of the batch hash
 * event id  = arrival                                 | 12 bits of index | the batch id's last 62 bits
 */
/** Default time for which a batch is remembered, in milliseconds. */
export const DEFAULT_DUPLICATE_WINDOW_MS = 15 * 60_000;

/** The most events a batch may ever hold: the event id has 12 bits for the index. */
export const MAX_EVENT_INDEX = 0xfff;

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');

/** Returns a function that makes the ids of a moment, by their 12 bits. */
function uuidsAt(ms: number, tail: string): (bits: number) => string {
  const time = hex(ms, 12);
  const head = `${time.slice(0, 8)}-${time.slice(8)}-8`;
  return (bits) => `${head}${hex(bits, 3)}-${tail}`;
}

/**
 * Returns the id of a batch: equal for equal bytes within a window, different in another window or for another window
 * length. The window is the time for which a batch is remembered. A batch that was forgotten therefore gets a new id;
 * one whose record was lost with Redis gets its old id and finds its receipts. @param arrivalMs milliseconds since
 * 1970 @param hash 64 hex digits, the batch hash
 */
export function batchIdOf(arrivalMs: number, hash: string, windowMs: number = DEFAULT_DUPLICATE_WINDOW_MS): string {
  const windowStart = arrivalMs - (arrivalMs % windowMs) + Math.floor(windowMs / 1000);
  const variant = hex((parseInt(hash.slice(3, 4), 16) & 0x3) | 0x8, 1);
  const tail = `${variant}${hash.slice(4, 7)}-${hash.slice(7, 19)}`;
  return uuidsAt(windowStart, tail)(parseInt(hash.slice(0, 3), 16));
}

/** Returns the ids of the events of a batch by their index: time-ordered by arrival, the same on every retry. */
export function eventIdsOf(batchId: string, arrivalMs: number): (index: number) => string {
  const idOf = uuidsAt(arrivalMs, batchId.slice(19));
  return (index) => {
    if (index > MAX_EVENT_INDEX) throw new RangeError(`event index ${index} does not fit an event id`);
    return idOf(index);
  };
}

/** The id of the event at `index` of a batch; see {@link eventIdsOf}. */
export const eventIdOf = (batchId: string, arrivalMs: number, index: number): string =>
  eventIdsOf(batchId, arrivalMs)(index);

/** Returns the milliseconds since 1970 in a time-ordered id. */
export const timeOfId = (id: string): number => parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

/** The smallest id of a moment: a bound for ranges of ids. @param ms milliseconds since 1970 */
export function lowestIdAt(ms: number): string {
  const time = hex(ms, 12);
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}
