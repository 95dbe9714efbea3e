import path from 'node:path';
import type { SpoolFileSystem } from './fileSystem.js';
import { MAGIC, scanRecords } from './records.js';

/** One file of the log. Its content is never changed: records are appended, and finally the file is removed. */
export interface Segment {
  readonly seq: number;
  /** Bytes that are durable: whole records. */
  length: number;
  /** Start position of the oldest entry that is not removed. */
  removedTo: number;
  /** Entries that are not removed. */
  entries: number;
}

/** The directory of a log and its file system. */
export interface SpoolDirectory {
  readonly directory: string;
  readonly fileSystem: SpoolFileSystem;
}

/** A flaw of a segment. `torn`: an incomplete write, never acknowledged, truncated. `corrupt`: moved to a `.bad` file. */
export interface Corruption {
  readonly kind: 'torn' | 'corrupt';
  readonly file: string;
  readonly bytes: number;
}

const SEGMENT = /^(\d{12})\.log$/;

const nameOf = (seq: number): string => String(seq).padStart(12, '0');

/** Returns the path of a segment. */
export const segmentPath = ({ directory }: SpoolDirectory, seq: number): string =>
  path.join(directory, `${nameOf(seq)}.log`);

/** Resolves with the numbers of the existing segments, oldest first. */
export async function listSegments({ directory, fileSystem }: SpoolDirectory): Promise<number[]> {
  const names = await fileSystem.list(directory);
  return names
    .flatMap((name) => SEGMENT.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);
}

/**
 * Reads a segment of an earlier process and truncates it to its whole records.
 * @param isLast only the last segment may end in the middle of a record, because of an incomplete write
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
  // After a crash a file system may show zeros at the end of a file. A file without its magic contains no entry.
  const isTorn = (isLast && (stop === 'short' || isZero(rest))) || (stop === 'short' && end === 0);
  const flaw = { kind: isTorn ? ('torn' as const) : ('corrupt' as const), file, bytes: rest.length };
  if (!isTorn) await saveCorruptBytes(directory, seq, end, rest);
  await truncateSegment(directory, seq, end);
  return { segment, payloads, ends, flaw };
}

/** Writes corrupt bytes to a `.bad` file, durably and idempotently. */
export async function saveCorruptBytes(
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
