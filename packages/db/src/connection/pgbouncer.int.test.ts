import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  findPgbouncer,
  startTestPgbouncer,
  waitFor,
  type TestDatabase,
  type TestPgbouncer,
} from '@sluice/testkit';
import { sql } from 'kysely';
import { withTaskLock } from './withTaskLock.js';
import { databaseProblem } from '../migrations/databaseProblem.js';
import { migrateToLatest } from '../migrations/migrateToLatest.js';
import { dropPartitionsBefore } from '../partitions/dropPartitionsBefore.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { createDatabase, type Database } from './createDatabase.js';
import { inTransaction } from './inTransaction.js';
import { listenForChanges } from './listenForChanges.js';
import { pingDatabase } from './pingDatabase.js';

const isInstalled = findPgbouncer() !== undefined;
if (!isInstalled) process.stderr.write('SKIPPED pgbouncer.int.test.ts: pgbouncer is not installed\n');

(isInstalled ? describe : describe.skip)('through PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let bouncer: TestPgbouncer;
  let one: Database;
  let other: Database;
  beforeAll(async () => {
    database = await createTestDatabase({ migrated: false });
    bouncer = await startTestPgbouncer(database.url);
    const url = bouncer.urlFor(database.url);
    one = createDatabase({ url, poolSize: 4, applicationName: 'one', statementMs: 1_000 });
    other = createDatabase({ url, poolSize: 4, applicationName: 'other' });
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await bouncer.stop();
    await database.drop();
  });

  test('a database is migrated, partitioned and ready', async () => {
    const applied = await Promise.all([migrateToLatest(one), migrateToLatest(other)]);
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    expect(await databaseProblem(one)).toBeUndefined();
    const now = Date.now();
    const range = { tables: ['logs'], interval: 'day', fromMs: now, throughMs: now } as const;
    const [created] = await Promise.all([ensurePartitions(one, range), ensurePartitions(other, range)]);
    const dropped = await dropPartitionsBefore(one, ['logs'], now + 2 * 86_400_000);
    expect(dropped).toHaveLength(1);
    expect([[], dropped]).toContainEqual(created);
  });

  test('each statement has the bounds of its own database', async () => {
    const setting = sql<{ ms: string }>`select current_setting('statement_timeout') as ms`;
    const seen = async (db: Database): Promise<unknown[]> => {
      const alone = Array.from({ length: 10 }, () => setting.execute(db.kysely));
      const inside = Array.from({ length: 3 }, () => inTransaction(db, (tx) => setting.execute(tx.kysely)));
      return (await Promise.all([...alone, ...inside])).flatMap(({ rows }) => rows.map(({ ms }) => ms));
    };
    const [ofOne, ofOther] = await Promise.all([seen(one), seen(other)]);
    expect([new Set(ofOne), new Set(ofOther)]).toEqual([new Set(['1s']), new Set(['30s'])]);
    await expect(sql`select pg_sleep(20)`.execute(one.kysely)).rejects.toMatchObject({ code: '57014' });
  });

  test('one client at a time has the lock of a task, which is free when that client is gone', async () => {
    await withTaskLock(one, 'sweep', async () => {
      expect(await withTaskLock(other, 'sweep', () => Promise.resolve())).toBe(false);
    });
    expect(await withTaskLock(other, 'sweep', () => Promise.resolve())).toBe(true);
    const lost = withTaskLock(one, 'sweep', () => bouncer.restart());
    await expect(lost).rejects.toThrow();
    await waitFor(() => withTaskLock(other, 'sweep', () => Promise.resolve()).catch(() => false));
  });

  test('notifications arrive over an address of the server, and their absence through PgBouncer is reported', async () => {
    const heard: string[] = [];
    const hints = {
      onChange: (payload: string) => heard.push(payload),
      onListening: () => heard.push('listening'),
      onSilent: (reason: string) => heard.push(reason),
    };
    const direct = listenForChanges(one, 'sluice_settings', hints, { url: database.url });
    await waitFor(() => heard.includes('listening'));
    await direct.stop();
    const pooled = listenForChanges(one, 'sluice_settings', hints, { heardMs: 200 });
    await waitFor(() => heard.length > 1);
    await pooled.stop();
    expect(heard).toEqual(['listening', 'unheard']);
  });

  test('a pool recovers when PgBouncer has been restarted', async () => {
    expect(await pingDatabase(one)).toBeUndefined();
    await bouncer.restart();
    await waitFor(async () => (await pingDatabase(one)) === undefined);
  });
});
