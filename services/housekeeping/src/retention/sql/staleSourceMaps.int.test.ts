import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { openTransaction, clearSourceMaps, garbageOf, insertSourceMap, upload, useDatabase } from '@sluice/testkit';
import { inTransaction, createOrganization, createProject, deleteProject } from '@sluice/db';
import {
  upsertReleases,
  describeRelease,
  touchDebugIds,
  touchUpload,
  touchRelease,
} from '@sluice/sourcemaps/statements';
import { countStale } from './countStale.js';
import { deleteStale } from './deleteStale.js';

const DAY_MS = 86_400_000;
const database = useDatabase();
beforeEach(async () => {
  await clearSourceMaps(database.db);
  await database.db.pool.query('truncate organizations, projects cascade');
});

const daysAgo = (days: number): number => Date.now() - days * DAY_MS;

describe('source maps', () => {
  const pool = () => database.db.pool;

  test('go with their release, and a release never before its maps', async () => {
    await addRelease('old', 40);
    await insertSourceMap(database.db, 'old');
    expect(await remove('releases', 30)).toBe(0);
    expect([await remove('sourcemaps', 30), await remove('releases', 30)]).toEqual([1, 1]);
    expect([await withMaps(), await releases()]).toEqual([[], []]);
  });

  test('of a described release go too; the release stays', async () => {
    await addRelease('old', 40, 'abc');
    await insertSourceMap(database.db, 'old');
    expect([await remove('sourcemaps', 30), await remove('releases', 30)]).toEqual([1, 0]);
  });

  test('let go of their blobs', async () => {
    await addRelease('old', 40);
    await insertSourceMap(database.db, 'old');
    const { rows } = await pool().query<{ index_id: string; original_id: string }>(
      'select index_id, original_id from sourcemaps',
    );
    await remove('sourcemaps', 30);
    expect(await garbageOf(database.db)).toEqual(rows.flatMap((row) => [row.index_id, row.original_id]).sort());
  });

  test.each<[string, () => Promise<unknown>]>([
    ['an exception', () => inTransaction(database.db, (tx) => upsertReleases(tx, [sighting]))],
    ['an upload to it', () => upload(database.db, { release: 'old', filename: 'b.js' })],
    ['an upload of what is there', () => touchUpload(database.db, '1', { id: randomUUID(), release: 'old' })],
    ['a pipeline that has nothing to send', () => touchRelease(database.db, '1', 'old')],
    ['a description', () => describeRelease(database.db, '1', { version: 'old', notes: 'again' })],
  ])('stay where %s touched their release', async (_name, touch) => {
    await addRelease('old', 40);
    await insertSourceMap(database.db, 'old');
    await touch();
    expect([await remove('sourcemaps', 30), await remove('releases', 30)]).toEqual([0, 0]);
    expect(await releases()).toEqual(['old']);
  });

  test('are asked for once an hour as far as writing goes, and a release without a row gets none', async () => {
    await addRelease('old', 40);
    const versions = async (): Promise<readonly unknown[]> =>
      (await pool().query<{ xmin: string }>('select xmin from releases')).rows;
    await touchRelease(database.db, '1', 'old');
    const touched = await versions();
    for (const version of ['old', 'never', 'no\0name']) await touchRelease(database.db, '1', version);
    expect(await versions()).toEqual(touched);
  });

  const sighting = { projectId: '1', version: 'old', timestampMs: 0, exceptions: 1 };

  test('of a release that is touched at this moment stay', async () => {
    await addRelease('old', 40);
    await insertSourceMap(database.db, 'old');
    const worker = await openTransaction(database.db, (tx) => upsertReleases(tx, [sighting]));
    expect(await remove('sourcemaps', 30)).toBe(0);
    await worker.commit();
    expect(await remove('sourcemaps', 30)).toBe(0);
  });

  test('uploaded while their release is being deleted get a new release', async () => {
    await addRelease('old', 40);
    const deletion = await openTransaction(database.db, async (tx) => {
      expect(await deleteStale(tx, 'releases', daysAgo(30), 100)).toBe(1);
    });
    const uploading = upload(database.db, { release: 'old' });
    await deletion.untilWaitedFor();
    await deletion.commit();
    await uploading;
    expect([await withMaps(), await releases()]).toEqual([['old'], ['old']]);
  });

  test('without a release stay while exceptions have their debug id, uploads are repeated or pipelines ask', async () => {
    const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';
    const { map } = await upload(database.db, { release: null, debugId });
    for (const touch of [
      () => touchDebugIds(database.db, [{ projectId: '1', debugId }]),
      () => touchUpload(database.db, '1', map),
    ]) {
      await age(40);
      await touch();
      expect(await remove('sourcemaps', 30)).toBe(0);
    }
    await age(40);
    await touchDebugIds(database.db, [{ projectId: '2', debugId }]);
    expect([await rehearse(50), await remove('sourcemaps', 50)]).toEqual([0, 0]);
    expect([await rehearse(30), await remove('sourcemaps', 30)]).toEqual([1, 1]);
    expect((await garbageOf(database.db)).length).toBe(2);
  });

  test('of a release that nothing touched stay while exceptions have their debug id', async () => {
    const debugId = '85314830-023f-4cf1-a267-535f4e37bb17';
    await upload(database.db, { release: 'old', debugId });
    await upload(database.db, { release: 'old', filename: 'b.js' });
    await age(40);
    await pool().query(`update releases set touched_at = now() - interval '40 days'`);
    await touchDebugIds(database.db, [{ projectId: '1', debugId }]);
    expect(await rehearse(30)).toBe(1);
    expect([await remove('sourcemaps', 30), await remove('releases', 30)]).toEqual([1, 0]);
    await age(40);
    expect([await remove('sourcemaps', 30), await remove('releases', 30)]).toEqual([1, 1]);
  });

  function rehearse(days: number): Promise<number> {
    return countStale(database.db, 'sourcemaps', daysAgo(days), 100);
  }

  function age(days: number): Promise<unknown> {
    return pool().query(`update sourcemaps set touched_at = now() - $1 * interval '1 day'`, [days]);
  }

  test('of a deleted project are deleted at once; those of other projects stay', async () => {
    const ref = { organization: 'acme', project: 'web' };
    await createOrganization(database.db, ref.organization);
    const { project } = await createProject(database.db, ref);
    const { project: kept } = await createProject(database.db, { ...ref, project: 'shop' });
    const { uploaded } = await upload(database.db, { projectId: project.id });
    await upload(database.db, { projectId: kept.id });
    expect(await remove('sourcemaps', 30)).toBe(0);
    await deleteProject(database.db, ref);
    expect(await remove('sourcemaps', 30)).toBe(1);
    expect(await garbageOf(database.db)).toEqual([uploaded.indexId, uploaded.originalId].sort());
    expect((await withMaps()).length).toBe(1);
  });

  function addRelease(version: string, age: number, ref: string | null = null): Promise<unknown> {
    return pool().query(
      `insert into releases (project_id, version, ref, touched_at) values (1, $1, $2, now() - $3 * interval '1 day')`,
      [version, ref, age],
    );
  }

  async function withMaps(): Promise<readonly string[]> {
    return (await pool().query<{ release: string }>('select release from sourcemaps order by 1')).rows.map(
      (row) => row.release,
    );
  }

  async function releases(): Promise<readonly string[]> {
    return (await pool().query<{ version: string }>('select version from releases order by 1')).rows.map(
      (row) => row.version,
    );
  }
});

function remove(kind: 'sourcemaps' | 'releases', days: number): Promise<number> {
  return deleteStale(database.db, kind, daysAgo(days), 100);
}
