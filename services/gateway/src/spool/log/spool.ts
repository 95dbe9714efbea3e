import type { Appender } from './appender.js';
import type { Checkpoint } from './checkpoint.js';
import { toSpoolFailedError, type SpoolFailedError } from './errors.js';
import { scanRecords, type Scan } from './records.js';
import { setAside, segmentPath, type Corruption, type SpoolDirectory, type Segment } from './segments.js';

/** An entry of the log. */
export interface SpoolEntry {
  readonly bytes: Buffer;
}

/** Contents of a spool, and counts since it was opened. */
export interface SpoolStats {
  /** Entries that are not removed. */
  readonly entries: number;
  /** Bytes on disk that count towards the bound. */
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
  /** Resolves when the entry survives a crash. Rejects with `SpoolFullError` or `SpoolFailedError`: then it is not kept. */
  readonly append: (bytes: Buffer) => Promise<void>;
  /** The oldest entries, at most `maxEntries` and about `maxBytes`, at least one where there is one. */
  readonly peek: (maxEntries: number, maxBytes: number) => Promise<readonly SpoolEntry[]>;
  /** Removes the first `count` entries of the last `peek`, durably. An entry may come again only where this did not resolve. */
  readonly remove: (count: number) => Promise<void>;
  /** Copies an entry that cannot be used to a `.bad` file. @param index position in the last `peek` */
  readonly setAside: (index: number) => Promise<void>;
  readonly stats: () => SpoolStats;
  /** Finishes the appends under way; what is not removed is there at the next opening. */
  readonly close: () => Promise<void>;
}

/** What {@link openSpool} found on disk. */
export interface SpoolState {
  readonly segments: Segment[];
  torn: number;
  corrupt: number;
  failure: SpoolFailedError | undefined;
}

/** What a spool works with. */
export interface SpoolDeps {
  readonly directory: SpoolDirectory;
  readonly state: SpoolState;
  readonly mark: Checkpoint;
  readonly appender: Appender;
  readonly onCorruption: (flaw: Corruption) => void;
  readonly release: () => Promise<void>;
}

/** Bytes that are on disk and count towards the bound. */
export const totalBytes = (segments: readonly Segment[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

interface LastPeek {
  readonly segment: Segment;
  readonly payloads: readonly Buffer[];
  readonly ends: readonly number[];
}

/** The spool over what {@link openSpool} found. */
export function createSpool(parts: SpoolDeps): Spool {
  const { state, appender, mark } = parts;
  let peeked: LastPeek | undefined;
  const close = async (): Promise<void> => {
    await appender.close();
    await mark.close().catch(() => undefined);
    await parts.release();
  };
  return {
    append: (bytes) => appender.append(bytes),
    peek: async (maxEntries, maxBytes) => {
      try {
        peeked = await readOldest(parts, maxEntries, maxBytes);
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
        await removeThrough(parts, last.segment, { end, count });
      } catch (error) {
        throw toSpoolFailedError('entries could not be removed from the spool', error);
      }
    },
    setAside: async (index) => {
      const bytes = peeked?.payloads[index];
      const end = peeked?.ends[index];
      if (peeked === undefined || bytes === undefined || end === undefined) return;
      await setAside(parts.directory, peeked.segment.seq, end - bytes.length, bytes);
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

async function readOldest(parts: SpoolDeps, maxEntries: number, maxBytes: number): Promise<LastPeek | undefined> {
  const { state } = parts;
  for (;;) {
    const segment = state.segments.find(({ entries }) => entries > 0);
    if (segment === undefined) return undefined;
    const read = await readRecords(parts.directory, segment, maxEntries, maxBytes);
    if (read.payloads.length > 0) return { segment, ...read };
    await setRestAside(parts, segment);
  }
}

/** Whole records from where the segment's oldest entry begins, in one read or, where the first is large, in two. */
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
async function setRestAside({ directory, state, mark, onCorruption }: SpoolDeps, segment: Segment): Promise<void> {
  const { seq, removedTo, length, entries } = segment;
  const file = segmentPath(directory, seq);
  await setAside(directory, seq, removedTo, await directory.fileSystem.read(file, removedTo, length - removedTo));
  await mark.write({ seq, offset: length });
  segment.removedTo = length;
  segment.entries -= entries;
  state.corrupt += 1;
  onCorruption({ kind: 'corrupt', file, bytes: length - removedTo });
}

async function removeThrough(
  parts: SpoolDeps,
  segment: Segment,
  { end, count }: { readonly end: number; readonly count: number },
): Promise<void> {
  const { directory, state, appender, mark } = parts;
  await mark.write({ seq: segment.seq, offset: end });
  segment.removedTo = end;
  segment.entries -= count;
  let gone = 0;
  while (state.segments[0]?.entries === 0 && (await appender.seal(state.segments[0]))) {
    // An append may have come while the file was being closed; it went to a new segment.
    const empty = state.segments.shift();
    if (empty === undefined) break;
    await directory.fileSystem.remove(segmentPath(directory, empty.seq));
    gone += 1;
  }
  if (gone > 0) await directory.fileSystem.syncDirectory(directory.directory);
}
