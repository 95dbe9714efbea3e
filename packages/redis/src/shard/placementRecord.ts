/**
 * The record of how projects are placed in queue shards, stored as JSON under `{sl0}:placement`. A change has three steps, of
 * which any process may do the last two:
 *
 * | step | stored | publishers |
 * |---|---|---|
 * | propose | `next` | publish by `epoch` |
 * | fence | the fence of each shard that may contain jobs, now or later, is `next.epoch` | are refused by fenced shards |
 * | commit | `next` becomes current, the old number goes to `past` | read the record, and publish by the new epoch |
 *
 * So every publish of an epoch happens before every publish of the next one, whatever a process believes. Workers and readers
 * of the depth use all shards below {@link shardsInUse} until the ones beyond the number are empty; then the record is narrowed.
 */
export interface PlacementRecord {
  /** Rises with each change: milliseconds since 1970 at the change, or one more than the epoch before. */
  readonly epoch: number;
  /** Number of queue shards that publishers use. */
  readonly shards: number;
  /** Shards below this may contain jobs; above {@link shards} while shards of an earlier number are drained. */
  readonly widest: number;
  /** Earlier numbers, newest first; at most sixteen. */
  readonly past: readonly PastPlacement[];
  /** A change that is not committed. */
  readonly next?: { readonly epoch: number; readonly shards: number };
}

/** An earlier number of queue shards. */
interface PastPlacement {
  readonly shards: number;
  /** When the change was committed, milliseconds since 1970. */
  readonly endedMs: number;
}

const MAX_PAST = 16;

/** Returns the record of an installation without one. */
export const firstPlacement = (shards: number, nowMs: number): PlacementRecord => ({
  ...{ epoch: nowMs, shards, widest: shards, past: [] },
});

/** Returns the record with a proposed change; a record with an uncommitted one must be committed before. */
export const proposeShards = (record: PlacementRecord, shards: number, nowMs: number): PlacementRecord => ({
  ...record,
  next: { epoch: Math.max(record.epoch + 1, nowMs), shards },
});

/** Returns the record after its proposed change; unchanged if it has none. */
export function commitShards(record: PlacementRecord, nowMs: number): PlacementRecord {
  const { next, ...before } = record;
  if (next === undefined) return record;
  return {
    ...next,
    widest: Math.max(before.widest, next.shards),
    past: [{ shards: before.shards, endedMs: nowMs }, ...before.past].slice(0, MAX_PAST),
  };
}

/** Returns the record without the shards of earlier numbers, which must be empty and fenced. */
export const narrowPlacement = (record: PlacementRecord): PlacementRecord => ({ ...record, widest: record.shards });

/** Returns how many shards may contain jobs, now or after the proposed change. */
export const shardsInUse = ({ widest, next }: PlacementRecord): number => Math.max(widest, next?.shards ?? 0);

/** Returns how many of the {@link shardsInUse} get no more jobs, now or after the proposed change. */
export const shardsToDrain = (record: PlacementRecord): number =>
  shardsInUse(record) - (record.next?.shards ?? record.shards);

/** Whether a process that was configured with `shards` belongs to this installation: it is the number, or was or will be. */
export const isKnownNumber = ({ shards, next, past }: PlacementRecord, number: number): boolean =>
  [shards, next?.shards, ...past.map((each) => each.shards)].includes(number);

/** Parses a record. @throws Error if the text is something else */
export function parsePlacement(text: string): PlacementRecord {
  const record = JSON.parse(text) as PlacementRecord;
  if (![record.epoch, record.shards, record.widest].every(Number.isInteger) || !Array.isArray(record.past)) {
    throw new Error(`{sl0}:placement is not a placement record: ${text.slice(0, 200)}`);
  }
  return record;
}
