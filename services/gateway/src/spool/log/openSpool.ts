import { DirectoryInUseError, lockDirectory, UnusableDirectoryError, type DirectoryLock } from '@sluice/runtime';
import { Appender } from './appender.js';
import { openCheckpoint, type CheckpointPosition } from './checkpoint.js';
import { SpoolFailedError, toSpoolFailedError } from './errors.js';
import { nodeFileSystem, type SpoolFileSystem } from './fileSystem.js';
import { MAGIC } from './records.js';
import { listSegments, recoverSegment, segmentPath, type Corruption, type SpoolDirectory } from './segments.js';
import { totalBytes, createSpool, type Spool, type SpoolState } from './spool.js';

/** Options of a spool. Sizes are bytes. */
export interface SpoolOptions {
  /** Created with mode 0700 if it is missing. Only one process may use it. */
  readonly directory: string;
  /** Largest size on disk of entries that are not removed. An append beyond it is refused. */
  readonly maxBytes: number;
  /** Size of a file from which the next one is begun; removed entries free disk space file by file. Default 8 MiB. */
  readonly segmentBytes?: number;
  /** Called with every entry that is not removed, oldest first, before {@link openSpool} resolves. */
  readonly onEntry?: (bytes: Buffer) => void;
  /** Called for each incomplete write that is truncated and each corrupt record that is set aside. */
  readonly onCorruption?: (flaw: Corruption) => void;
  /** Replaced in tests. */
  readonly fileSystem?: SpoolFileSystem;
}

const SEGMENT_BYTES = 8 * 1_048_576;

/**
 * Opens the log in a directory. Recovers every acknowledged entry after any end of the previous process: an incomplete last write
 * is truncated, and corrupt records are moved to a `.bad` file. Removed entries reappear only if the checkpoint is lost.
 * @throws SpoolFailedError if another process uses the directory or it cannot be written
 */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { directory, fileSystem = nodeFileSystem } = options;
  try {
    await fileSystem.makeDirectory(directory);
    const { release } = await acquireLock(directory);
    try {
      return await openLocked(options, { directory, fileSystem }, release);
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    if (error instanceof UnusableDirectoryError) throw new SpoolFailedError(error.message, { cause: error });
    throw toSpoolFailedError(`the spool ${directory} cannot be used`, error);
  }
}

async function acquireLock(directory: string): Promise<DirectoryLock> {
  return lockDirectory(directory).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUseError)) throw error;
    throw new SpoolFailedError(`${error.message}; every gateway needs its own directory`, { cause: error });
  });
}

async function openLocked(
  options: SpoolOptions,
  directory: SpoolDirectory,
  release: () => Promise<void>,
): Promise<Spool> {
  const { maxBytes, segmentBytes = SEGMENT_BYTES, onCorruption = () => undefined } = options;
  const { position, checkpoint } = await openCheckpoint(directory);
  const state: SpoolState = { segments: [], torn: 0, corrupt: 0, failure: undefined };
  try {
    const lastSeq = await recover(directory, state, position, options);
    const appender = new Appender({
      directory,
      firstSeq: lastSeq + 1,
      segmentBytes,
      maxBytes,
      heldBytes: () => totalBytes(state.segments),
      onSegment: (segment) => void state.segments.push(segment),
      onRemoved: (segment) => {
        const index = state.segments.indexOf(segment);
        if (index >= 0) state.segments.splice(index, 1);
      },
      onFlushed: () => {
        state.failure = undefined;
      },
      onFailed: (error) => {
        state.failure = error;
      },
    });
    return createSpool({ directory, state, checkpoint, appender, onCorruption, release });
  } catch (error) {
    await checkpoint.close().catch(() => undefined);
    throw error;
  }
}

/** Fills the state with the segments on disk. Resolves with the highest number that any segment has had. */
async function recover(
  directory: SpoolDirectory,
  state: SpoolState,
  done: CheckpointPosition,
  { onEntry, onCorruption }: SpoolOptions,
): Promise<number> {
  const seqs = await listSegments(directory);
  for (const seq of seqs) {
    if (seq < done.seq) {
      await directory.fileSystem.remove(segmentPath(directory, seq));
      continue;
    }
    const { segment, payloads, ends, flaw } = await recoverSegment(directory, seq, seq === seqs.at(-1));
    if (flaw !== undefined) {
      state[flaw.kind] += 1;
      onCorruption?.(flaw);
    }
    const removed = seq === done.seq ? ends.filter((end) => end <= done.offset).length : 0;
    segment.removedTo = ends[removed - 1] ?? Math.min(segment.length, MAGIC.length);
    segment.entries = payloads.length - removed;
    if (segment.entries === 0) await directory.fileSystem.remove(segmentPath(directory, seq));
    else state.segments.push(segment);
    for (const payload of payloads.slice(removed)) onEntry?.(payload);
  }
  await directory.fileSystem.syncDirectory(directory.directory);
  return Math.max(done.seq, seqs.at(-1) ?? 0);
}
