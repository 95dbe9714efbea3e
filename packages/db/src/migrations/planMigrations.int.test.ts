import { expect, test } from '@jest/globals';
import { createTestDatabase, isCitusRun, useDatabase } from '@sluice/testkit';
import type { PoolClient } from 'pg';
import { inTransaction } from '../connection/inTransaction.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { MIGRATIONS } from './all.js';
import { migrateToLatest } from './migrateToLatest.js';
import { planMigrations } from './planMigrations.js';

const database = useDatabase({ migrated: false });

class Undo extends Error {}

/** Locks of this session on tables that exist for others, without those that only reads take. */
const HELD = `
  select c.relname as table, upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\\1 \\2', 'g')) as mode
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted and l.mode <> 'AccessShareLock' and l.mode <> 'RowShareLock'
    and c.relname = any($1) and not c.relispartition and c.relname <> 'schema_migrations'`;

// Citus takes stronger locks itself, for example of a table that a foreign key names.
(isCitusRun() ? test.skip : test)('the planned locks of every migration are those that PostgreSQL takes', async () => {
  const { db } = database;
  for (const [index, migration] of MIGRATIONS.entries()) {
    const steps = MIGRATIONS.slice(0, index + 1);
    const [plan, ...others] = await planMigrations(db, steps);
    expect(others).toEqual([]);
    expect(plan?.name).toBe(migration.name);
    const { rows } = await db.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind in ('r', 'p')`,
    );
    const tables = rows.map(({ name }) => name);
    const builds = migration.indexes ?? [];
    const undone = inTransaction(db, async ({ client }) => {
      for (const statement of migration.statements({ lz4: false })) await client.query(statement);
      const held = await heldLocks(client, tables);
      const planned = Object.fromEntries((plan?.locks ?? []).map(({ table, mode }) => [table, mode]));
      // A build of an index has its lock before the transaction.
      const built = Object.fromEntries(builds.map(({ table }) => [table, 'SHARE UPDATE EXCLUSIVE']));
      expect({ name: migration.name, locks: planned }).toEqual({ name: migration.name, locks: { ...built, ...held } });
      throw new Undo();
    });
    await expect(undone).rejects.toThrow(Undo);
    expect(await migrateToLatest(db, undefined, steps)).toEqual([migration.name]);
    if (migration.name === '0011-make-partition') {
      const now = Date.now();
      await ensurePartitions(db, { tables: ['spans'], interval: 'day', fromMs: now, throughMs: now });
    }
  }
  expect(await planMigrations(db)).toEqual([]);
});

test('a plan says what waits, and leaves out tables that the run creates', async () => {
  const empty = await createTestDatabase({ migrated: false });
  expect((await planMigrations(empty.db)).flatMap(({ locks }) => locks)).toEqual([]);
  await migrateToLatest(empty.db, undefined, MIGRATIONS.slice(0, 25));
  const [spans, releases] = await planMigrations(empty.db);
  expect(spans).toEqual({
    name: '0026-trace-arrivals',
    builds: [{ index: 'spans_trace_arrival', table: 'spans' }],
    locks: [{ table: 'spans', mode: 'ACCESS EXCLUSIVE', blocksWrites: true, blocksReads: true }],
    statements: 1,
  });
  expect(releases?.locks).toContainEqual({
    table: 'issue_changes',
    mode: 'SHARE UPDATE EXCLUSIVE',
    blocksWrites: false,
    blocksReads: false,
  });
  expect(await migrateToLatest(empty.db)).toHaveLength(MIGRATIONS.length - 25);
  await empty.drop();
});

async function heldLocks(client: PoolClient, tables: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ table: string; mode: string }>(HELD, [tables]);
  const order = ['ROW EXCLUSIVE', 'SHARE UPDATE EXCLUSIVE', 'SHARE', 'SHARE ROW EXCLUSIVE', 'ACCESS EXCLUSIVE'];
  const strongest: Record<string, string> = {};
  for (const { table, mode } of rows) {
    if (order.indexOf(mode) > order.indexOf(strongest[table] ?? '')) strongest[table] = mode;
  }
  return strongest;
}
