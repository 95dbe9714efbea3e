import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type CompiledMap, compileSourceMap } from '../codec/compile/compileSourceMap.js';
import { type ByteRange, type ReadRanges, SourceMapIndex } from '../codec/read/sourceMapIndex.js';

/** Ranges read from an index since it was opened. */
export interface ReadsSoFar {
  calls: number;
  bytes: number;
  /** The largest range asked for, in bytes. */
  longest: number;
}

/** A compiled map with its whole index in memory; `reads` lists what lookups requested. */
export interface OpenedMap {
  readonly compiled: CompiledMap;
  readonly bytes: Buffer;
  readonly index: SourceMapIndex;
  readonly read: ReadRanges;
  readonly reads: ReadsSoFar;
}

/** Reads ranges of bytes in memory as they lie, so at any alignment; a range past the end comes back short. */
export function readsOf(bytes: Buffer, reads: ReadsSoFar = { calls: 0, bytes: 0, longest: 0 }): ReadRanges {
  return (ranges: readonly ByteRange[]) => {
    reads.calls += 1;
    for (const { length } of ranges) {
      reads.bytes += length;
      reads.longest = Math.max(reads.longest, length);
    }
    return Promise.resolve(ranges.map(({ offset, length }) => bytes.subarray(offset, offset + length)));
  };
}

/** Compiles the map in a file and opens the index; nothing is left on disk. */
export async function openCompiledFile(mapPath: string): Promise<OpenedMap> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-codec-'));
  try {
    const indexPath = path.join(directory, 'index');
    const compiled = await compileSourceMap(mapPath, indexPath);
    const bytes = await readFile(indexPath);
    const reads: ReadsSoFar = { calls: 0, bytes: 0, longest: 0 };
    const index = SourceMapIndex.open(bytes.subarray(0, compiled.headBytes));
    return { compiled, bytes, index, read: readsOf(bytes, reads), reads };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Compiles a map given as the text or the bytes of its file. */
export async function openCompiledMap(map: string | Buffer): Promise<OpenedMap> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-map-'));
  try {
    const mapPath = path.join(directory, 'a.js.map');
    await writeFile(mapPath, map);
    return await openCompiledFile(mapPath);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Compiles a map that must be refused. @returns the error, and whether an index was left behind */
export async function refusalOf(map: string | Buffer): Promise<{ error: unknown; leftBehind: boolean }> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'sluice-map-'));
  try {
    const mapPath = path.join(directory, 'a.js.map');
    const indexPath = path.join(directory, 'index');
    await writeFile(mapPath, map);
    const error: unknown = await compileSourceMap(mapPath, indexPath).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    const leftBehind = await stat(indexPath).then(
      () => true,
      () => false,
    );
    return { error, leftBehind };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
