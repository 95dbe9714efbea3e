import { beforeEach, describe, expect, test } from '@jest/globals';
import { reserveBlobs, claimGarbage, type BlobKey } from '@sluice/sourcemaps/statements';
import { createLogger, createMetrics } from '@sluice/runtime';
import { createBlobStore } from '@sluice/sourcemaps';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { sourcemapsMetrics } from '../sourcemapsMetrics.js';
import { deleteGarbage } from './deleteGarbage.js';

const database = useDatabase();
beforeEach(() => database.db.pool.query('truncate sourcemap_garbage, sourcemap_blobs'));

describe('blobs that are due', () => {
  test('are deleted, all but the one that the store refuses, which is postponed', async () => {
    const keys = await due(250);
    const bad = keys[120]?.blobId;
    expect(await run(({ blobId }) => blobId === bad)).toBe(250);
    expect([await listed(), await claimGarbage(database.db, 0, 10)]).toEqual([[bad], []]);
  });

  test('are queried once if the store refuses all deletions', async () => {
    await due(250);
    expect(await run(() => true)).toBe(100);
    expect(await listed()).toHaveLength(250);
  });

  test('stay on the list after a stop', async () => {
    await due(3);
    expect(await run(() => false, AbortSignal.abort())).toBe(0);
    expect(await listed()).toHaveLength(3);
  });
});

/** Runs once, over a store that does not delete some; answers how often it was asked to delete. */
async function run(refused: (key: BlobKey) => boolean, signal = new AbortController().signal): Promise<number> {
  const { db } = database;
  const store = createBlobStore({ kind: 'postgres' }, db);
  let asked = 0;
  const refusing = {
    ...store,
    delete: (key: BlobKey): Promise<void> => {
      asked += 1;
      return refused(key) ? Promise.reject(new Error('access denied')) : store.delete(key);
    },
  };
  const logger = createLogger('sourcemaps', 'fatal');
  await deleteGarbage(
    { uploadDb: db, store: refusing, metrics: sourcemapsMetrics(createMetrics(), () => 0), logger },
    signal,
  );
  return asked;
}

async function due(count: number): Promise<readonly BlobKey[]> {
  const keys = Array.from({ length: count }, () => ({ projectId: '1', blobId: randomUUID() }));
  await reserveBlobs(database.db, keys);
  await database.db.pool.query(`update sourcemap_garbage set due_at = due_at - interval '1 hour'`);
  return keys;
}

async function listed(): Promise<readonly string[]> {
  return (await database.db.pool.query<{ id: string }>('select blob_id as id from sourcemap_garbage')).rows.map(
    ({ id }) => id,
  );
}
