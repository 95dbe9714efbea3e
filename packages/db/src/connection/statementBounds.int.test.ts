import { describe, expect, test } from '@jest/globals';
import { useDatabase, useResource } from '@sluice/testkit';
import { sql } from 'kysely';
import { createDatabase } from './createDatabase.js';
import { inTransaction } from './inTransaction.js';

const database = useDatabase({ migrated: false });
const db = useResource(
  () => createDatabase({ url: database.url, poolSize: 1, applicationName: 'test', statementMs: 700, lockMs: 300 }),
  (started) => started.close(),
);

const settings = sql<{ name: string; setting: string }>`
  select name, setting from pg_settings where name in
    ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`;

describe('the bounds of statements', () => {
  test('apply to a single statement and to a transaction, and not to the session', async () => {
    expect(valuesOf(await settings.execute(db.kysely))).toEqual(['0', '300', '700']);
    expect(valuesOf(await inTransaction(db, (tx) => settings.execute(tx.kysely)))).toEqual(['1400', '300', '700']);
    expect(valuesOf(await db.pool.query(settings.compile(db.kysely).sql))).toEqual(['0', '0', '0']);
  });

  test('cancel a single statement on the server, whose connection remains usable', async () => {
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const [before] = (await pid.execute(db.kysely)).rows;
    await expect(sql`select pg_sleep(20)`.execute(db.kysely)).rejects.toMatchObject({ code: '57014' });
    expect((await pid.execute(db.kysely)).rows).toEqual([before]);
  });

  test('cancel a single statement that waits for a lock', async () => {
    await database.db.pool.query('create table locked (n int)');
    await inTransaction(database.db, async ({ client }) => {
      await client.query('lock table locked');
      await expect(sql`select from locked`.execute(db.kysely)).rejects.toMatchObject({ code: '55P03' });
    });
  });

  test('a single statement has its parameters, rows and errors', async () => {
    const { rows } = await sql`select ${7}::int as n, ${'x'}::text as t union all select 8, null`.execute(db.kysely);
    expect(rows).toEqual([
      { n: 7, t: 'x' },
      { n: 8, t: null },
    ]);
    await expect(sql`select ${'x'}::int`.execute(db.kysely)).rejects.toMatchObject({ code: '22P02' });
    await expect(sql`selec 1`.execute(db.kysely)).rejects.toMatchObject({ code: '42601' });
    expect((await sql`create table kept (n int)`.execute(db.kysely)).rows).toEqual([]);
    expect((await sql`insert into kept values (1), (2)`.execute(db.kysely)).numAffectedRows).toBe(2n);
  });
});

function valuesOf({ rows }: { readonly rows: readonly { readonly setting: string }[] }): readonly string[] {
  return rows.map(({ setting }) => setting);
}
