import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  citusDatabases,
  citusProblem,
  createTestDatabase,
  isCitusRun,
  startTestCitus,
  waitFor,
  type CitusDatabases,
  type TestCitus,
  ARRIVAL,
  batchId,
  ensureTestPartitions,
  eventId,
  spanRow,
} from '@sluice/testkit';
import { Client } from 'pg';
import { createDatabase, type Database } from '../connection/createDatabase.js';
import { inTransaction } from '../connection/inTransaction.js';
import { listNextErasures, startErasure, requestUserErasure } from '@sluice/erasure';
import { findTombstones } from '../erasure/findTombstones.js';
import { migrateToLatest } from '../migrations/migrateToLatest.js';
import { ensurePartitions } from '../partitions/ensurePartitions.js';
import { createDatabaseRoles, grantDatabaseRoles } from '../roles/grantDatabaseRoles.js';
import { addUsage } from '@sluice/accounting';
import { claimReceipts } from '../store/claimReceipts.js';
import { copyRows } from '../store/copyRows.js';
import { distributeNewTables, distributeTables, KEPT_LOCAL } from './distributeTables.js';
import { groupByShard, shardsOf } from './shards.js';

// On a run on Citus every database has the extension.
(isCitusRun() ? test.skip : test)(
  'a database without the extension is not distributed, and the error says what to do',
  async () => {
    const plain = await createTestDatabase({ migrated: false });
    try {
      await expect(distributeTables(plain.db)).rejects.toThrow(/does not have the extension citus: set shared_preload/);
      expect(await distributeNewTables(plain.db)).toEqual([]);
      expect(await shardsOf(plain.db, ['1'])).toBeUndefined();
    } finally {
      await plain.drop();
    }
  },
);

const problem = citusProblem();
const NAME = `sluice_distributed_${process.pid}`;

(problem === undefined ? describe : describe.skip)(
  `a Citus cluster${problem === undefined ? '' : ` (${problem})`}`,
  () => {
    let citus: TestCitus | undefined;
    let databases: CitusDatabases;
    let db: Database;
    beforeAll(async () => {
      const { CITUS_URL: existing } = process.env;
      citus = existing === undefined ? await startTestCitus() : undefined;
      databases = await citusDatabases(existing ?? citus?.url ?? '');
      db = createDatabase({
        url: await databases.create(NAME),
        poolSize: 4,
        applicationName: 'test',
        statementMs: 60_000,
      });
      await migrateToLatest(db);
    }, 120_000);
    afterAll(async () => {
      await db.close();
      await databases.drop(NAME);
      await citus?.stop();
    }, 60_000);

    const distributed = async (): Promise<readonly string[]> => {
      const { rows } = await db.pool.query<{ name: string }>(
        `select logicalrelid::text as name from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid
       where partmethod = 'h' and not c.relispartition order by 1`,
      );
      return rows.map(({ name }) => name);
    };

    test('gets every table with a project, colocated, once, and those that come later', async () => {
      const first = await distributeTables(db, { shards: 4 });
      expect(first).toEqual(expect.arrayContaining(['exceptions', 'usage', 'issues', 'receipts', 'erasures']));
      expect(await distributed()).toEqual([...first].sort());
      for (const name of Object.keys(KEPT_LOCAL)) expect(first).not.toContain(name);
      expect(await distributeTables(db)).toEqual([]);
      const { rows } = await db.pool.query(
        'select distinct colocationid from pg_dist_partition where partmethod = $1',
        ['h'],
      );
      expect(rows).toHaveLength(1);
      await db.pool.query('create table widgets (project_id bigint, id int, primary key (project_id, id))');
      await db.pool.query('create table gadgets (id int primary key)');
      expect(await distributeNewTables(db)).toEqual(['widgets']);
      await ensureTestPartitions(db);
      const { rows: parts } = await db.pool.query(
        `select count(*)::int as shards from pg_dist_shard where logicalrelid = 'spans_p20261120'::regclass`,
      );
      expect(parts).toEqual([{ shards: 4 }]);
    }, 120_000);

    test('stores the events of all projects, by shard, on both nodes', async () => {
      await ensureTestPartitions(db);
      const projects = Array.from({ length: 12 }, (_, index) => String(index + 1));
      const groups = await groupByShard(db, projects, (project) => project);
      expect(groups.length).toBeGreaterThan(1);
      const shards = await shardsOf(db, projects);
      expect(new Set([...(shards?.values() ?? [])].map(({ node }) => node)).size).toBe(2);
      for (const { items } of groups)
        await inTransaction(db, async (tx) => {
          const keys = items.map((projectId) => ({ projectId, batchId: batchId(projectId), type: 'span' as const }));
          expect(await claimReceipts(tx, keys)).toEqual(items.map(() => true));
          await copyRows(
            tx,
            'spans',
            items.map((project_id) => spanRow(0, { project_id, id: eventId(0, project_id) })),
          );
          const usage = { type: 'span', outcome: 'processed', reason: '', hour: 494_000, epoch: '', count: 1 } as const;
          await addUsage(
            tx,
            items.map((projectId) => ({ ...usage, projectId, arrivalMs: ARRIVAL })),
          );
        });
      const { rows } = await db.pool.query('select count(*)::int as spans from spans');
      expect(rows).toEqual([{ spans: projects.length }]);
    });

    test('an erasure begins after the transactions that did not see it, wherever more transactions were counted', async () => {
      const coordinator = db.pool.options.connectionString ?? '';
      const { rows } = await db.pool.query<{ host: string; port: string }>(
        'select nodename as host, nodeport::text as port from pg_dist_node where groupid > 0',
      );
      const nodes = rows.map(
        (node) => Object.assign(new URL(coordinator), { hostname: node.host, port: node.port }).href,
      );
      for (const counting of [nodes, [coordinator]]) {
        await Promise.all(counting.map((url) => countTransactions(url, 20_000)));
        const [erasure, begun] = await inTransaction(db, async (tx) => {
          const key = { projectId: '1', batchId: batchId(counting.join()), type: 'log' as const };
          expect(await claimReceipts(tx, [key])).toEqual([true]);
          await findTombstones(tx, ['1'], () => []);
          await requestUserErasure(db, { projectId: '1', userKey: `id:${counting.length}`, requestedBy: 'test' });
          const [open] = await listNextErasures(db, []);
          return [open, open !== undefined && (await startErasure(db, open))];
        });
        expect(begun).toBe(false);
        await waitFor(async () => erasure !== undefined && (await startErasure(db, erasure)));
        await db.pool.query(`update erasures set state = 'done', finished_at = now() where project_id = 1`);
      }
    }, 60_000);

    test('has the roles of the services, and a worker makes partitions on all nodes', async () => {
      await createDatabaseRoles(db);
      expect(await grantDatabaseRoles(db)).toContain('sluice_logs');
      await db.pool.query('create role distributed_worker login in role sluice_logs');
      const url = new URL(db.pool.options.connectionString ?? '');
      url.username = 'distributed_worker';
      const worker = createDatabase({ url: url.href, poolSize: 2, applicationName: 'worker' });
      try {
        const range = { tables: ['logs'], interval: 'day', fromMs: ARRIVAL, throughMs: ARRIVAL + 86_400_000 } as const;
        expect(await ensurePartitions(worker, range)).toEqual(['logs_p20261121']);
        await expect(worker.pool.query('select from exceptions where project_id = 1')).rejects.toThrow(
          'permission denied',
        );
      } finally {
        await worker.close();
        await db.pool.query('drop role distributed_worker');
      }
    });
  },
);

/** Raises the transaction id of a server. */
async function countTransactions(url: string, count: number): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`do $$ begin
    for i in 1..${count} loop perform pg_current_xact_id(); commit; end loop;
  end $$`);
  await client.end();
}
