import { createLru } from '@sluice/runtime';
import { DamagedIndexError, SourceMapIndex } from '../codec/read/sourceMapIndex.js';
import { headBytesOf } from '../codec/read/head.js';
import { HEAD_START_BYTES, MAX_HEAD_BYTES } from '../codec/layout.js';
import type { BlobKey } from '../sql/garbage.js';
import { BlobGoneError, type RangeStore } from './rangeCache.js';

/**
 * Cache of opened heads by the id of their index, limited in bytes. An index never changes, so entries are never
 * stale.
 */
export interface HeadCache {
  readonly get: (indexId: string) => SourceMapIndex | undefined;
  /** Opens and caches a head. @throws DamagedIndexError */
  readonly open: (indexId: string, head: Buffer) => SourceMapIndex;
  /** Reads a head from the index, once for all concurrent callers. @throws DamagedIndexError @throws BlobGoneError */
  readonly load: (index: BlobKey) => Promise<SourceMapIndex>;
  readonly clear: () => void;
}

/** Memory of an opened head besides its bytes. */
const OVERHEAD = 1_000;

/** @param maxBytes limit of all heads together */
export function createHeadCache(store: RangeStore, maxBytes: number): HeadCache {
  const known = createLru<SourceMapIndex>(maxBytes);
  const underWay = new Map<string, Promise<SourceMapIndex>>();

  const open = (indexId: string, head: Buffer): SourceMapIndex => {
    const index = SourceMapIndex.open(head);
    known.set(indexId, index, { size: index.headBytes + OVERHEAD });
    return index;
  };
  const read = async (blob: BlobKey, length: number): Promise<Buffer> => {
    const [bytes] = (await store.readRanges(blob, [{ offset: 0, length }])) ?? [];
    if (bytes === undefined) throw new BlobGoneError(`blob ${blob.blobId} is not in the store`);
    return bytes;
  };
  const load = async (blob: BlobKey): Promise<SourceMapIndex> => {
    const length = headBytesOf(await read(blob, HEAD_START_BYTES));
    if (length > MAX_HEAD_BYTES) throw new DamagedIndexError('head exceeds the maximum size');
    return open(blob.blobId, await read(blob, length));
  };

  return {
    get: (indexId) => known.get(indexId),
    open,
    load: (blob) => {
      const joined = underWay.get(blob.blobId);
      if (joined !== undefined) return joined;
      const loading = load(blob).finally(() => underWay.delete(blob.blobId));
      underWay.set(blob.blobId, loading);
      return loading;
    },
    clear: () => known.clear(),
  };
}
