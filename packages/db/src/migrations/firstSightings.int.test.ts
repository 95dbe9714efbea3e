import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { firstSightings } from './0045-first-sightings.js';

const [ONE, OTHER, RIGHT] = [1, 2, 3].map((n) => `00000000-0000-0000-0000-00000000000${n}`);
/** When the project was created, two hours with exceptions, and a sighting that was stored late. */
const [CREATED, HOUR, LATER] = ['2026-11-01T08:00Z', '2026-11-20T12:00Z', '2026-11-25T12:30Z'];
const EARLY = '2026-10-30T12:30Z';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const { pool } = database.db;
  await pool.query(`insert into organizations (id, slug) values (1, 'o')`);
  await pool.query(`insert into projects (id, organization_id, slug, created_at) values (1, 1, 'p', $1)`, [CREATED]);
  // The first issue has two fingerprints: one that a device of 1970 sent first, one that was right.
  await pool.query(
    `insert into issues (project_id, id, title, level, count, last_event_id, created_at, first_seen, last_seen,
       first_release, first_release_at, last_release, last_release_at)
     select 1, id::uuid, 't', 'error', 1, id::uuid, $1, first_seen::timestamptz, last_seen::timestamptz, r, ra::timestamptz, l, la::timestamptz
     from (values ($2, '1970-01-02', $5, 'b', '1970-01-02', 'c', $5), ($3, '1970-01-02', '1970-01-02', null, null, null, null),
       ($4, $6, $5, 'a', $6, 'a', $5)) as n (id, first_seen, last_seen, r, ra, l, la)`,
    [HOUR, ONE, OTHER, RIGHT, LATER, EARLY],
  );
  await pool.query(
    `insert into issue_hashes (project_id, hash, issue_id, count, first_seen, last_seen, first_release, first_release_at, last_release, last_release_at)
     select 1, h, id::uuid, 1, f::timestamptz, l::timestamptz, r, ra::timestamptz, lr, la::timestamptz
     from (values ('h1', $1, '1970-01-02', $4, 'b', '1970-01-02', 'c', $4), ('h2', $1, $5, $5, 'a', $5, 'a', $5),
       ('h3', $2, '1970-01-02', '1970-01-02', null, null, null, null), ('h4', $3, $6, $4, 'a', $6, 'a', $4)) as n (h, id, f, l, r, ra, lr, la)`,
    [ONE, OTHER, RIGHT, LATER, HOUR, EARLY],
  );
  await pool.query(`insert into issue_hours (project_id, hash, environment, hour, count) values (1, 'h1', '', $1, 1)`, [
    '2026-11-21T09:00Z',
  ]);
  await pool.query(
    `insert into issue_releases (project_id, hash, release, count, first_seen, last_seen) values
       (1, 'h1', 'b', 1, '1970-01-02', '1970-01-02'), (1, 'h1', 'c', 1, $1, $1), (1, 'h2', 'a', 1, $2, $2), (1, 'h4', 'a', 1, $3, $1)`,
    [LATER, HOUR, EARLY],
  );
  await pool.query(
    `insert into releases (project_id, version, first_seen, last_seen, created_at, last_seen_hour) values
       (1, 'b', '2026-11-22T10:00Z', '2026-11-22T10:00Z', '2026-11-22T10:00Z', '2026-11-22T10:00Z')`,
  );
  await pool.query(
    `insert into project_users (project_id, user_key, first_seen, last_seen) values
       (1, 'id:false', '1970-01-02', '1970-01-02'), (1, 'id:mixed', '1970-01-02', $1), (1, 'id:right', $2, $1)`,
    [LATER, EARLY],
  );
  for (const statement of firstSightings.statements({ lz4: false })) await pool.query(statement);
});
afterAll(() => database.drop());

const text = (value: unknown): unknown => (value instanceof Date ? value.toISOString().slice(0, 16) : value);
const rows = async (query: string): Promise<readonly (readonly unknown[])[]> =>
  (await database.db.pool.query<Record<string, unknown>>(query)).rows.map((row) => Object.values(row).map(text));
const at = (time: string | undefined): string | undefined => time?.slice(0, 16);

test('first sightings of fingerprints before their project existed become arrivals', async () => {
  expect(
    await rows(
      `select hash, first_seen, last_seen, first_release, first_release_at, last_release from issue_hashes order by 1`,
    ),
  ).toEqual([
    ['h1', '2026-11-21T09:00', at(LATER), 'b', '2026-11-22T10:00', 'c'],
    ['h2', at(HOUR), at(HOUR), 'a', at(HOUR), 'a'],
    ['h3', at(HOUR), at(HOUR), null, null, null],
    ['h4', at(EARLY), at(LATER), 'a', at(EARLY), 'a'],
  ]);
  expect(await rows(`select hash, release, first_seen, last_seen from issue_releases order by 1, 2`)).toEqual([
    ['h1', 'b', '2026-11-22T10:00', '2026-11-22T10:00'],
    ['h1', 'c', at(LATER), at(LATER)],
    ['h2', 'a', at(HOUR), at(HOUR)],
    ['h4', 'a', at(EARLY), at(LATER)],
  ]);
});

test('an issue has the sightings of its fingerprints', async () => {
  expect(
    await rows(
      `select id, first_seen, last_seen, last_seen_hour = hour_of(last_seen) or id = '${RIGHT}', first_release, first_release_at, last_release
       from issues order by id`,
    ),
  ).toEqual([
    [ONE, at(HOUR), at(LATER), true, 'a', at(HOUR), 'c'],
    [OTHER, at(HOUR), at(HOUR), true, null, null, null],
    [RIGHT, at(EARLY), at(LATER), true, 'a', at(EARLY), 'a'],
  ]);
});

test('a user was not seen before the project existed', async () => {
  expect(await rows(`select user_key, first_seen, last_seen from project_users order by 1`)).toEqual([
    ['id:false', at(CREATED), at(CREATED)],
    ['id:mixed', at(CREATED), at(LATER)],
    ['id:right', at(EARLY), at(LATER)],
  ]);
});

test('a second run changes nothing', async () => {
  const changed: (number | null)[] = [];
  for (const statement of firstSightings.statements({ lz4: false })) {
    changed.push((await database.db.pool.query(statement)).rowCount);
  }
  expect(changed).toEqual([0, 0, 0, 0, 0]);
});
