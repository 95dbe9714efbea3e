import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDatabase, ensurePartitions, inTransaction, listPartitions, type Database } from '@sluice/db';
import { silentLogger } from '@sluice/runtime';
import { createTestDatabase, type TestDatabase } from '@sluice/testkit';
import { DEFAULT_HOUSEKEEPING_CONFIG } from '../config.js';
import { retain } from './retain.js';

const DAY_MS = 86_400_000;

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase();
  // A lock that is not available is given up soon.
  db = createDatabase({ url: database.url, poolSize: 4, applicationName: 'test', statementMs: 1_000, lockMs: 100 });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

describe('retention', () => {
  test('continues with other tables if one is locked, and reports it', async () => {
    const old = Date.now() - 40 * DAY_MS;
    await ensurePartitions(db, { tables: ['exceptions', 'logs'], interval: 'day', fromMs: old, throughMs: old });
    await db.pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, touched_at)
       select 1, id, '', 'error', 1, now(), now(), id, now() - days * interval '1 day'
       from (values (gen_random_uuid(), 80), (gen_random_uuid(), 92)) as t(id, days)`,
    );
    await inTransaction(database.db, async (tx) => {
      await tx.client.query('lock table exceptions in share row exclusive mode');
      await expect(run()).rejects.toThrow('1 retention steps failed');
    });
    expect((await listPartitions(db)).map(({ table }) => table)).toEqual(['exceptions']);
    const { rows } = await db.pool.query<{ days: number }>(
      `select (now()::date - touched_at::date) as days from issues`,
    );
    expect(rows).toEqual([{ days: 80 }]);
    await run();
    expect(await listPartitions(db)).toEqual([]);
  });

  test('forgets who visited, and the salt of their day, when four days have passed since', async () => {
    const now = Date.now();
    await ensurePartitions(db, {
      tables: ['visit_keys', 'hits'],
      interval: 'day',
      fromMs: now - 6 * DAY_MS,
      throughMs: now,
    });
    await db.pool.query(
      `insert into daily_salts select (now() at time zone 'UTC')::date - n, 'salt' from generate_series(0, 6) as n`,
    );
    await run();
    const days = (table: string): Promise<number> =>
      listPartitions(db).then((all) => all.filter((partition) => partition.table === table).length);
    const { rows } = await db.pool.query('select from daily_salts');
    expect([await days('visit_keys'), rows.length, await days('hits')]).toEqual([5, 5, 7]);
  });
});

function run(): Promise<void> {
  return retain(db, DEFAULT_HOUSEKEEPING_CONFIG, {
    now: Date.now(),
    logger: silentLogger,
    signal: new AbortController().signal,
  });
}
