import { PROCESSED, UNDECIDED } from '@sluice/contract';
import { ConfigError, type Clock, type Component, type Logger } from '@sluice/runtime';
import { SpoolFailedError } from './log/errors.js';
import { openSpool } from './log/openSpool.js';
import type { Spool, SpoolEntry, SpoolStats } from './log/spool.js';
import { createRecentBatches } from './recentBatches.js';
import { NotReplayableError, decodeIdentity, encodeBatch, type SpooledBatch } from './spooledBatch.js';
import { createDeduplicator } from './createDeduplicator.js';

/** Where batches are spooled, and how much of them. */
export interface BatchSpoolOptions {
  readonly directory: string;
  /** Bytes on disk. */
  readonly maxBytes: number;
}

/** What a spool of batches needs. */
export interface BatchSpoolDeps {
  readonly clock: Clock;
  readonly logger: Logger;
}

/** What a spool of batches has done since its start, beside what is on disk. */
export interface BatchSpoolStats extends SpoolStats {
  readonly appended: number;
  /** Batches that were refused because the spool was full or the disk failed. */
  readonly refused: number;
  /** Requests that were told `duplicate` because their batch is, or a moment ago was, in the spool. */
  readonly duplicates: number;
  /** When the oldest batch arrived, milliseconds since 1970; `undefined` if there is none. */
  readonly oldestMs: number | undefined;
}

/**
 * Batches that were acknowledged and are not published, on this gateway's disk.
 *
 * Invariants: `take` says `taken` or `duplicate` only after the batch is durable; of identical batches within a window one
 * is taken, whichever of them was first; an entry stays until the reader removes it.
 */
export interface BatchSpool extends Component {
  /** False while it is as good as full. */
  readonly hasRoom: () => boolean;
  /** Whether a batch with this hash is a duplicate of a spooled one; waits for one that is being written. */
  readonly isDuplicate: (hash: string) => boolean | Promise<boolean>;
  /** Makes a batch durable. Rejects with `SpoolFullError` or `SpoolFailedError`: then it is not kept. */
  readonly append: (batch: SpooledBatch) => Promise<'taken' | 'duplicate'>;
  /** Asks a disk that failed whether it works again. Never rejects. */
  readonly probe: () => Promise<void>;
  readonly stats: () => BatchSpoolStats;
  readonly peek: (maxEntries: number, maxBytes: number) => Promise<readonly SpoolEntry[]>;
  readonly remove: Spool['remove'];
  readonly setAside: Spool['setAside'];
  /** Told by the reader when it has seen which batch is the oldest. */
  readonly noteOldest: (arrivalMs: number) => void;
}

/** Hashes that are remembered; about 50 MB. */
const MAX_RECENT = 250_000;

/** With less than this left most batches are refused: it counts as full. */
const ROOM_BYTES = 64 * 1_024;

/** What a probe writes: an entry of no bytes, which the reader drops. */
const PROBE = Buffer.alloc(0);

const EMPTY: SpoolStats = { entries: 0, bytes: 0, torn: 0, corrupt: 0, failure: undefined };

/** The spool of a gateway; it is opened by `start`, which rejects with a `ConfigError` where that cannot be. */
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
  const recall = (bytes: Buffer): void => {
    const known = identityOf(bytes);
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
  const once = createDeduplicator({ recent, append });
  return {
    start: async () => {
      log = await open(options, recall, logger);
    },
    stop: async () => {
      await log?.close();
      log = undefined;
    },
    hasRoom: () => log !== undefined && log.stats().bytes + ROOM_BYTES <= options.maxBytes,
    isDuplicate: once.isDuplicate,
    // A batch of which nothing is processed is counted as often as it comes, as everywhere.
    append: (batch) => (isRecognized(batch) ? once.append(batch) : append(batch).then(() => 'taken' as const)),
    probe: async () => {
      if (stats().failure !== undefined) await log?.append(PROBE).catch(() => undefined);
    },
    stats: () => {
      const onDisk = stats();
      const duplicates = once.duplicates();
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

/** An identical batch is a duplicate only where something of the first one is processed. */
const isRecognized = ({ verdicts }: Pick<SpooledBatch, 'verdicts'>): boolean =>
  verdicts.includes(UNDECIDED) || verdicts.includes(PROCESSED);

function identityOf(bytes: Buffer): ReturnType<typeof decodeIdentity> | undefined {
  try {
    return decodeIdentity(bytes);
  } catch (error) {
    // The replay puts it aside.
    if (error instanceof NotReplayableError) return undefined;
    throw error;
  }
}
