import { beforeAll, describe, expect, test } from '@jest/globals';
import { upload, useDatabase } from '@sluice/testkit';
import type { Queryable } from '@sluice/db';
import { listReleaseFilenames } from './listReleaseFilenames.js';
import { listSourceMaps } from './listSourceMaps.js';
import { lookUpSourceMaps } from './lookUpSourceMaps.js';
import type { NewSourceMap, StoredSourceMap } from './sourceMap.js';

const FILES = Array.from({ length: 25 }, (_, index) => `assets/File-${String(index).padStart(2, '0')}.js`);
let stored: { readonly map: StoredSourceMap; readonly uploaded: NewSourceMap }[];
const { db } = useDatabase();
beforeAll(async () => {
  stored = [];
  for (const [index, filename] of FILES.entries()) {
    stored.push(await upload(db, { filename, release: `shop@${index % 2}`, head: Buffer.alloc(index * 1_000, index) }));
  }
  await upload(db, { projectId: '2', filename: 'theirs.js', release: 'shop@0' });
  // Three with the same time each, so that pages need a second sort key.
  await db.pool.query(
    `update sourcemaps set uploaded_at = timestamptz '2026-01-31T12:00:00Z' + n / 3 * interval '1 hour'
     from unnest($1::uuid[]) with ordinality as t(id, n) where t.id = sourcemaps.id`,
    [stored.map(({ map }) => map.id)],
  );
});

describe('source maps wanted by frames', () => {
  test('are answered in the order asked, in one query, each with its head', async () => {
    const wanted = [3, 0, 24, 3].map((index) => ({
      projectId: '1',
      release: `shop@${index % 2}`,
      filename: FILES[index] ?? '',
    }));
    const asking = counting();
    const found = await lookUpSourceMaps(asking, wanted, []);
    expect(asking.asked()).toBe(1);
    expect(found.map((head) => head?.head)).toEqual([3, 0, 24, 3].map((index) => stored[index]?.uploaded.head));
    expect(found.map((head) => head?.indexId)).toEqual([3, 0, 24, 3].map((index) => stored[index]?.uploaded.indexId));
  });

  test('come without the heads that are known already', async () => {
    const wanted = [1, 3].map((index) => ({ projectId: '1', release: 'shop@1', filename: FILES[index] ?? '' }));
    const known = [stored[3]?.uploaded.indexId ?? ''];
    const found = await lookUpSourceMaps(db, wanted, known);
    expect(found.map((head) => head?.head)).toEqual([stored[1]?.uploaded.head, undefined]);
    expect(found.map((head) => head?.id)).toEqual([stored[1]?.map.id, stored[3]?.map.id]);
  });

  test.each([
    ['of another project', { projectId: '2' }],
    ['of another release', { release: 'shop@1' }],
    ['of a release with a blank more', { release: 'shop@0 ' }],
    ['of a release with NUL', { release: 'shop@0\0' }],
    ['of a filename in other letters', { filename: 'assets/file-00.js' }],
    ['of a filename with NUL', { filename: 'assets/File-00.js\0' }],
  ])('finds none for %s', async (_name, fields) => {
    const there = { projectId: '1', release: 'shop@0', filename: 'assets/File-00.js' };
    const found = await lookUpSourceMaps(db, [{ ...there, ...fields }, there], []);
    expect(found.map((head) => head?.id)).toEqual([undefined, stored[0]?.map.id]);
  });

  test('need no query without frames', async () => {
    const asking = counting();
    expect(await lookUpSourceMaps(asking, [], [])).toEqual([]);
    expect(asking.asked()).toBe(0);
  });
});

describe('the list of source maps', () => {
  const page = { limit: 7, fromMs: 0, toMs: Date.UTC(2100, 0), after: undefined };

  test('has each once over its pages, the newest upload first', async () => {
    const seen: StoredSourceMap[] = [];
    let after: string | undefined;
    do {
      const { rows, next, scannedToMs } = await listSourceMaps(db, '1', { ...page, after });
      expect([rows.length <= 7, scannedToMs]).toEqual([true, undefined]);
      seen.push(...rows);
      after = next;
    } while (after !== undefined);
    expect(seen.map(({ filename }) => filename).sort()).toEqual(FILES);
    const times = seen.map(({ uploadedAt }) => uploadedAt.getTime());
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test.each([
    ['a release', { release: 'shop@1' }, FILES.filter((_, index) => index % 2 === 1)],
    ['a part of the filename', { filename: 'FILE-1' }, FILES.slice(10, 20)],
    ['both', { release: 'shop@0', filename: '-1' }, FILES.slice(10, 20).filter((_, index) => index % 2 === 0)],
    ['a release in other letters', { release: 'SHOP@1' }, []],
    ['a sign with a meaning elsewhere', { filename: '%' }, []],
  ])('is narrowed by %s', async (_name, filter, expected) => {
    const { rows } = await listSourceMaps(db, '1', { ...page, limit: 100 }, filter);
    expect(rows.map(({ filename }) => filename).sort()).toEqual(expected);
  });

  test('is narrowed by the time of upload', async () => {
    const [fromMs, toMs] = [Date.UTC(2026, 0, 31, 13), Date.UTC(2026, 0, 31, 14)];
    const { rows } = await listSourceMaps(db, '1', { ...page, fromMs, toMs });
    expect(rows.map(({ filename }) => filename).sort()).toEqual(FILES.slice(2, 5));
  });

  test('has nothing of another project', async () => {
    expect((await listSourceMaps(db, '2', page)).rows.map(({ filename }) => filename)).toEqual(['theirs.js']);
    expect((await listSourceMaps(db, '3', page)).rows).toEqual([]);
  });
});

test('the filenames of a release are listed sorted, limited, and of one project only', async () => {
  expect(await listReleaseFilenames(db, '1', 'shop@0', 3)).toEqual([FILES[0], FILES[2], FILES[4]]);
  expect(await listReleaseFilenames(db, '2', 'shop@0', 3)).toEqual(['theirs.js']);
  expect(await listReleaseFilenames(db, '2', 'shop@1', 3)).toEqual([]);
});

/** A database that counts queries. */
function counting(): Queryable & { readonly asked: () => number } {
  let count = 0;
  const kysely = db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      count += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  return { kysely, asked: () => count };
}
