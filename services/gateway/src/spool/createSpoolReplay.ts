import type { Allowance, UndoRequest } from '@sluice/redis';
import { Backoff, periodicTask, type Component, type Logger } from '@sluice/runtime';
import type { SpoolEntry } from './log/spool.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { BatchSpool } from './batchSpool.js';
import { replaySpooledBatch, type PublishedBatch, type ReplayBatchDeps } from './replaySpooledBatch.js';
import { NotReplayableError, decodeBatch, decodeIdentity, type SpooledBatch } from './spooledBatch.js';

/** Dependencies of a replay. */
export interface ReplayDeps extends ReplayBatchDeps {
  readonly spool: Pick<BatchSpool, 'peek' | 'remove' | 'setAside' | 'probe' | 'stats' | 'noteOldest'>;
  readonly allowance: ReplayBatchDeps['allowance'] & Pick<Allowance, 'forgetSpooled'>;
  /** Called for each published batch after its entry was removed. */
  readonly onAcknowledged: (hour: number, parts: PublishedBatch['parts']) => void;
  /** Whether Redis is alive and has room. */
  readonly isReady: () => boolean;
  readonly logger: Logger;
}

/** Counts of a replay since its start. */
export interface ReplayCounts {
  /** Batches removed from the spool. */
  readonly replayed: number;
  /** Of these, batches that were already published. */
  readonly alreadyPublished: number;
}

const TICK_MS = 200;
/** Entries that are replayed concurrently. */
const MAX_ENTRIES = 128;
const MAX_BYTES = 2 * 1_048_576;
const BACKOFF = { firstMs: 250, maxMs: 5_000 };

/** Result of an entry. `not_replayable`: it can never be replayed. */
type Result =
  | { readonly kind: 'done'; readonly batch: SpooledBatch | undefined; readonly published: PublishedBatch | undefined }
  | { readonly kind: 'not_replayable'; readonly error: NotReplayableError; readonly batchId: string | undefined }
  | { readonly kind: 'failed'; readonly error: unknown };

/**
 * Publishes the batches of the spool, oldest first, whenever Redis accepts them. Entries are replayed concurrently and removed in
 * order up to the first that failed; the rest is repeated. The charges are forgotten last, so that an entry that is repeated
 * after a crash is not charged twice.
 */
export function createSpoolReplay(deps: ReplayDeps): Component & { readonly counts: () => ReplayCounts } {
  const { spool, logger, isReady } = deps;
  const counts = { replayed: 0, alreadyPublished: 0 };
  const backoff = new Backoff(BACKOFF);
  let isHolding = false;
  let replayedBefore = 0;
  const step = async (): Promise<boolean> => {
    const entries = await spool.peek(MAX_ENTRIES, MAX_BYTES);
    if (entries.length === 0) return false;
    spool.noteOldest(arrivalOf(entries[0]) ?? deps.clock());
    const results = await Promise.all(entries.map((entry) => replayEntry(entry, deps)));
    const failed = results.findIndex(({ kind }) => kind === 'failed');
    const finished = failed < 0 ? results : results.slice(0, failed);
    await removeFinished(finished, deps);
    for (const result of finished) {
      if (result.kind !== 'done' || result.batch === undefined) continue;
      counts.replayed += 1;
      if (result.published === undefined) counts.alreadyPublished += 1;
    }
    const first = results[failed];
    if (first?.kind === 'failed') throw first.error;
    return true;
  };
  const loop = periodicTask('replay the spool', TICK_MS, logger, async (signal) => {
    await spool.probe();
    const { entries } = spool.stats();
    if (entries === 0) return;
    if (!isHolding) logger.warn({ batches: entries }, 'batches wait in the spool until Redis accepts them');
    if (!isHolding) replayedBefore = counts.replayed;
    isHolding = true;
    try {
      while (!signal.aborted && isReady() && (await step())) backoff.reset();
    } catch (error) {
      if (backoff.count === 0) logger.warn({ err: error }, 'spool replay failed; retrying');
      await delay(backoff.next(), undefined, { signal }).catch(() => undefined);
    }
    if (spool.stats().entries > 0) return;
    logger.warn({ batches: counts.replayed - replayedBefore }, 'spool is empty again');
    isHolding = false;
  });
  return { start: loop.start, stop: loop.stop, counts: () => ({ ...counts }) };
}

/** Removes finished entries, and then forgets their charges. */
async function removeFinished(results: readonly Result[], deps: ReplayDeps): Promise<void> {
  const { spool, allowance, logger, onAcknowledged } = deps;
  if (results.length === 0) return;
  const charged: UndoRequest[] = [];
  for (const [index, result] of results.entries()) {
    if (result.kind === 'not_replayable') {
      logger.error(
        { batch: result.batchId, err: result.error },
        'spool entry cannot be replayed; moved to a .bad file',
      );
      await spool.setAside(index);
    }
    if (result.kind === 'done' && result.batch !== undefined && result.batch.charged === undefined)
      charged.push(result.batch);
  }
  await spool.remove(results.length);
  // After the removal: an entry that is repeated after its mark expired would count twice, and half of it would seem lost.
  for (const result of results) {
    if (result.kind === 'done' && result.published !== undefined)
      onAcknowledged(result.published.hour, result.published.parts);
  }
  // If Redis becomes unavailable now, they expire.
  await allowance.forgetSpooled(charged).catch(() => undefined);
}

async function replayEntry({ bytes }: SpoolEntry, deps: ReplayDeps): Promise<Result> {
  // An empty entry is a probe of the disk.
  if (bytes.length === 0) return { kind: 'done', batch: undefined, published: undefined };
  let batch: SpooledBatch | undefined;
  try {
    batch = decodeBatch(bytes);
    return { kind: 'done', batch, published: await replaySpooledBatch(batch, deps) };
  } catch (error) {
    if (!(error instanceof NotReplayableError)) return { kind: 'failed', error };
    return { kind: 'not_replayable', error, batchId: batch?.batchId };
  }
}

function arrivalOf(entry: SpoolEntry | undefined): number | undefined {
  try {
    return entry === undefined ? undefined : decodeIdentity(entry.bytes).arrivalMs;
  } catch {
    return undefined;
  }
}
