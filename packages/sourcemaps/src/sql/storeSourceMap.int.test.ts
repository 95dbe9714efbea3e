import { beforeEach, describe, expect, test } from '@jest/globals';
import {
  openTransaction,
  ARRIVAL,
  randomFrom,
  shuffle,
  blobsOf,
  clearSourceMaps,
  garbageOf,
  newSourceMap,
  upload,
  useDatabase,
} from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { upsertReleases } from './releases/upsertReleases.js';
import { readRelease } from './readRelease.js';
import { deleteSourceMap, deleteSourceMaps } from './deleteSourceMaps.js';
import { findSourceMap } from './findSourceMap.js';
import { reserveBlobs } from './garbage.js';
import { lookUpSourceMaps } from './lookUpSourceMaps.js';
import { storeSourceMap, touchUpload } from './storeSourceMap.js';

const { db } = useDatabase();
beforeEach(() => clearSourceMaps(db));

const NAME = { release: 'shop@1', filename: 'assets/app.js', debugId: null };

const countRows = async (): Promise<number> => (await db.pool.query('select from sourcemaps')).rows.length;

describe('an upload', () => {
  test('is stored, found by its name, and its blobs are off the garbage list', async () => {
    const problems = ['a name with \0 in it', 'half a pair \ud800'];
    const { map, isNew, uploaded } = await upload(db, { problems });
    const { projectId, indexId, originalId, head, format, ...known } = uploaded;
    expect(isNew).toBe(true);
    expect(map).toEqual({
      ...known,
      format,
      isDamaged: false,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      uploadedAt: expect.any(Date),
      problems: ['a name with \uFFFD in it', 'half a pair \uFFFD'],
    });
    expect(await findSourceMap(db, projectId, NAME)).toEqual(map);
    const [found] = await lookUpSourceMaps(db, [{ projectId, ...NAME }], []);
    expect(found).toEqual({ id: map.id, projectId, indexId, format, indexBytes: uploaded.indexBytes, head });
    expect(await garbageOf(db)).toEqual([]);
    expect(originalId).not.toBe(indexId);
  });

  test('of the same name replaces: the id stays, the old blobs go onto the garbage list', async () => {
    const first = await upload(db);
    const second = await upload(db, { digest: 'cd'.repeat(32), head: Buffer.alloc(250_000, 7) });
    expect([second.isNew, second.map.id]).toEqual([false, first.map.id]);
    expect(second.map.uploadedAt.getTime()).toBeGreaterThanOrEqual(first.map.uploadedAt.getTime());
    expect(await findSourceMap(db, '1', NAME)).toEqual(second.map);
    const [found] = await lookUpSourceMaps(db, [{ projectId: '1', ...NAME }], []);
    expect([found?.indexId, found?.head?.equals(second.uploaded.head)]).toEqual([second.uploaded.indexId, true]);
    expect(await garbageOf(db)).toEqual(idsOf(first.uploaded));
  });

  test('does not store a large head, which is read from its blob', async () => {
    const { uploaded } = await upload(db, { head: Buffer.alloc(3_000_000, 7) });
    const [found] = await lookUpSourceMaps(db, [{ projectId: '1', ...NAME }], []);
    expect([found?.indexId, found?.head]).toEqual([uploaded.indexId, undefined]);
  });

  test('that fails half-way leaves the old map with its blobs', async () => {
    const first = await upload(db);
    const second = newSourceMap();
    await reserveBlobs(db, blobsOf(second).slice(0, 1));
    await expect(storeSourceMap(db, second)).rejects.toThrow('were not reserved');
    expect(await findSourceMap(db, '1', NAME)).toEqual(first.map);
    expect(await garbageOf(db)).toEqual([second.indexId]);
  });

  test('whose blobs may be deleted by now is not stored', async () => {
    const late = newSourceMap();
    await reserveBlobs(db, blobsOf(late));
    await db.pool.query('update sourcemap_garbage set due_at = now()');
    await expect(storeSourceMap(db, late)).rejects.toThrow('longer than 1 hour ago');
    expect([await countRows(), await readRelease(db, '1', 'shop@1')]).toEqual([0, undefined]);
  });

  test.each([
    ['letters of another case', { filename: 'assets/App.js' }],
    ['a blank more', { release: 'shop@1 ' }],
    ['another composition of the same letter', { filename: 'assets/app.js\u0301' }],
    ['1,024 characters of four bytes', { filename: '💥'.repeat(1_024) }],
    ['a release of 250 characters', { release: '界'.repeat(250) }],
  ])('with another %s does not replace it', async (_name, fields) => {
    const name = { ...NAME, ...fields };
    const first = await upload(db);
    const other = await upload(db, name);
    expect(other.isNew).toBe(true);
    expect(await findSourceMap(db, '1', name)).toEqual(other.map);
    const wanted = [NAME, name].map((each) => ({ projectId: '1', ...each }));
    expect((await lookUpSourceMaps(db, wanted, [])).map((found) => found?.id)).toEqual([first.map.id, other.map.id]);
  });

  test('creates the row of the release, and touches it if the map was stored already', async () => {
    const { map } = await upload(db);
    const seen = { firstSeen: map.uploadedAt, lastSeen: map.uploadedAt, exceptions: 0, sourceMaps: 1 };
    expect(await readRelease(db, '1', 'shop@1')).toMatchObject(seen);
    await db.pool.query(`update releases set touched_at = now() - interval '90 days'`);
    await touchUpload(db, '1', map);
    const { rows } = await db.pool.query(`select from releases where touched_at > now() - interval '1 minute'`);
    expect(rows).toHaveLength(1);
    expect((await readRelease(db, '1', 'shop@1'))?.lastSeen?.getTime()).toBeGreaterThan(map.uploadedAt.getTime() - 1);
  });

  test('of another project finds and replaces nothing', async () => {
    const ours = await upload(db);
    const theirs = await upload(db, { projectId: '2' });
    expect(theirs.isNew).toBe(true);
    expect(await findSourceMap(db, '3', NAME)).toBeUndefined();
    expect(await deleteSourceMap(db, '2', ours.map.id)).toBe(false);
    expect(await deleteSourceMaps(db, '3', 'shop@1')).toBe(0);
    expect(await findSourceMap(db, '1', NAME)).toEqual(ours.map);
    expect(await garbageOf(db)).toEqual([]);
  });
});

describe('a deletion', () => {
  test('of one map adds its blobs to the garbage list, and of an invalid id nothing', async () => {
    const { map, uploaded } = await upload(db);
    const other = await upload(db, { filename: 'b.js' });
    expect(await deleteSourceMap(db, '1', map.id)).toBe(true);
    expect(await deleteSourceMap(db, '1', map.id)).toBe(false);
    expect(await deleteSourceMap(db, '1', 'x')).toBe(false);
    expect(await findSourceMap(db, '1', NAME)).toBeUndefined();
    expect(await garbageOf(db)).toEqual(idsOf(uploaded));
    expect(await findSourceMap(db, '1', { ...NAME, filename: 'b.js' })).toEqual(other.map);
  });

  test('of a release’s maps leaves the other releases, and the release’s row', async () => {
    const gone = [await upload(db), await upload(db, { filename: 'b.js' })];
    await upload(db, { release: 'shop@2' });
    expect(await deleteSourceMaps(db, '1', 'shop@1')).toBe(2);
    expect(await garbageOf(db)).toEqual(idsOf(...gone.map(({ uploaded }) => uploaded)));
    expect(await countRows()).toBe(1);
    expect(await readRelease(db, '1', 'shop@1')).toMatchObject({ sourceMaps: 0 });
    expect(await deleteSourceMaps(db, '1', 'shop\0')).toBe(0);
  });
});

describe('at the same time', () => {
  test('two uploads of a new name leave one row, and the loser’s blobs on the garbage list', async () => {
    const [winner, loser] = [newSourceMap({ digest: '11' }), newSourceMap({ digest: '22' })];
    await reserveBlobs(db, [...blobsOf(winner), ...blobsOf(loser)]);
    // The first has written its row and waits for the release's; the second waits for the first.
    const worker = await openTransaction(db, (tx) =>
      upsertReleases(tx, [{ projectId: '1', version: 'shop@1', timestampMs: ARRIVAL, exceptions: 1 }]),
    );
    const first = storeSourceMap(db, loser);
    await worker.untilWaitedFor();
    const second = storeSourceMap(db, winner);
    await worker.commit();
    const stored = await Promise.all([first, second]);
    expect(stored.map(({ isNew }) => isNew)).toEqual([true, false]);
    expect(stored[1].map.id).toBe(stored[0].map.id);
    expect(await findSourceMap(db, '1', NAME)).toMatchObject({ digest: '11' });
    expect([await countRows(), await garbageOf(db)]).toEqual([1, idsOf(loser)]);
  });

  test('an upload that waits for one that fails is the first', async () => {
    const [failing, waiting] = [newSourceMap(), newSourceMap()];
    await reserveBlobs(db, [...blobsOf(failing), ...blobsOf(waiting)]);
    const other = await openTransaction(db, (tx) =>
      tx.client.query(
        `insert into sourcemaps (project_id, release, filename_hash, filename, id, size, digest, index_id, original_id,
           index_bytes, format, segments, sources, has_contents, problems, head)
         values (1, 'shop@1', sha256('assets/app.js'), 'assets/app.js', gen_random_uuid(), 1, '', gen_random_uuid(),
           gen_random_uuid(), 1, 1, 1, 1, true, '[]', '')`,
      ),
    );
    const stored = storeSourceMap(db, waiting);
    await other.untilWaitedFor();
    await other.rollBack();
    expect((await stored).isNew).toBe(true);
    expect(await garbageOf(db)).toEqual(idsOf(failing));
  });

  test('many uploads, deletions and workers in any order never deadlock, and no blob is forgotten', async () => {
    const random = randomFrom(Date.now());
    const releases = Array.from({ length: 6 }, (_, index) => `shop@${index}`);
    const files = ['a.js', 'b.js', 'c.js'];
    const uploads = shuffle(
      Array.from({ length: 4 }, () =>
        releases.flatMap((release) => files.map((filename) => ({ release, filename }))),
      ).flat(),
      random,
    );
    const sightings = releases.map((version) => ({ projectId: '1', version, timestampMs: ARRIVAL, exceptions: 1 }));
    const made: string[] = [];
    const tasks = shuffle(
      [
        ...uploads.map((name) => async () => {
          made.push(...idsOf((await upload(db, name)).uploaded));
        }),
        ...Array.from({ length: 3 }, () => releases.map((release) => () => deleteSourceMaps(db, '1', release))).flat(),
        ...Array.from(
          { length: 20 },
          () => () => inTransaction(db, (tx) => upsertReleases(tx, shuffle(sightings, random))),
        ),
      ],
      random,
    );
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) await task();
      }),
    );
    const { rows } = await db.pool.query<{ index_id: string; original_id: string }>(
      'select index_id, original_id from sourcemaps',
    );
    const named = rows.flatMap((row) => [row.index_id, row.original_id]);
    expect([...named, ...(await garbageOf(db))].sort()).toEqual(made.sort());
    expect(await deadlocks()).toEqual([{ deadlocks: '0' }]);
  });
});

function idsOf(...maps: Parameters<typeof blobsOf>[0][]): readonly string[] {
  return maps.flatMap((map) => blobsOf(map).map(({ blobId }) => blobId)).sort();
}

async function deadlocks(): Promise<unknown> {
  return (await db.pool.query('select deadlocks from pg_stat_database where datname = current_database()')).rows;
}
