import type { Appender } from './appender.js';
import type { Checkpoint } from './checkpoint.js';
import { toSpoolFailedError, type SpoolFailedError } from './errors.js';
import { scanRecords, type Scan } from './records.js';
import { saveCorruptBytes, segmentPath, type Corruption, type SpoolDirectory, type Segment } from './segments.js';

/** An entry of the log. */
export interface SpoolEntry {
  readonly bytes: Buffer;
}

/** Contents of a spool, and counts since it was opened. */
export interface SpoolStats {
  /** Entries that are not removed. */
  readonly entries: number;
  /** Bytes on disk that count towards the size limit. */
  readonly bytes: number;
  /** Incomplete writes of a crash, never acknowledged. */
  readonly torn: number;
  /** Corrupt pieces; each is moved to a `.bad` file. */
  readonly corrupt: number;
  /** Why the last append failed; `undefined` if it succeeded. */
  readonly failure: SpoolFailedError | undefined;
}

/** A bounded log of opaque entries on disk. One reader: `peek`, `remove` and `setAside` are called one after the other. */
export interface Spool {
  /** Resolves when the entry is durable. @throws SpoolFullError, SpoolFailedError if it is not kept */
  readonly append: (bytes: Buffer) => Promise<void>;
  /** Resolves with the oldest entries, at most `maxEntries` and about `maxBytes`; at least one unless the spool is empty. */
  readonly peek: (maxEntries: number, maxBytes: number) => Promise<readonly SpoolEntry[]>;
  /** Removes the first `count` entries of the last `peek`, durably. Only if it rejects may an entry be returned again. */
  readonly remove: (count: number) => Promise<void>;
  /** Copies an entry that cannot be used to a `.bad` file. @param index position in the last `peek` */
  readonly setAside: (index: number) => Promise<void>;
  readonly stats: () => SpoolStats;
  /** Finishes pending appends and releases the directory. */
  readonly close: () => Promise<void>;
}

/** State that {@link openSpool} recovered. */
export interface SpoolState {
  readonly segments: Segment[];
  torn: number;
  corrupt: number;
  failure: SpoolFailedError | undefined;
}

/** Dependencies of a spool. */
export interface SpoolDeps {
  readonly directory: SpoolDirectory;
  readonly state: SpoolState;
  readonly checkpoint: Checkpoint;
  readonly appender: Appender;
  readonly onCorruption: (flaw: Corruption) => void;
  readonly release: () => Promise<void>;
}

/** Bytes that are on disk and count towards the size limit. */
export const totalBytes = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

interface LastPeek {
  readonly segment: Segment;
  readonly payloads: readonly Buffer[];
  readonly ends: readonly number[];
}

/** Returns the spool over the state that {@link openSpool} recovered. */
export function createSpool(deps: SpoolDeps): Spool {
  const { state, appender, checkpoint } = deps;
  let peeked: LastPeek | undefined;
  const close = async (): Promise<void> => {
    await appender.close();
    await checkpoint.close().catch(() => undefined);
    await deps.release();
  };
  return {
    append: (bytes) => appender.append(bytes),
    peek: async (maxEntries, maxBytes) => {
      try {
        peeked = await readOldest(deps, maxEntries, maxBytes);
      } catch (error) {
        throw toSpoolFailedError('the spool could not be read', error);
      }
      return peeked?.payloads.map((bytes) => ({ bytes })) ?? [];
    },
    remove: async (count) => {
      const last = peeked;
      const end = last?.ends[count - 1];
      peeked = undefined;
      if (last === undefined || end === undefined) return;
      try {
        await removeThrough(deps, last.segment, { end, count });
      } catch (error) {
        throw toSpoolFailedError('entries could not be removed from the spool', error);
      }
    },
    setAside: async (index) => {
      const bytes = peeked?.payloads[index];
      const end = peeked?.ends[index];
      if (peeked === undefined || bytes === undefined || end === undefined) return;
      await saveCorruptBytes(deps.directory, peeked.segment.seq, end - bytes.length, bytes);
      state.corrupt += 1;
    },
    stats: () => ({
      entries: state.segments.reduce((sum, { entries }) => sum + entries, 0),
      bytes: totalBytes(state.segments),
      torn: state.torn,
      corrupt: state.corrupt,
      failure: state.failure,
    }),
    close,
  };
}

async function readOldest(deps: SpoolDeps, maxEntries: number, maxBytes: number): Promise<LastPeek | undefined> {
  const { state } = deps;
  for (;;) {
    const segment = state.segments.find(({ entries }) => entries > 0);
    if (segment === undefined) return undefined;
    const read = await readRecords(deps.directory, segment, maxEntries, maxBytes);
    if (read.payloads.length > 0) return { segment, ...read };
    await skipCorruptSegment(deps, segment);
  }
}

/** Resolves with whole records from the segment's oldest entry on, in one read, or two if the first record is large. */
async function readRecords(
  { directory, fileSystem }: SpoolDirectory,
  { seq, removedTo, length }: Segment,
  maxEntries: number,
  maxBytes: number,
): Promise<{ payloads: readonly Buffer[]; ends: readonly number[] }> {
  const read = async (bytes: number): Promise<Scan> => {
    const path = segmentPath({ directory, fileSystem }, seq);
    return scanRecords(await fileSystem.read(path, removedTo, Math.min(bytes, length - removedTo)), 0, maxEntries);
  };
  let scan = await read(maxBytes);
  if (scan.payloads.length === 0 && scan.stop === 'short' && scan.nextBytes > maxBytes)
    scan = await read(scan.nextBytes);
  return { payloads: scan.payloads, ends: scan.ends.map((end) => removedTo + end) };
}

/** Handles a corrupt segment: moves the rest of it to a `.bad` file and continues with the next segment. */
async function skipCorruptSegment(
  { directory, state, checkpoint, onCorruption }: SpoolDeps,
  segment: Segment,
): Promise<void> {
  const { seq, removedTo, length, entries } = segment;
  const file = segmentPath(directory, seq);
  await saveCorruptBytes(
    directory,
    seq,
    removedTo,
    await directory.fileSystem.read(file, removedTo, length - removedTo),
  );
  await checkpoint.write({ seq, offset: length });
  segment.removedTo = length;
  segment.entries -= entries;
  state.corrupt += 1;
  onCorruption({ kind: 'corrupt', file, bytes: length - removedTo });
}

async function removeThrough(
  deps: SpoolDeps,
  segment: Segment,
  { end, count }: { readonly end: number; readonly count: number },
): Promise<void> {
  const { directory, state, appender, checkpoint } = deps;
  await checkpoint.write({ seq: segment.seq, offset: end });
  segment.removedTo = end;
  segment.entries -= count;
  let gone = 0;
  while (state.segments[0]?.entries === 0 && (await appender.seal(state.segments[0]))) {
    // An append during the close of the file went to a new segment.
    const empty = state.segments.shift();
    if (empty === undefined) break;
    await directory.fileSystem.remove(segmentPath(directory, empty.seq));
    gone += 1;
  }
  if (gone > 0) await directory.fileSystem.syncDirectory(directory.directory);
}
