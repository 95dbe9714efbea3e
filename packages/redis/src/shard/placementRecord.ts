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
 *
 * Invariant: in an epoch, the jobs and the accept mark of a batch are in one shard, which is a function of the number of shards
 * and the spread of that epoch, the project and the batch hash (`shardOfBatch` in `@sluice/queues`). A batch that is sent again
 * finds its mark there, or in the shard that the same function names for an entry of `past`. A mark that is not found, because
 * `past` forgot its placement, costs a second job, which receipts make harmless. A change of the spread is a change like one of
 * the number: proposed, fenced in every shard and committed with a new epoch.
 */
export interface PlacementRecord {
  /** Rises with each change: milliseconds since 1970 at the change, or one more than the epoch before. */
  readonly epoch: number;
  /** Number of queue shards that publishers use. */
  readonly shards: number;
  readonly spread?: Spread;
  /** Shards below this may contain jobs; above {@link shards} while shards of an earlier number are drained. */
  readonly widest: number;
  /** Earlier numbers and spreads, newest first; at most sixteen. */
  readonly past: readonly PastPlacement[];
  /** A change that is not committed. */
  readonly next?: { readonly epoch: number; readonly shards: number; readonly spread?: Spread };
}

/**
 * Over how many queue shards the batches of a project spread, by project id, for those with more than one; absent without any.
 * A number above that of the shards counts as that of the shards.
 */
export type Spread = Readonly<Record<string, number>>;

/** An earlier number of queue shards. */
interface PastPlacement {
  readonly shards: number;
  readonly spread?: Spread;
  /** When the change was committed, milliseconds since 1970. */
  readonly endedMs: number;
}

const MAX_PAST = 16;

/** Returns the record of an installation without one. */
export const firstPlacement = (shards: number, nowMs: number): PlacementRecord => ({
  epoch: nowMs,
  shards,
  widest: shards,
  past: [],
});

/**
 * Returns the record with a proposed change of the number, which keeps the spread; a record with an uncommitted change must be
 * committed before.
 */
export const proposeShards = (record: PlacementRecord, shards: number, nowMs: number): PlacementRecord => ({
  ...record,
  next: { epoch: Math.max(record.epoch + 1, nowMs), shards, ...spreadIn(record) },
});

/** As {@link proposeShards}, with a change of the spread, which keeps the number. */
export const proposeSpread = (record: PlacementRecord, spread: Spread | undefined, nowMs: number): PlacementRecord => ({
  ...record,
  next: { epoch: Math.max(record.epoch + 1, nowMs), shards: record.shards, ...spreadIn({ spread }) },
});

/** The spread as it is stored: no field without one. */
const spreadIn = ({ spread }: { readonly spread?: Spread | undefined }): Pick<PlacementRecord, 'spread'> =>
  spread === undefined ? {} : { spread };

/** Returns the record after its proposed change; unchanged if it has none. */
export function commitShards(record: PlacementRecord, nowMs: number): PlacementRecord {
  const { next, ...before } = record;
  if (next === undefined) return record;
  return {
    ...next,
    widest: Math.max(before.widest, next.shards),
    past: trimPast([{ shards: before.shards, ...spreadIn(before), endedMs: nowMs }, ...before.past]),
  };
}

/** Drops the oldest entries, first those whose number a newer one has: changes of the spread do not make a number unknown. */
function trimPast(past: readonly PastPlacement[]): readonly PastPlacement[] {
  if (past.length <= MAX_PAST) return past;
  const numbers = past.map(({ shards }) => shards);
  const repeated = past.findLastIndex(({ shards }, index) => numbers.indexOf(shards) < index);
  return trimPast(past.filter((_, index) => index !== (repeated === -1 ? past.length - 1 : repeated)));
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

/** Parses a record; those of earlier versions have no spread. @throws Error if the text is something else */
export function parsePlacement(text: string): PlacementRecord {
  const record = JSON.parse(text) as PlacementRecord;
  const numbers = [record.epoch, record.shards, record.widest];
  if (!numbers.every(Number.isInteger) || !Array.isArray(record.past) || !spreadsIn(record).every(isSpread)) {
    throw new Error(`{sl0}:placement is not a placement record: ${text.slice(0, 200)}`);
  }
  return record;
}

const spreadsIn = ({ spread, next, past }: PlacementRecord): readonly (Spread | undefined)[] => [
  spread,
  next?.spread,
  ...past.map((each) => each.spread),
];

/** Whether each entry names a shard: a batch of another one would wait until its request times out. */
const isSpread = (spread: Spread | undefined): boolean =>
  Object.values(spread ?? {}).every((over) => Number.isInteger(over) && over > 0);
