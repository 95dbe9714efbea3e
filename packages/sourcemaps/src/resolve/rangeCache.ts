import { createLru } from '@sluice/runtime';
import type { ByteRange, ReadRanges } from '../codec/read/sourceMapIndex.js';
import type { BlobKey } from '../sql/garbage.js';
import type { BlobStore } from '../stores/blobStore.js';
import type { ResolverConfig } from './resolverConfig.js';
import type { ResolverMetrics } from './resolverMetrics.js';

/** The part of a store that readers need. */
export type RangeStore = Pick<BlobStore, 'readRanges'>;

/** The blob is not in the store: its row was replaced or deleted, or it was lost. */
export class BlobGoneError extends Error {
  override readonly name = 'BlobGoneError';
}

/** Reads ranges of one blob. */
interface BlobReader {
  /** Returns one buffer per range; ranges that are not in memory are read at once. @throws BlobGoneError */
  readonly read: ReadRanges;
  /** Evicts what was read, because it was damaged. */
  readonly forget: () => void;
}

/** Cache of ranges of blobs, limited in bytes. Blobs never change, so entries are never stale. */
export interface RangeCache {
  readonly readerOf: (key: BlobKey) => BlobReader;
  readonly clear: () => void;
}

/** Memory of a cached range besides its bytes. */
const OVERHEAD = 200;

/** Returns a cache over a store. Concurrent requests for a range share one read. */
export function createRangeCache(
  store: RangeStore,
  config: Pick<ResolverConfig, 'rangeCacheBytes'>,
  { cache }: Pick<ResolverMetrics, 'cache'>,
): RangeCache {
  const known = createLru<Buffer>(config.rangeCacheBytes);
  const underWay = new Map<string, Promise<Buffer>>();

  const fetch = (blob: BlobKey, missing: ReadonlyMap<string, ByteRange>): void => {
    const reading = store.readRanges(blob, [...missing.values()]);
    for (const [index, key] of [...missing.keys()].entries()) {
      const part = reading.then((parts) => {
        const bytes = parts?.[index];
        if (bytes === undefined) throw new BlobGoneError(`blob ${blob.blobId} is not in the store`);
        const own = ownBytes(bytes);
        known.set(key, own, { size: own.length + OVERHEAD });
        return own;
      });
      underWay.set(key, part);
      const end = (): void => void underWay.delete(key);
      part.then(end, end);
    }
  };

  const read = (blob: BlobKey, ranges: readonly ByteRange[], used: Set<string>): Promise<readonly Buffer[]> => {
    const keys = ranges.map(({ offset, length }) => `${blob.blobId}:${offset}:${length}`);
    const missing = new Map<string, ByteRange>();
    const kept = keys.map((key) => known.get(key));
    for (const [index, key] of keys.entries()) {
      used.add(key);
      const range = ranges[index];
      if (kept[index] === undefined && range !== undefined && !underWay.has(key)) missing.set(key, range);
    }
    cache.inc({ cache: 'range', result: 'hit' }, keys.length - missing.size);
    cache.inc({ cache: 'range', result: 'miss' }, missing.size);
    if (missing.size > 0) fetch(blob, missing);
    return Promise.all(keys.map(async (key, index) => kept[index] ?? (await underWay.get(key)) ?? Buffer.alloc(0)));
  };

  return {
    readerOf: (blob) => {
      const used = new Set<string>();
      return {
        read: (ranges) => read(blob, ranges, used),
        forget: () => {
          for (const key of used) known.delete(key);
        },
      };
    },
    clear: () => known.clear(),
  };
}

/** Copied, so that a few bytes do not keep a larger buffer alive. */
function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}
