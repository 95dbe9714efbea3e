import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  openTransaction,
  blobsOf,
  clearSourceMaps,
  garbageOf,
  newSourceMap,
  upload,
  useDatabase,
} from '@sluice/testkit';
import { deleteSourceMap } from './deleteSourceMaps.js';
import { claimBlobs, removeGarbage, postponeGarbage, reserveBlobs, claimGarbage, type BlobKey } from './garbage.js';
import { storeSourceMap } from './storeSourceMap.js';

const { db } = useDatabase();
beforeEach(() => clearSourceMaps(db));

const blob = () => ({ projectId: '1', blobId: randomUUID() });

describe('the garbage list', () => {
  test('has reserved blobs from before they are written, for an hour', async () => {
    const keys = [blob(), blob()];
    await reserveBlobs(db, keys);
    await pass('59 minutes');
    expect(await claimGarbage(db, 0, 10)).toEqual([]);
    await pass('1 minute');
    expect(await claimGarbage(db, 60_000, 10)).toEqual([]);
    expect(new Set(await claimGarbage(db, 0, 10))).toEqual(new Set(keys));
  });

  test('has blobs that were let go of for ten seconds', async () => {
    const { map, uploaded } = await upload(db);
    await deleteSourceMap(db, '1', map.id);
    await pass('9 seconds');
    expect(await claimGarbage(db, 0, 10)).toEqual([]);
    await pass('1 second');
    expect(new Set(await claimGarbage(db, 0, 10))).toEqual(new Set(blobsOf(uploaded)));
  });

  test('returns the longest due blobs first, limited, and again until they are removed from the list', async () => {
    const keys = [blob(), blob(), blob()];
    for (const key of keys) {
      await pass('1 hour');
      await reserveBlobs(db, [key]);
    }
    await pass('1 hour');
    expect(await claimGarbage(db, 0, 2)).toEqual(keys.slice(0, 2));
    expect(await claimGarbage(db, 0, 2)).toEqual(keys.slice(0, 2));
    await removeGarbage(db, [...keys.slice(0, 2), { ...keys[2], projectId: '2' } as (typeof keys)[0]]);
    expect(await claimGarbage(db, 0, 2)).toEqual(keys.slice(2));
  });

  test('reserves listed blobs again', async () => {
    const key = blob();
    await reserveBlobs(db, [key]);
    await pass('2 hours');
    await reserveBlobs(db, [key]);
    expect(await claimGarbage(db, 0, 10)).toEqual([]);
    expect(await garbageOf(db)).toEqual([key.blobId]);
  });

  test('skips blobs that could not be deleted for ten minutes, and lets no row reference them', async () => {
    const map = newSourceMap();
    const [bad, good] = blobsOf(map) as [BlobKey, BlobKey];
    await reserveBlobs(db, [bad, good]);
    await pass('1 hour');
    await postponeGarbage(db, [bad]);
    expect(await claimGarbage(db, 0, 10)).toEqual([good]);
    await expect(storeSourceMap(db, map)).rejects.toThrow('were not reserved');
    await db.pool.query(`update sourcemap_garbage set failed_at = failed_at - interval '10 minutes'`);
    expect(await claimGarbage(db, 0, 10)).toHaveLength(2);
  });

  test('is not changed by an empty list of blobs', async () => {
    await postponeGarbage(db, []);
    await reserveBlobs(db, []);
    await removeGarbage(db, []);
    expect(await garbageOf(db)).toEqual([]);
  });
});

test('never returns a blob that an upload is referencing, however old', async () => {
  const [named, other] = [blob(), blob()];
  await reserveBlobs(db, [named, other]);
  const uploading = await openTransaction(db, (tx) => claimBlobs(tx, [named]));
  await db.pool.query('update sourcemap_garbage set due_at = now() where blob_id = $1', [other.blobId]);
  // As if an hour had passed since it was claimed.
  expect(await claimGarbage(db, -2 * 3_600_000, 10)).toEqual([other]);
  await uploading.commit();
  expect(await claimGarbage(db, -2 * 3_600_000, 10)).toEqual([other]);
});

test('a blob that is given as garbage cannot be named any more', async () => {
  const map = newSourceMap();
  await reserveBlobs(db, blobsOf(map));
  await pass('1 hour');
  expect(await claimGarbage(db, 0, 10)).toHaveLength(2);
  await expect(storeSourceMap(db, map)).rejects.toThrow('were not reserved');
});

function pass(interval: string): Promise<unknown> {
  return db.pool.query(`update sourcemap_garbage set due_at = due_at - $1::interval`, [interval]);
}
