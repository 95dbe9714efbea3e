import { beforeEach, describe, expect, test } from '@jest/globals';
import { blobsOf, clearSourceMaps, garbageOf, upload, useDatabase } from '@sluice/testkit';
import { deleteSourceMap, deleteSourceMaps } from './deleteSourceMaps.js';
import { findSourceMap } from './findSourceMap.js';
import { listSourceMaps } from './listSourceMaps.js';
import { lookUpSourceMaps, type SourceMapKey } from './lookUpSourceMaps.js';
import type { NewSourceMap } from './sourceMap.js';
import { touchUpload } from './storeSourceMap.js';

const { db } = useDatabase();
beforeEach(() => clearSourceMaps(db));

const [ID, OTHER] = ['85314830-023f-4cf1-a267-535f4e37bb17', '3d5a3c2c-5b8d-4f0e-9a53-77a1f40d2f11'];
const FRAME: SourceMapKey = { projectId: '1', release: 'shop@1', filename: 'assets/app.js', debugId: ID };
const PAGE = { limit: 10, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };

describe('a map without a release', () => {
  const unreleased = (fields: Partial<NewSourceMap> = {}) => upload(db, { release: null, debugId: ID, ...fields });

  test('is stored and found by its debug id, and creates no release', async () => {
    const { map, isNew, uploaded } = await unreleased();
    expect([isNew, map.release, map.debugId]).toEqual([true, null, ID]);
    expect(await findSourceMap(db, '1', uploaded)).toEqual(map);
    expect(await idsFor(FRAME, { ...FRAME, release: null }, { ...FRAME, filename: null })).toEqual(
      Array(3).fill(map.id),
    );
    await touchUpload(db, '1', map);
    expect((await db.pool.query('select from releases')).rows).toEqual([]);
  });

  test('is not replaced by another build with the same filename', async () => {
    const [first, second] = [await unreleased(), await unreleased({ debugId: OTHER })];
    expect(second.isNew).toBe(true);
    expect(await idsFor(FRAME, { ...FRAME, debugId: OTHER })).toEqual([first.map.id, second.map.id]);
    expect(await garbageOf(db)).toEqual([]);
  });

  test('is replaced by one with its debug id and filename: its id stays', async () => {
    const [first, second] = [await unreleased(), await unreleased({ digest: 'cd'.repeat(32) })];
    expect([second.isNew, second.map.id]).toEqual([false, first.map.id]);
    expect(await garbageOf(db)).toEqual(
      blobsOf(first.uploaded)
        .map(({ blobId }) => blobId)
        .sort(),
    );
  });

  test('needs a debug id', async () => {
    await expect(unreleased({ debugId: null })).rejects.toThrow('needs a debug id');
  });

  test('is not found by an empty release, and not deleted by it', async () => {
    const { map } = await unreleased();
    const nameless = { ...FRAME, release: '', debugId: undefined };
    expect(await idsFor(nameless, { ...nameless, release: null })).toEqual([undefined, undefined]);
    expect(await deleteSourceMaps(db, '1', '')).toBe(0);
    expect([await deleteSourceMap(db, '2', map.id), await deleteSourceMap(db, '1', map.id)]).toEqual([false, true]);
    expect(await idsFor(FRAME)).toEqual([undefined]);
  });
});

describe('a debug id', () => {
  test('beats release and path, and its latest upload wins', async () => {
    const named = await upload(db);
    const older = await upload(db, { release: 'shop@0', filename: 'old.js', debugId: ID });
    expect(await idsFor(FRAME)).toEqual([older.map.id]);
    const newer = await upload(db, { release: null, debugId: ID });
    await db.pool.query(`update sourcemaps set uploaded_at = now() - interval '1 hour' where id = $1`, [older.map.id]);
    expect(await idsFor(FRAME, { ...FRAME, debugId: undefined })).toEqual([newer.map.id, named.map.id]);
  });

  test('without a stored map leaves the lookup to release and path', async () => {
    const { map } = await upload(db, { debugId: OTHER });
    expect(await idsFor(FRAME, { ...FRAME, release: null })).toEqual([map.id, undefined]);
  });

  test('of another project is never found', async () => {
    const theirs = await upload(db, { projectId: '2', release: null, debugId: ID });
    expect(await idsFor(FRAME, { ...FRAME, projectId: '2' })).toEqual([undefined, theirs.map.id]);
    expect((await listSourceMaps(db, '1', PAGE, { debugId: ID })).rows).toEqual([]);
    expect((await listSourceMaps(db, '2', PAGE, { debugId: ID })).rows.map(({ id }) => id)).toEqual([theirs.map.id]);
  });

  test('does not outlive the upload that had it, where an older version replaces the map', async () => {
    const { map } = await upload(db, { debugId: ID });
    await db.pool.query('update sourcemaps set original_id = gen_random_uuid(), index_id = gen_random_uuid()');
    expect(await idsFor({ ...FRAME, release: null })).toEqual([undefined]);
    expect(await findSourceMap(db, '1', { ...map })).toMatchObject({ id: map.id, debugId: null });
    expect((await listSourceMaps(db, '1', PAGE, { debugId: ID })).rows).toEqual([]);
  });
});

async function idsFor(...frames: readonly SourceMapKey[]): Promise<readonly (string | undefined)[]> {
  return (await lookUpSourceMaps(db, frames, [])).map((found) => found?.id);
}
