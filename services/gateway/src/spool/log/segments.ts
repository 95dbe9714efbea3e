import path from 'node:path';
import type { SpoolFileSystem } from './fileSystem.js';
import { MAGIC, scanRecords } from './records.js';

/** One file of the log; what it holds is never changed, only added to and at last removed whole. */
export interface Segment {
  readonly seq: number;
  /** Bytes that are known to be on disk: whole records. */
  length: number;
  /** Where the oldest entry that is not removed begins. */
  removedTo: number;
  /** Entries that are not removed. */
  entries: number;
}

/** The directory of a log, and how it is reached. */
export interface SpoolDirectory {
  readonly directory: string;
  readonly fileSystem: SpoolFileSystem;
}

/** What was found wrong. `torn`: a write that was never acknowledged, cut off; `bad`: put aside in a file `.bad`. */
export interface Corruption {
  readonly kind: 'torn' | 'corrupt';
  readonly file: string;
  readonly bytes: number;
}

const SEGMENT = /^(\d{12})\.log$/;

const nameOf = (seq: number): string => String(seq).padStart(12, '0');

/** The file of a segment. */
export const segmentPath = ({ directory }: SpoolDirectory, seq: number): string =>
  path.join(directory, `${nameOf(seq)}.log`);

/** Numbers of the segments that are there, oldest first. */
export async function listSegments({ directory, fileSystem }: SpoolDirectory): Promise<number[]> {
  const names = await fileSystem.list(directory);
  return names
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Reads a segment that no process writes to any more, and cuts it back to its whole records.
 * @param isLast only the last one may end in the middle of a record: its last write was cut short
 */
export async function recoverSegment(
  directory: SpoolDirectory,
  seq: number,
  isLast: boolean,
): Promise<{
  readonly segment: Segment;
  readonly payloads: readonly Buffer[];
  readonly ends: readonly number[];
  readonly flaw: Corruption | undefined;
}> {
  const file = segmentPath(directory, seq);
  const bytes = await directory.fileSystem.readWhole(file);
  const hasMagic = bytes.subarray(0, MAGIC.length).equals(MAGIC);
  const { payloads, ends, end, stop } = hasMagic
    ? scanRecords(bytes, MAGIC.length)
    : { payloads: [], ends: [], end: 0, stop: bytes.length < MAGIC.length ? ('short' as const) : ('corrupt' as const) };
  const segment = { seq, length: end, removedTo: Math.min(end, MAGIC.length), entries: payloads.length };
  if (stop === 'end') return { segment, payloads, ends, flaw: undefined };
  const rest = bytes.subarray(end);
  // A file system that grew the file and lost its content shows zeros; a file without its magic holds no entry.
  const isTorn = (isLast && (stop === 'short' || isZero(rest))) || (stop === 'short' && end === 0);
  const flaw = { kind: isTorn ? ('torn' as const) : ('corrupt' as const), file, bytes: rest.length };
  if (!isTorn) await setAside(directory, seq, end, rest);
  await truncateSegment(directory, seq, end);
  return { segment, payloads, ends, flaw };
}

/** Keeps bytes that are no entries for people to look at, durably. Doing it twice does it once. */
export async function setAside(
  { directory, fileSystem }: SpoolDirectory,
  seq: number,
  offset: number,
  bytes: Buffer,
): Promise<void> {
  const file = await fileSystem.open(path.join(directory, `${nameOf(seq)}-${offset}.bad`), 'w');
  try {
    await file.write(bytes, 0);
    await file.sync();
  } finally {
    await file.close();
  }
  await fileSystem.syncDirectory(directory);
}

async function truncateSegment(directory: SpoolDirectory, seq: number, length: number): Promise<void> {
  const file = await directory.fileSystem.open(segmentPath(directory, seq), 'r+');
  try {
    await file.truncate(length);
    await file.sync();
  } finally {
    await file.close();
  }
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);
