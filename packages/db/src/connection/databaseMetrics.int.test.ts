import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createMetrics, type Metrics } from '@sluice/runtime';
import { isCitusRun, waitFor, ensureTestPartitions, spanRow, useDatabase } from '@sluice/testkit';
import { sql } from 'kysely';
import { copyRows } from '../store/copyRows.js';
import { createDatabase, type Database } from './createDatabase.js';
import { inTransaction } from './inTransaction.js';

let db: Database;
let metrics: Metrics;
const database = useDatabase();
beforeAll(() => ensureTestPartitions(database.db));

beforeEach(() => {
  metrics = createMetrics();
  db = open({ name: 'one' });
});
afterEach(() => db.close());

describe('the metrics of a pool', () => {
  // On Citus a transaction has more statements.
  (isCitusRun() ? test.skip : test)(
    'count statements by kind: of Kysely, of the pool, and of transactions with COPY',
    async () => {
      await sql`select 1`.execute(db.kysely);
      await db.pool.query('select 2');
      await inTransaction(db, async (tx) => {
        await copyRows(tx, 'spans', [spanRow(1)]);
        await sql`select 3`.execute(tx.kysely);
      });
      await waitFor(async () => (await counts())['copy'] === 1);
      // The fourth finds that the database is not distributed, once for each pool.
      expect(await counts()).toEqual({ select: 4, control: 1, copy: 1, commit: 1 });
      expect(await samples('sluice_db_pool_wait_seconds_count')).toEqual({
        'sluice_db_pool_wait_seconds_count{pool="one"}': 3,
      });
      expect(await samples('sluice_db_statement_errors_total')).toEqual({});
    },
  );

  test('count failures by class, and the failed statement as well', async () => {
    await expect(db.pool.query("select 'x'::int")).rejects.toThrow('invalid input syntax');
    await expect(sql`select * from nothing`.execute(db.kysely)).rejects.toThrow('does not exist');
    expect(await samples('sluice_db_statement_errors_total')).toEqual({
      'sluice_db_statement_errors_total{pool="one",class="data"}': 1,
      'sluice_db_statement_errors_total{pool="one",class="outage"}': 1,
    });
    expect(await counts()).toEqual({ select: 2 });
  });

  test('show who waits for a connection, and count who gets none', async () => {
    const client = await db.pool.connect();
    const late = db.pool.query('select 1').catch((error: unknown) => String(error));
    const states = { idle: 'pool="one",state="idle"', active: 'pool="one",state="active"' };
    expect(await samples('sluice_db_pool_')).toMatchObject({
      [`sluice_db_pool_connections{${states.idle}}`]: 0,
      [`sluice_db_pool_connections{${states.active}}`]: 1,
      'sluice_db_pool_waiting_callers{pool="one"}': 1,
    });
    expect(await late).toContain('timeout exceeded');
    client.release();
    expect(await samples('sluice_db_pool_')).toMatchObject({
      [`sluice_db_pool_connections{${states.idle}}`]: 1,
      [`sluice_db_pool_connections{${states.active}}`]: 0,
      'sluice_db_pool_waiting_callers{pool="one"}': 0,
      'sluice_db_pool_failures_total{pool="one"}': 1,
    });
  });

  test('distinguish pools that share a registry, and forget a closed one', async () => {
    const two = open({ name: 'two' });
    const nowhere = open({ url: 'postgres://x@127.0.0.1:1/x', name: 'nowhere' });
    await two.pool.query('select 1');
    await expect(nowhere.pool.query('select 1')).rejects.toThrow();
    expect(Object.keys(await samples('sluice_db_pool_waiting_callers'))).toHaveLength(3);
    expect(await samples('sluice_db_pool_failures_total')).toEqual({
      'sluice_db_pool_failures_total{pool="nowhere"}': 1,
    });
    await Promise.all([two.close(), nowhere.close()]);
    expect(Object.keys(await samples('sluice_db_pool_waiting_callers'))).toEqual([
      'sluice_db_pool_waiting_callers{pool="one"}',
    ]);
  });
});

/** Returns the samples whose name and labels begin with `prefix`, as numbers. */
async function samples(prefix: string): Promise<Readonly<Record<string, number>>> {
  const lines = (await metrics.metrics()).split('\n').filter((line) => line.startsWith(prefix));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

async function counts(): Promise<Readonly<Record<string, number>>> {
  return Object.fromEntries(
    Object.entries(await samples('sluice_db_statement_seconds_count')).map(([name, count]) => [
      /statement="(\w+)"/.exec(name)?.[1] ?? '',
      count,
    ]),
  );
}

function open(options: { url?: string; name?: string } = {}): Database {
  return createDatabase({
    url: database.url,
    poolSize: 1,
    connectMs: 200,
    applicationName: 'test',
    metrics,
    ...options,
  });
}
