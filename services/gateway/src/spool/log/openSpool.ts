import { DirectoryInUseError, lockDirectory, UnusableDirectoryError, type DirectoryLock } from '@sluice/runtime';
import { Appender } from './appender.js';
import { openCheckpoint, type Checkpoint } from './checkpoint.js';
import { SpoolFailedError, toSpoolFailedError } from './errors.js';
import { nodeFileSystem, type SpoolFileSystem } from './fileSystem.js';
import { MAGIC } from './records.js';
import { listSegments, recoverSegment, segmentPath, type Corruption, type SpoolDirectory } from './segments.js';
import { totalBytes, createSpool, type Spool, type SpoolState } from './spool.js';

/** How a spool is opened. Sizes are bytes. */
export interface SpoolOptions {
  /** Made if it is missing, mode 0700. One process has it to itself. */
  readonly directory: string;
  /** Largest size on disk of what is not removed; an append beyond it is refused. */
  readonly maxBytes: number;
  /** Size of a file from which the next one is begun: what is removed is given back file by file. Default 8 MiB. */
  readonly segmentBytes?: number;
  /** Told every entry that is there and not removed, oldest first, before {@link openSpool} resolves. */
  readonly onEntry?: (bytes: Buffer) => void;
  /** Told what was cut off or put aside, whenever that is found. */
  readonly onCorruption?: (flaw: Corruption) => void;
  /** The disk; tests replace it with one that fails. */
  readonly fileSystem?: SpoolFileSystem;
}

const SEGMENT_BYTES = 8 * 1_048_576;

/**
 * Opens the log in a directory. Rejects with `SpoolFailedError`, which says what is wrong, where the directory is another
 * process's or cannot be written to.
 *
 * What was acknowledged is there, whatever ended the process before: a write that was cut short is cut off, anything that
 * is not what was written is put aside in a file `.bad`. What was removed does not come back, unless the mark of it is gone.
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
    throw new SpoolFailedError(`${error.message}; every gateway needs a directory of its own`, { cause: error });
  });
}

async function openLocked(
  options: SpoolOptions,
  directory: SpoolDirectory,
  release: () => Promise<void>,
): Promise<Spool> {
  const { maxBytes, segmentBytes = SEGMENT_BYTES, onCorruption = () => undefined } = options;
  const { position, mark } = await openCheckpoint(directory);
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
    return createSpool({ directory, state, mark, appender, onCorruption, release });
  } catch (error) {
    await closeQuietly(mark);
    throw error;
  }
}

/** Fills the state with what is on disk and not removed. @returns the highest number that a segment ever had */
async function recover(
  directory: SpoolDirectory,
  state: SpoolState,
  done: { readonly seq: number; readonly offset: number },
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

const closeQuietly = (mark: Checkpoint): Promise<void> => mark.close().catch(() => undefined);
