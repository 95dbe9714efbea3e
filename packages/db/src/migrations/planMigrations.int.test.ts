import { expect, test } from '@jest/globals';
import { createTestDatabase, isCitusRun, useDatabase } from '@sluice/testkit';
import type { PoolClient } from 'pg';
import { inTransaction } from '../connection/inTransaction.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { MIGRATIONS } from './all.js';
import { migrateToLatest } from './migrateToLatest.js';
import type { Migration } from './migration.js';
import { planMigrations } from './planMigrations.js';

const database = useDatabase({ migrated: false });

class Undo extends Error {}

/** Steps after those of a new database, with the kinds of statements that lock a table and leave it. */
const LATER: readonly Migration[] = [
  {
    name: '9990-columns',
    statements: () => [
      'alter table issues add column later text',
      'create index issues_later on issues (project_id, later)',
      'drop index issues_ignored_until',
      'create table later (user_id bigint not null references users)',
    ],
  },
  {
    name: '9991-indexes',
    indexes: [
      { name: 'issue_changes_actor', table: 'issue_changes', on: '(project_id, actor)' },
      { name: 'spans_op', table: 'spans', on: '(project_id, op)' },
    ],
    statements: () => ['drop index spans_previous_trace'],
  },
  {
    name: '9992-rows',
    statements: () => [
      'insert into departed_assignees (project_id, user_id) select project_id, assignee_id from issues where assignee_id = 0',
      'update releases set first_seen = created_at where first_seen < created_at',
      'delete from late_logs where stored_at < now()',
    ],
  },
  {
    name: '9993-triggers',
    statements: () => [
      'create trigger links_later before update on links for each row execute function refuse_revival()',
      'alter table memberships add column later_id bigint references projects',
    ],
  },
];

/** Locks of this session on tables that exist for others, without those that only reads take. */
const HELD = `
  select c.relname as table, upper(regexp_replace(replace(l.mode, 'Lock', ''), '([a-z])([A-Z])', '\\1 \\2', 'g')) as mode
  from pg_locks l join pg_class c on c.oid = l.relation
  where l.pid = pg_backend_pid() and l.granted and l.mode <> 'AccessShareLock' and l.mode <> 'RowShareLock'
    and c.relname = any($1) and not c.relispartition and c.relname <> 'schema_migrations'`;

// Citus takes stronger locks itself, for example of a table that a foreign key names.
(isCitusRun() ? test.skip : test)('the planned locks of every migration are those that PostgreSQL takes', async () => {
  const { db } = database;
  const all = [...MIGRATIONS, ...LATER];
  for (const [index, migration] of all.entries()) {
    const steps = all.slice(0, index + 1);
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
    if (migration === MIGRATIONS.at(-1)) {
      const now = Date.now();
      await ensurePartitions(db, { tables: ['spans'], interval: 'day', fromMs: now, throughMs: now });
    }
  }
  expect(await planMigrations(db, all)).toEqual([]);
});

test('a plan says what waits, and leaves out tables that the run creates', async () => {
  const empty = await createTestDatabase({ migrated: false });
  expect((await planMigrations(empty.db)).flatMap(({ locks }) => locks)).toEqual([]);
  await migrateToLatest(empty.db);
  const steps = [...MIGRATIONS, ...LATER];
  const [columns, indexes] = await planMigrations(empty.db, steps);
  expect(indexes).toEqual({
    name: '9991-indexes',
    builds: [
      { index: 'issue_changes_actor', table: 'issue_changes' },
      { index: 'spans_op', table: 'spans' },
    ],
    locks: [
      { table: 'issue_changes', mode: 'SHARE UPDATE EXCLUSIVE', blocksWrites: false, blocksReads: false },
      { table: 'spans', mode: 'ACCESS EXCLUSIVE', blocksWrites: true, blocksReads: true },
    ],
    statements: 1,
  });
  expect(columns?.locks.map(({ table }) => table)).toEqual(['issues', 'users']);
  expect(await migrateToLatest(empty.db, undefined, steps)).toHaveLength(LATER.length);
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
