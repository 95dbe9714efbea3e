import { beforeAll, expect, test } from '@jest/globals';
import { isCitusRun, useDatabase } from '@sluice/testkit';
import { sql } from 'kysely';
import { findReleases, selectMapped } from './findReleases.js';

/** More than two pages of releases, every third of them with a source map. */
const RELEASES = 2_500;
const database = useDatabase();
beforeAll(async () => {
  const { pool } = database.db;
  // Ten releases a time: pages end among releases of the same time.
  await pool.query(
    `insert into releases (project_id, version, touched_at)
     select i % 7 + 1, 'v' || i, '2026-01-01Z'::timestamptz + i / 10 * interval '1.000001 s' from generate_series(1, $1) i`,
    [RELEASES],
  );
  await pool.query(
    `insert into sourcemaps (project_id, release, filename_hash, filename, id, size, digest, index_id, original_id, index_bytes,
       format, segments, sources, has_contents, problems, head)
     select i % 7 + 1, 'v' || i, '\\x01', 'app.js', gen_random_uuid(), 1, '', gen_random_uuid(), gen_random_uuid(), 1,
       1, 1, 1, true, '[]', '' from generate_series(3, $1, 3) i`,
    [RELEASES],
  );
  await pool.query('analyze releases, sourcemaps');
});
const inOrder = (numbers: readonly number[]): readonly number[] => [...numbers].sort((a, b) => a - b);

test('the list of releases has each release once over all pages, with or without source maps', async () => {
  const all = Array.from({ length: RELEASES }, (_, index) => index + 1);
  expect(inOrder(await find(true, RELEASES))).toEqual(all.filter((number) => number % 3 === 0));
  expect(inOrder(await find(false, RELEASES))).toEqual(all.filter((number) => number % 3 !== 0));
});

test('the list of releases begins with those that did not change for the longest time', async () => {
  const first = await find(false, 5);
  expect(first).toHaveLength(5);
  expect(Math.max(...first)).toBeLessThan(10);
  expect(await find(true, 0)).toEqual([]);
});

test('source maps of releases are found by their index, whatever their number', async () => {
  if (isCitusRun()) return;
  const keys = Array.from({ length: 1_000 }, (_, index) => ({ project_id: '1', version: `v${index}` }));
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${selectMapped(keys)}`.execute(database.db.kysely);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/Index.* Scan using sourcemaps_pkey/);
  expect(plan).not.toContain('Seq Scan');
});

async function find(hasMaps: boolean, limit: number): Promise<readonly number[]> {
  const found = await findReleases(database.db, { condition: sql<boolean>`r.touched_at < now()`, hasMaps, limit });
  return found.map(({ version }) => Number(version.slice(1)));
}
