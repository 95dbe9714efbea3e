import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { startTcpProxy, waitFor, ensureTestPartitions, eventId, spanRow, useDatabase } from '@sluice/testkit';
import { sql } from 'kysely';
import { copyRows } from '../store/copyRows.js';
import { classifyError } from './classifyError.js';
import { createDatabase, type Database } from './createDatabase.js';
import { inTransaction, withSavepoint, type Tx } from './inTransaction.js';
import { pingDatabase } from './pingDatabase.js';

describe('inTransaction', () => {
  const database = useDatabase();
  const { db } = database;
  beforeAll(() => ensureTestPartitions(db));
  beforeEach(() => db.pool.query('drop table if exists notes; create table notes (n int)'));
  const note = (tx: Tx, n: number): Promise<unknown> => tx.client.query('insert into notes values ($1)', [n]);

  test('commits when the work returns and rolls back when it throws', async () => {
    expect(await inTransaction(db, async (tx) => (await note(tx, 1), 'done'))).toBe('done');
    const failing = inTransaction(db, async (tx) => {
      await note(tx, 2);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await notes()).toEqual([1]);
  });

  test('does not report a commit if a swallowed error has rolled the transaction back', async () => {
    const swallowing = inTransaction(db, async (tx) => {
      await note(tx, 3);
      await tx.client.query('select 1/0').catch(() => undefined);
    });
    await expect(swallowing).rejects.toThrow('rolled back');
    expect(await notes()).toEqual([]);
  });

  test('undoes only the part of a savepoint', async () => {
    await inTransaction(db, async (tx) => {
      await note(tx, 4);
      const part = withSavepoint(tx, async () => {
        await note(tx, 5);
        await tx.client.query('select 1/0');
      });
      expect(classifyError(await thrownBy(part))).toBe('data');
      await withSavepoint(tx, () => note(tx, 6));
    });
    expect(await notes()).toEqual([4, 6]);
  });

  const manyRows = Array.from({ length: 40_000 }, (_, index) => {
    const id = eventId(index % 4_096, `batch ${Math.floor(index / 4_096)}`);
    return spanRow(0, { id, name: 'x'.repeat(500) });
  });
  test.each<[string, (tx: Tx) => Promise<unknown>]>([
    ['select', (tx) => tx.client.query('select pg_sleep(20)')],
    ['copy', (tx) => copyRows(tx, 'spans', manyRows)],
  ])('a backend killed in the middle of a %s is an outage, and the pool goes on', async (command, work) => {
    const error = await thrownBy(
      inTransaction(db, async (tx) => {
        const pid = await pidOf(tx);
        const running = work(tx);
        const kill = `select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and query like $2`;
        const killed = async (): Promise<boolean> => (await db.pool.query(kill, [pid, `${command} %`])).rowCount === 1;
        await Promise.all([running, waitFor(killed, { everyMs: 1 })]);
      }),
    );
    expect(error).toBeDefined();
    expect(classifyError(error)).toBe('outage');
    await waitFor(async () => (await pingDatabase(db)) === undefined);
  });

  test('a query that outlives its time is an outage', async () => {
    const impatient = createDatabase({
      url: database.url,
      poolSize: 1,
      applicationName: 'impatient',
      statementMs: 200,
    });
    expect(classifyError(await thrownBy(sql`select pg_sleep(20)`.execute(impatient.kysely)))).toBe('outage');
    expect(await pingDatabase(impatient)).toBeUndefined();
    await impatient.close();
  });

  test('a server that does not answer is an outage, and its connection is not given to others', async () => {
    const proxy = await startTcpProxy(Number(new URL(database.url).port));
    const url = proxy.urlFor(database.url);
    for (const ask of [
      (silent: Database) => sql`select 1`.execute(silent.kysely),
      (silent: Database) => inTransaction(silent, (tx) => sql`select 1`.execute(tx.kysely)),
    ]) {
      const silent = createDatabase({ url, poolSize: 1, applicationName: 'silent', statementMs: 1_000 });
      expect(await pingDatabase(silent)).toBeUndefined();
      proxy.blackHole();
      const error = await thrownBy(ask(silent));
      proxy.restore();
      expect(error).toMatchObject({ message: 'Query read timeout' });
      expect(classifyError(error)).toBe('outage');
      expect(await pingDatabase(silent)).toBeUndefined();
      await silent.close();
    }
    await proxy.close();
  });

  test('a port without a listener is an outage within the connect timeout', async () => {
    const nowhere = createDatabase({ url: 'postgres://x@127.0.0.1:1/x', poolSize: 1, applicationName: 'nowhere' });
    expect(classifyError(await thrownBy(nowhere.pool.query('select 1')))).toBe('outage');
    expect(await pingDatabase(nowhere)).toContain('PostgreSQL does not answer');
    await nowhere.close();
  });

  test('a full pool is an outage, not an endless wait', async () => {
    const small = createDatabase({ url: database.url, poolSize: 1, applicationName: 'small', connectMs: 1_000 });
    const client = await small.pool.connect();
    expect(classifyError(await thrownBy(small.pool.query('select 1')))).toBe('outage');
    client.release();
    await small.close();
  });

  test('int8 and date are text, timestamptz is a Date', async () => {
    const { rows } = await sql`
      select 9007199254740993::int8 as big, date '2026-11-20' as day,
        timestamptz '2026-11-20 13:00:00.123+01' as moment`.execute(db.kysely);
    expect(rows).toEqual([
      { big: '9007199254740993', day: '2026-11-20', moment: new Date('2026-11-20T12:00:00.123Z') },
    ]);
  });

  async function notes(): Promise<number[]> {
    return (await db.pool.query<{ n: number }>('select n from notes order by n')).rows.map((row) => row.n);
  }
});

async function pidOf(tx: Tx): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx.kysely);
  return rows[0]?.pid ?? 0;
}

async function thrownBy(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}
