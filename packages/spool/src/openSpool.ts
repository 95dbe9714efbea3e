import { DirectoryInUse, lockDirectory, UnusableDirectory, type DirectoryLock } from '@sluice/runtime';
import { Appender } from './appender.js';
import { openDoneMark, type DoneMark } from './doneMark.js';
import { SpoolFailed, spoolFailed } from './errors.js';
import { nodeFiles, type SpoolFiles } from './files.js';
import { MAGIC } from './records.js';
import { listSegments, recoverSegment, segmentPath, type Flaw, type Place } from './segments.js';
import { bytesOf, spoolOver, type Spool, type SpoolState } from './spool.js';

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
  readonly onFlaw?: (flaw: Flaw) => void;
  /** The disk; tests put another one in its place. */
  readonly files?: SpoolFiles;
}

const SEGMENT_BYTES = 8 * 1_048_576;

/**
 * Opens the log in a directory. Rejects with `SpoolFailed`, which says what is wrong, where the directory is another
 * process's or cannot be written to.
 *
 * What was acknowledged is there, whatever ended the process before: a write that was cut short is cut off, anything that
 * is not what was written is put aside in a file `.bad`. What was removed does not come back, unless the mark of it is gone.
 */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { directory, files = nodeFiles } = options;
  try {
    await files.makeDirectory(directory);
    const { release } = await claim(directory);
    try {
      return await openClaimed(options, { directory, files }, release);
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    if (error instanceof UnusableDirectory) throw new SpoolFailed(error.message, { cause: error });
    throw spoolFailed(`the spool ${directory} cannot be used`, error);
  }
}

async function claim(directory: string): Promise<DirectoryLock> {
  return lockDirectory(directory).catch((error: unknown) => {
    if (!(error instanceof DirectoryInUse)) throw error;
    throw new SpoolFailed(`${error.message}; every gateway needs a directory of its own`, { cause: error });
  });
}

async function openClaimed(options: SpoolOptions, place: Place, release: () => Promise<void>): Promise<Spool> {
  const { maxBytes, segmentBytes = SEGMENT_BYTES, onFlaw = () => undefined } = options;
  const { position, mark } = await openDoneMark(place);
  const state: SpoolState = { segments: [], torn: 0, bad: 0, failure: undefined };
  try {
    const lastSeq = await recover(place, state, position, options);
    const appender = new Appender({
      place,
      firstSeq: lastSeq + 1,
      segmentBytes,
      maxBytes,
      heldBytes: () => bytesOf(state.segments),
      onSegment: (segment) => void state.segments.push(segment),
      onDropped: (segment) => {
        const index = state.segments.indexOf(segment);
        if (index >= 0) state.segments.splice(index, 1);
      },
      onStored: () => {
        state.failure = undefined;
      },
      onFailed: (error) => {
        state.failure = error;
      },
    });
    return spoolOver({ place, state, mark, appender, onFlaw, release });
  } catch (error) {
    await closeQuietly(mark);
    throw error;
  }
}

/** Fills the state with what is on disk and not removed. @returns the highest number that a segment ever had */
async function recover(
  place: Place,
  state: SpoolState,
  done: { readonly seq: number; readonly offset: number },
  { onEntry, onFlaw }: SpoolOptions,
): Promise<number> {
  const seqs = await listSegments(place);
  for (const seq of seqs) {
    if (seq < done.seq) {
      await place.files.remove(segmentPath(place, seq));
      continue;
    }
    const { segment, payloads, ends, flaw } = await recoverSegment(place, seq, seq === seqs.at(-1));
    if (flaw !== undefined) {
      state[flaw.kind] += 1;
      onFlaw?.(flaw);
    }
    const removed = seq === done.seq ? ends.filter((end) => end <= done.offset).length : 0;
    segment.done = ends[removed - 1] ?? Math.min(segment.length, MAGIC.length);
    segment.left = payloads.length - removed;
    if (segment.left === 0) await place.files.remove(segmentPath(place, seq));
    else state.segments.push(segment);
    for (const payload of payloads.slice(removed)) onEntry?.(payload);
  }
  await place.files.syncDirectory(place.directory);
  return Math.max(done.seq, seqs.at(-1) ?? 0);
}

const closeQuietly = (mark: DoneMark): Promise<void> => mark.close().catch(() => undefined);
