import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor, useDatabase } from '@sluice/testkit';
import type { PoolClient } from 'pg';
import { firstSightings } from './0045-first-sightings.js';
import { runStep } from './runStep.js';

const [ONE, OTHER, RIGHT] = [1, 2, 3].map((n) => `00000000-0000-0000-0000-00000000000${n}`);
/** When the project was created, two hours with exceptions, and a sighting that was stored late. */
const [CREATED, HOUR, LATER] = ['2026-11-01T08:00Z', '2026-11-20T12:00Z', '2026-11-25T12:30Z'];
/** Correct where `MAX_EVENT_AGE_HOURS` is 8760. */
const EARLY = '2025-11-02T12:30Z';

const migrate = (): Promise<void> => withClient((client) => runStep(client, firstSightings.statements({ lz4: false })));

const database = useDatabase();
beforeAll(async () => {
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
  await migrate();
});

const text = (value: unknown): unknown => (value instanceof Date ? value.toISOString().slice(0, 16) : value);
const rows = async (query: string): Promise<readonly (readonly unknown[])[]> =>
  (await database.db.pool.query<Record<string, unknown>>(query)).rows.map((row) => Object.values(row).map(text));
const at = (time: string | undefined): string | undefined => time?.slice(0, 16);

test('first sightings of fingerprints before their project existed become arrivals', async () => {
  expect(
    await rows(
      `select hash, first_seen, last_seen, first_release, first_release_at, last_release
       from issue_hashes where project_id = 1 order by 1`,
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
       from issues where project_id = 1 order by id`,
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

const ISSUE_TABLES = ['issue_hashes', 'issue_releases', 'issues', 'project_users'];

test('a second run changes nothing', async () => {
  const versions = async (): Promise<unknown> =>
    Promise.all(ISSUE_TABLES.map((table) => rows(`select xmin, t.* from ${table} t order by t`)));
  const before = await versions();
  await migrate();
  expect(await versions()).toEqual(before);
});

describe('while workers write', () => {
  /** In the order of workers, project 10 is before project 9. */
  const [FIRST, SECOND] = ['10', '9'];
  beforeAll(async () => {
    const { pool } = database.db;
    for (const project of [FIRST, SECOND]) {
      await pool.query(`insert into projects (id, organization_id, slug) values ($1, 1, $2)`, [project, `p${project}`]);
      await pool.query(
        `insert into issues (project_id, id, title, level, count, last_event_id, first_seen, last_seen)
         values ($1, $2, 't', 'error', 1, $2, '1970-01-02', now())`,
        [project, ONE],
      );
    }
  });
  const makeFalse = (): Promise<unknown> =>
    database.db.pool.query(
      `insert into issue_hashes (project_id, hash, issue_id, first_seen)
       select unnest(array[${FIRST}, ${SECOND}]), 'h', '${ONE}', '1970-01-02' on conflict (project_id, hash) do update set first_seen = excluded.first_seen`,
    );

  /** Runs the step while another session holds a lock that it waits for; returns the projects whose fingerprints are not locked then. */
  const unlockedDuring = (statement: string): Promise<readonly unknown[]> =>
    withClient(async (holder) => {
      await makeFalse();
      await holder.query(`begin; ${statement}`);
      const done = migrate();
      await waitFor(async () => {
        const { rows: waiting } = await database.db.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return waiting.length > 0;
      });
      const unlocked = await withClient(async (client) => {
        const found = await client.query<{ project_id: string }>(
          `select project_id from issue_hashes where hash = 'h' order by project_id::text for no key update skip locked`,
        );
        return found.rows.map((row) => row.project_id);
      });
      await holder.query('rollback');
      await done;
      return unlocked;
    });

  test('locks no row while it reads tables', async () => {
    expect(await unlockedDuring('lock table project_users in access exclusive mode')).toEqual([FIRST, SECOND]);
  });

  test('locks fingerprints in the order of workers', async () => {
    const held = `select from issue_hashes where project_id = ${FIRST} and hash = 'h' for no key update`;
    expect(await unlockedDuring(held)).toEqual([SECOND]);
  });
});

/** Calls `work` with a session of its own; ends its transaction. */
async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await database.db.pool.connect();
  try {
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
