import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { isCitusRun, startTcpProxy, waitFor, useDatabase } from '@sluice/testkit';
import type { PoolClient } from 'pg';
import { createDatabase } from '../connection/createDatabase.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { MIGRATIONS } from './all.js';
import { migrateToLatest } from './migrateToLatest.js';

const DAY_MS = 86_400_000;
const database = useDatabase();
const { db } = database;
beforeAll(() => ensurePartitions(db, { tables: ['spans'], interval: 'day', fromMs: 0, throughMs: 2 * DAY_MS }));
beforeEach(async () => {
  await db.pool.query(
    'drop table if exists things, firsts; create table things as select generate_series(1, 100) as n',
  );
  await db.pool.query(`delete from schema_migrations where name > '999'`);
});

const table = { name: '9990-table', statements: () => ['create table if not exists firsts (n int)'] };
const index = {
  name: '9991-index',
  indexes: [{ name: 'things_n', table: 'things', on: '(n)' }],
  statements: () => ['alter table things add column if not exists indexed boolean'],
};
const spans = {
  name: '9992-spans',
  indexes: [{ name: 'spans_op', table: 'spans', on: '(project_id, op)' }],
  statements: () => [],
};

describe('a migration that was killed', () => {
  test('between two steps goes on with the second', async () => {
    await during('lock table things in access exclusive mode', async () => {
      const killed = expect(run(table, { ...index, indexes: [] })).rejects.toThrow('9991-index failed');
      await killWaiting('alter table things add column%');
      await killed;
    });
    expect(await names()).toEqual(['9990-table']);
    expect(await run(table, { ...index, indexes: [] })).toEqual(['9991-index']);
  });

  test('while it builds an index drops the invalid index and builds it again', async () => {
    // A build waits for every snapshot that is older.
    await during('select 1', async () => {
      const killed = expect(run(table, index)).rejects.toThrow('9991-index failed');
      await killWaiting('create index concurrently things_n%');
      await killed;
    });
    const left = await indexState('things_n');
    expect(left).toMatchObject({ valid: false });
    expect(await run(table, index)).toEqual(['9991-index']);
    const built = await indexState('things_n');
    expect(built).toMatchObject({ valid: true });
    expect(built?.oid).not.toBe(left?.oid);
  });

  test('on the client uses the index that the server has gone on to build', async () => {
    const proxy = await startTcpProxy(Number(new URL(database.url).port));
    const remote = createDatabase({ url: proxy.urlFor(database.url), poolSize: 1, applicationName: 'remote' });
    let second: Promise<readonly string[]> | undefined;
    let begun: unknown;
    await during('select 1', async () => {
      const killed = expect(migrateToLatest(remote, undefined, [...MIGRATIONS, table, index])).rejects.toThrow();
      await waitForWaiting('create index concurrently things_n%');
      begun = await indexState('things_n');
      proxy.cut();
      await killed;
      second = run(table, index);
      const polls = `select from pg_stat_progress_create_index%`;
      await waitFor(async () => {
        const { rows } = await db.pool.query(
          `select from pg_stat_activity where datname = current_database() and query like $1`,
          [polls],
        );
        return rows.length > 0;
      });
    });
    expect(await second).toEqual(['9991-index']);
    expect(begun).toMatchObject({ valid: false });
    expect(await indexState('things_n')).toEqual({ ...(begun as object), valid: true });
    await remote.close();
    await proxy.close();
  });

  // Not tested on Citus, where this build did not wait for the lock of the test.
  (isCitusRun() ? test.skip : test)(
    'on a partitioned table keeps the partitions that have the index; writes go on meanwhile',
    async () => {
      const [first, second, third] = ['spans_p19700101', 'spans_p19700102', 'spans_p19700103'];
      await during(`lock table ${second} in share update exclusive mode`, async () => {
        const killed = expect(run(table, index, spans)).rejects.toThrow('9992-spans failed');
        await waitForWaiting('create index concurrently %_op%');
        await db.pool.query(
          `insert into spans (project_id, id, timestamp, trace_id, span_uuid, name, status, start_time, end_time, duration)
         values (1, '00000526-5c00-7000-8000-000000000000', now(), 't', 's', 'n', 'ok', now(), now(), 1)`,
        );
        await killWaiting('create index concurrently %_op%');
        await killed;
      });
      const done = await indexState(`${first}_op`);
      expect(done).toMatchObject({ valid: true });
      expect(await indexState('spans_op')).toMatchObject({ valid: false });
      expect(await run(table, index, spans)).toEqual(['9992-spans']);
      expect(await indexState(`${first}_op`)).toEqual(done);
      for (const name of ['spans_op', `${second}_op`, `${third}_op`]) {
        expect(await indexState(name)).toMatchObject({ valid: true });
      }
      const later = { tables: ['spans'], interval: 'day', fromMs: 5 * DAY_MS, throughMs: 5 * DAY_MS } as const;
      await ensurePartitions(db, later);
      const { rows } = await db.pool.query(
        `select from pg_index i join pg_inherits h on h.inhrelid = i.indexrelid
       where h.inhparent = 'spans_op'::regclass and i.indisvalid`,
      );
      expect(rows).toHaveLength(4);
    },
  );
});

/** Runs `work` while another session does what `statement` does in a transaction, such as holding a lock. */
async function during(statement: string, work: () => Promise<void>): Promise<void> {
  const client: PoolClient = await db.pool.connect();
  try {
    await client.query(`begin isolation level repeatable read; ${statement}`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** Resolves when a session runs a statement like this one and waits for another; then ends the session on the server. */
async function killWaiting(like: string): Promise<void> {
  await waitForWaiting(like);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query ilike $1`,
    [like],
  );
}

async function names(): Promise<readonly string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select name from schema_migrations where name > '999' order by 1`,
  );
  return rows.map(({ name }) => name);
}

async function indexState(name: string): Promise<{ oid: number; valid: boolean } | undefined> {
  const { rows } = await db.pool.query<{ oid: number; valid: boolean }>(
    'select indexrelid::int as oid, indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  return rows[0];
}

function waitForWaiting(like: string): Promise<unknown> {
  return waitFor(async () => {
    const { rows } = await db.pool.query(
      `select from pg_stat_activity where datname = current_database() and query ilike $1 and wait_event_type = 'Lock'`,
      [like],
    );
    return rows.length > 0;
  });
}

function run(...steps: readonly (typeof index | typeof table)[]): Promise<readonly string[]> {
  return migrateToLatest(db, undefined, [...MIGRATIONS, ...steps]);
}
