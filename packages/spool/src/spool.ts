import type { Appender } from './appender.js';
import type { DoneMark } from './doneMark.js';
import { spoolFailed, type SpoolFailed } from './errors.js';
import { scanRecords, type Scan } from './records.js';
import { putAside, segmentPath, type Flaw, type Place, type Segment } from './segments.js';

/** An entry that is not removed. */
export interface SpoolEntry {
  readonly bytes: Buffer;
}

/** What a spool holds, and what it has met since it was opened. */
export interface SpoolStats {
  /** Entries that are not removed. */
  readonly entries: number;
  /** Bytes on disk that count towards the bound. */
  readonly bytes: number;
  /** Writes that were cut short by a crash and never acknowledged. */
  readonly torn: number;
  /** Pieces that were not what was written; each is put aside in a file `.bad`. */
  readonly bad: number;
  /** Why the last append failed; `undefined` where it did not. */
  readonly failure: SpoolFailed | undefined;
}

/** A bounded log of opaque entries on disk. One reader: `peek`, `remove` and `setAside` are called one after the other. */
export interface Spool {
  /** Resolves when the entry survives a crash. Rejects with `SpoolFull` or `SpoolFailed`: then it is not kept. */
  readonly append: (bytes: Buffer) => Promise<void>;
  /** The oldest entries, at most `maxEntries` and about `maxBytes`, at least one where there is one. */
  readonly peek: (maxEntries: number, maxBytes: number) => Promise<readonly SpoolEntry[]>;
  /** Removes the first `count` entries of the last `peek`, durably. An entry may come again only where this did not resolve. */
  readonly remove: (count: number) => Promise<void>;
  /** Keeps bytes that nobody here can use in a file `.bad`, for people. @param index place in the last `peek` */
  readonly setAside: (index: number) => Promise<void>;
  readonly stats: () => SpoolStats;
  /** Finishes the appends under way; what is not removed is there at the next opening. */
  readonly close: () => Promise<void>;
}

/** What {@link openSpool} found on disk. */
export interface SpoolState {
  readonly segments: Segment[];
  torn: number;
  bad: number;
  failure: SpoolFailed | undefined;
}

/** What a spool works with. */
export interface SpoolParts {
  readonly place: Place;
  readonly state: SpoolState;
  readonly mark: DoneMark;
  readonly appender: Appender;
  readonly onFlaw: (flaw: Flaw) => void;
  readonly release: () => Promise<void>;
}

/** Bytes that are on disk and count towards the bound. */
export const bytesOf = (segments: readonly Segment[]): number => segments.reduce((sum, { length }) => sum + length, 0);

interface Peeked {
  readonly segment: Segment;
  readonly payloads: readonly Buffer[];
  readonly ends: readonly number[];
}

/** The spool over what {@link openSpool} found. */
export function spoolOver(parts: SpoolParts): Spool {
  const { state, appender, mark } = parts;
  let peeked: Peeked | undefined;
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
        throw spoolFailed('the spool could not be read', error);
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
        throw spoolFailed('entries could not be removed from the spool', error);
      }
    },
    setAside: async (index) => {
      const bytes = peeked?.payloads[index];
      const end = peeked?.ends[index];
      if (peeked === undefined || bytes === undefined || end === undefined) return;
      await putAside(parts.place, peeked.segment.seq, end - bytes.length, bytes);
      state.bad += 1;
    },
    stats: () => ({
      entries: state.segments.reduce((sum, { left }) => sum + left, 0),
      bytes: bytesOf(state.segments),
      torn: state.torn,
      bad: state.bad,
      failure: state.failure,
    }),
    close,
  };
}

async function readOldest(parts: SpoolParts, maxEntries: number, maxBytes: number): Promise<Peeked | undefined> {
  const { state } = parts;
  for (;;) {
    const segment = state.segments.find(({ left }) => left > 0);
    if (segment === undefined) return undefined;
    const read = await readFrom(parts.place, segment, maxEntries, maxBytes);
    if (read.payloads.length > 0) return { segment, ...read };
    await putRestAside(parts, segment);
  }
}

/** Whole records from where the segment's oldest entry begins, in one read or, where the first is large, in two. */
async function readFrom(
  { directory, files }: Place,
  { seq, done, length }: Segment,
  maxEntries: number,
  maxBytes: number,
): Promise<{ payloads: readonly Buffer[]; ends: readonly number[] }> {
  const read = async (bytes: number): Promise<Scan> => {
    const path = segmentPath({ directory, files }, seq);
    return scanRecords(await files.read(path, done, Math.min(bytes, length - done)), 0, maxEntries);
  };
  let scan = await read(maxBytes);
  if (scan.payloads.length === 0 && scan.stop === 'short' && scan.nextBytes > maxBytes)
    scan = await read(scan.nextBytes);
  return { payloads: scan.payloads, ends: scan.ends.map((end) => done + end) };
}

/** What was written and is not there any more: the rest is put aside, and the other segments go on. */
async function putRestAside({ place, state, mark, onFlaw }: SpoolParts, segment: Segment): Promise<void> {
  const { seq, done, length, left } = segment;
  const file = segmentPath(place, seq);
  await putAside(place, seq, done, await place.files.read(file, done, length - done));
  await mark.write({ seq, offset: length });
  segment.done = length;
  segment.left -= left;
  state.bad += 1;
  onFlaw({ kind: 'bad', file, bytes: length - done });
}

async function removeThrough(
  parts: SpoolParts,
  segment: Segment,
  { end, count }: { readonly end: number; readonly count: number },
): Promise<void> {
  const { place, state, appender, mark } = parts;
  await mark.write({ seq: segment.seq, offset: end });
  segment.done = end;
  segment.left -= count;
  let gone = 0;
  while (state.segments[0]?.left === 0 && (await appender.seal(state.segments[0]))) {
    // An append may have come while the file was being closed; it went to a new segment.
    const empty = state.segments.shift();
    if (empty === undefined) break;
    await place.files.remove(segmentPath(place, empty.seq));
    gone += 1;
  }
  if (gone > 0) await place.files.syncDirectory(place.directory);
}
