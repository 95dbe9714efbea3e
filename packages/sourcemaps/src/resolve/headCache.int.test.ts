import { expect, test } from '@jest/globals';
import { DamagedIndexError } from '../codec/read/sourceMapIndex.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';
import { createHeadCache } from './headCache.js';
import { BlobGoneError, type RangeStore } from './rangeCache.js';

const KEY = { projectId: '1', blobId: 'b' };
const MAP = JSON.stringify({ version: 3, sources: ['a.ts'], names: [], mappings: 'AAAA' });

test('the cache of heads reads a head once for concurrent callers and caches it', async () => {
  const { bytes, compiled } = await openCompiledMap(MAP);
  const store = storeOf(bytes);
  const heads = createHeadCache(store, 1_000_000);
  const [one, two] = await Promise.all([heads.load(KEY), heads.load(KEY)]);
  expect(one).toBe(two);
  expect(one.headBytes).toBe(compiled.headBytes);
  expect(heads.get(KEY.blobId)).toBe(one);
  expect(store.reads()).toBe(2);
});

test('a missing, invalid or too large head is an error and not cached', async () => {
  const { bytes } = await openCompiledMap(MAP);
  const endless = Buffer.from(bytes);
  endless.writeUInt32LE(2 ** 31, 8);
  const errorOf = (blob: Buffer | undefined): Promise<unknown> =>
    createHeadCache(storeOf(blob), 1_000_000)
      .load(KEY)
      .catch((error: unknown) => error);
  expect(await errorOf(undefined)).toBeInstanceOf(BlobGoneError);
  expect(await errorOf(Buffer.from('no index'))).toBeInstanceOf(DamagedIndexError);
  expect(await errorOf(endless)).toBeInstanceOf(DamagedIndexError);
});

/** A store of one blob, which counts its reads. */
function storeOf(bytes: Buffer | undefined): RangeStore & { readonly reads: () => number } {
  let reads = 0;
  return {
    readRanges: (_, ranges) => {
      reads++;
      return Promise.resolve(bytes && ranges.map(({ offset, length }) => bytes.subarray(offset, offset + length)));
    },
    reads: () => reads,
  };
}
