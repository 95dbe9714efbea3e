import { PROCESSED, UNDECIDED } from '@sluice/contract';
import { ConfigError, type Clock, type Component, type Logger } from '@sluice/runtime';
import { SpoolFailedError } from './log/errors.js';
import { openSpool } from './log/openSpool.js';
import type { Spool, SpoolEntry, SpoolStats } from './log/spool.js';
import { NotReplayableError, decodeIdentity, encodeBatch, type SpooledBatch } from './spooledBatch.js';
import { createDeduplicator, createRecentBatches } from './createDeduplicator.js';

/** Directory and size of a spool. */
export interface BatchSpoolOptions {
  readonly directory: string;
  /** Largest size on disk in bytes. */
  readonly maxBytes: number;
}

/** Dependencies of a spool of batches. */
export interface BatchSpoolDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Contents of a spool of batches, and counts since its start. */
export interface BatchSpoolStats extends SpoolStats {
  readonly appended: number;
  /** Batches that were refused because the spool was full or its disk failed. */
  readonly refused: number;
  /** Requests answered `duplicate` because their batch was spooled within its window. */
  readonly duplicates: number;
  /** Arrival of the oldest batch, milliseconds since 1970; `undefined` if the spool is empty. */
  readonly oldestMs: number | undefined;
}

/**
 * Batches on this gateway's disk that are acknowledged and not yet published.
 *
 * Invariants: `append` resolves only after the batch is durable; of identical batches within a window, only the first is
 * appended; an entry remains until the reader removes it.
 */
export interface BatchSpool extends Component {
  /** Whether a batch of usual size fits. */
  readonly hasRoom: () => boolean;
  /** Whether a batch with this hash is a duplicate of a spooled one. Waits for a write in progress. */
  readonly isDuplicate: (hash: string) => boolean | Promise<boolean>;
  /** Makes a batch durable. @throws SpoolFullError, SpoolFailedError if it is not kept */
  readonly append: (batch: SpooledBatch) => Promise<'appended' | 'duplicate'>;
  /** Tests whether a disk that failed works again. Never rejects. */
  readonly probe: () => Promise<void>;
  readonly stats: () => BatchSpoolStats;
  readonly peek: (maxEntries: number, maxBytes: number) => Promise<readonly SpoolEntry[]>;
  readonly remove: Spool['remove'];
  readonly setAside: Spool['setAside'];
  /** Records the arrival of the oldest batch, for {@link BatchSpoolStats}. */
  readonly noteOldest: (arrivalMs: number) => void;
}

/** Number of hashes in memory; about 50 MB. */
const MAX_RECENT = 250_000;

/** With less room than this most batches are refused, so the spool counts as full. */
const ROOM_BYTES = 64 * 1_024;

/** The entry that a probe writes; the reader drops it. */
const PROBE = Buffer.alloc(0);

const EMPTY: SpoolStats = { entries: 0, bytes: 0, torn: 0, corrupt: 0, failure: undefined };

/** Returns the spool of a gateway. `start` opens it. @throws ConfigError from `start` if the directory cannot be used */
export function createBatchSpool(options: BatchSpoolOptions, { clock, logger }: BatchSpoolDeps): BatchSpool {
  const recent = createRecentBatches(clock, MAX_RECENT);
  const counts = { appended: 0, refused: 0 };
  let oldestMs: number | undefined;
  let log: Spool | undefined;
  const opened = (): Spool => {
    if (log === undefined) throw new SpoolFailedError('the spool is not open');
    return log;
  };
  const stats = (): SpoolStats => log?.stats() ?? EMPTY;
  const remember = (bytes: Buffer): void => {
    const known = tryDecodeIdentity(bytes);
    if (known === undefined) return;
    oldestMs ??= known.arrivalMs;
    if (isRecognized(known)) recent.add(known.hash, known.arrivalMs + known.windowMs);
  };
  const append = async (batch: SpooledBatch): Promise<void> => {
    if (stats().entries === 0) oldestMs = batch.arrivalMs;
    try {
      await opened().append(encodeBatch(batch));
      counts.appended += 1;
    } catch (error) {
      counts.refused += 1;
      throw error;
    }
  };
  const deduplicator = createDeduplicator({ recent, append });
  return {
    start: async () => {
      log = await open(options, remember, logger);
    },
    stop: async () => {
      await log?.close();
      log = undefined;
    },
    hasRoom: () => log !== undefined && log.stats().bytes + ROOM_BYTES <= options.maxBytes,
    isDuplicate: deduplicator.isDuplicate,
    // Without processed events there is no duplicate: such a batch is counted at every request, as without a spool.
    append: (batch) =>
      isRecognized(batch) ? deduplicator.append(batch) : append(batch).then(() => 'appended' as const),
    probe: async () => {
      if (stats().failure !== undefined) await log?.append(PROBE).catch(() => undefined);
    },
    stats: () => {
      const onDisk = stats();
      const duplicates = deduplicator.duplicates();
      return { ...onDisk, ...counts, duplicates, oldestMs: onDisk.entries > 0 ? oldestMs : undefined };
    },
    peek: (maxEntries, maxBytes) => opened().peek(maxEntries, maxBytes),
    remove: (count) => opened().remove(count),
    setAside: (index) => opened().setAside(index),
    noteOldest: (arrivalMs) => {
      oldestMs = arrivalMs;
    },
  };
}

async function open(options: BatchSpoolOptions, onEntry: (bytes: Buffer) => void, logger: Logger): Promise<Spool> {
  try {
    return await openSpool({
      ...options,
      onEntry,
      onCorruption: (flaw) => logger.error(flaw, 'spool record corrupt'),
    });
  } catch (error) {
    if (!(error instanceof SpoolFailedError)) throw error;
    throw new ConfigError(`SPOOL_DIR: ${error.message}`);
  }
}

/** Whether resends of a batch are duplicates: only if at least one of its events is processed. */
const isRecognized = ({ verdicts }: Pick<SpooledBatch, 'verdicts'>): boolean =>
  verdicts.includes(UNDECIDED) || verdicts.includes(PROCESSED);

function tryDecodeIdentity(bytes: Buffer): ReturnType<typeof decodeIdentity> | undefined {
  try {
    return decodeIdentity(bytes);
  } catch (error) {
    // The replay sets it aside.
    if (error instanceof NotReplayableError) return undefined;
    throw error;
  }
}
