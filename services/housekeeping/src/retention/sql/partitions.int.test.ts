import { beforeEach, describe, expect, test } from '@jest/globals';
import { isCitusRun, waitFor, ARRIVAL, batchId, eventId, spanRow, useDatabase } from '@sluice/testkit';
import {
  inTransaction,
  createOrganization,
  createProject,
  TABLE_OF,
  claimReceipts,
  copyRows,
  dropPartitionsBefore,
  ensurePartitions,
  listPartitions,
  DAY_TABLES,
  PARTITIONED_TABLES,
  type PartitionInterval,
  type PartitionedTable,
  retentionBounds,
} from '@sluice/db';
import { deleteExpiredRows } from './deleteExpiredRows.js';

const HOUR = 3_600_000;
/** What Citus adds to the names of tables on nodes. */
const SHARD = /_\d{6}$/;
const DAY = 24 * HOUR;
const MIDNIGHT = ARRIVAL - (ARRIVAL % DAY);

describe('partitions', () => {
  const { db } = useDatabase({ poolSize: 12 });
  beforeEach(async () => {
    for (const { name } of await listPartitions(db)) await db.pool.query(`drop table ${name}`);
    await db.pool.query('truncate organizations, projects cascade');
  });

  test('every table gets the days asked for, once', async () => {
    const created = await ensure(PARTITIONED_TABLES, 'day', ARRIVAL, ARRIVAL + 2 * DAY);
    expect(created).toHaveLength(PARTITIONED_TABLES.length * 3);
    expect(await names('logs')).toEqual(['logs_p20261120', 'logs_p20261121', 'logs_p20261122']);
    expect(await ensure(PARTITIONED_TABLES, 'day', ARRIVAL, ARRIVAL + 2 * DAY)).toEqual([]);
    expect(await listPartitions(db, 'spans')).toMatchObject([
      { table: 'spans', name: 'spans_p20261120', fromMs: MIDNIGHT, toMs: MIDNIGHT + DAY, detaching: false },
      {},
      {},
    ]);
  });

  test('append-only tables are analyzed less often, by a smaller sample, and without irrelevant columns', async () => {
    await ensure(PARTITIONED_TABLES, 'day', ARRIVAL);
    const { rows } = await db.pool.query<{
      name: string;
      options: string[] | null;
      unsampled: string[];
      targets: (number | null)[];
    }>(`
      select inhparent::regclass::text as name, c.reloptions as options,
        array(select attname::text from pg_attribute where attrelid = c.oid and attnum > 0 and attstattarget = 0 order by 1) as unsampled,
        array(select distinct attstattarget from pg_attribute where attrelid = c.oid and attnum > 0 order by 1) as targets
      from pg_inherits join pg_class c on c.oid = inhrelid
      where c.relkind = 'r'`);
    const of = (table: string) => rows.find(({ name }) => name === table);
    for (const table of [...Object.values(TABLE_OF), 'receipts']) {
      expect(of(table)?.options).toContain('autovacuum_analyze_scale_factor=1');
    }
    expect(of('exceptions')?.unsampled).toEqual(['breadcrumbs', 'contexts', 'payload', 'tags']);
    expect(of('replays')?.unsampled).toEqual(['contexts', 'events', 'tags']);
    for (const table of Object.values(TABLE_OF)) expect(of(table)?.targets).toEqual([0, 20]);
    expect(of('traces')?.options).toContain('fillfactor=70');
    const { rows: columns } = await db.pool.query<{ name: string }>(`
      select distinct attname::text as name from pg_inherits join pg_attribute on attrelid = inhrelid
      where atttypid = 'jsonb'::regtype and attstattarget is distinct from 0
        and inhparent = any(array['exceptions', 'spans', 'logs', 'hits', 'replays']::regclass[])`);
    expect(columns).toEqual([]);
  });

  test('hours before and after midnight have separate partitions; traces have daily ones', async () => {
    await ensure(['spans', 'traces'], 'hour', MIDNIGHT - 1, MIDNIGHT);
    expect(await names()).toEqual(['spans_p2026111923', 'spans_p2026112000', 'traces_p20261119', 'traces_p20261120']);
    await storeSpan(eventId(0, 'a', MIDNIGHT - 1));
    await storeSpan(eventId(0, 'a', MIDNIGHT));
    const { rows } = await db.pool.query<{ at: string }>(
      'select tableoid::regclass::text as at from spans order by id',
    );
    expect(rows.map(({ at }) => at.replace(SHARD, ''))).toEqual(['spans_p2026111923', 'spans_p2026112000']);
  });

  test.each([0, 1, 15 * 60_000 - 1, HOUR - 1])(
    'a part that arrived %d ms after an hour finds room for its receipt, whose id is of the window before',
    async (afterMs) => {
      const arrivalMs = MIDNIGHT + afterMs;
      await ensure(['receipts'], 'hour', arrivalMs);
      const key = { projectId: '1', batchId: batchId('b', arrivalMs), type: 'span' } as const;
      expect(await inTransaction(db, (tx) => claimReceipts(tx, [key]))).toEqual([true]);
    },
  );

  test('ten concurrent runs create each partition once, while rows are stored', async () => {
    await ensure(['spans'], 'day', ARRIVAL);
    const storing = Array.from({ length: 30 }, (_, index) => storeSpan(eventId(index, 'busy')));
    const results = await Promise.all(
      Array.from({ length: 10 }, () => ensure(PARTITIONED_TABLES, 'day', ARRIVAL, ARRIVAL + DAY)),
    );
    await Promise.all(storing);
    const created = results.flat();
    expect(new Set(created).size).toBe(created.length);
    expect(created).toHaveLength(2 * PARTITIONED_TABLES.length - 1);
  });

  test('a writer that holds the parent does not keep a partition from being attached', async () => {
    await ensure(['spans'], 'day', ARRIVAL);
    await inTransaction(db, async (tx) => {
      await copyRows(tx, 'spans', [spanRow(1, { id: eventId(1, 'open') })]);
      expect(await ensure(['spans'], 'day', ARRIVAL + DAY)).toEqual(['spans_p20261121']);
    });
  });

  test('from days to hours and back, gaps are filled and nothing overlaps', async () => {
    await ensure(['logs'], 'hour', MIDNIGHT + 20 * HOUR, MIDNIGHT + 21 * HOUR);
    await ensure(['logs'], 'day', MIDNIGHT, MIDNIGHT + DAY);
    expect(await names('logs')).toHaveLength(24 + 1);
    await ensure(['logs'], 'hour', MIDNIGHT, MIDNIGHT + 2 * DAY);
    const partitions = await listPartitions(db, 'logs');
    expect(partitions).toHaveLength(24 + 1 + 1);
    expect(partitions.reduce((total, { fromMs, toMs }) => total + toMs - fromMs, 0)).toBe(2 * DAY + HOUR);
  });

  test('a range of thousands of partitions is refused', async () => {
    await expect(ensure(['logs'], 'hour', 0, ARRIVAL)).rejects.toThrow(RangeError);
  });

  test('expired partitions are dropped with their rows; others stay', async () => {
    await ensure(PARTITIONED_TABLES, 'day', ARRIVAL - 2 * DAY, ARRIVAL);
    await storeSpan(eventId(0, 'a', ARRIVAL - 2 * DAY));
    await storeSpan(eventId(0, 'a', ARRIVAL));
    expect(await dropPartitionsBefore(db, ['spans', 'logs'], MIDNIGHT)).toEqual([
      'logs_p20261118',
      'logs_p20261119',
      'spans_p20261118',
      'spans_p20261119',
    ]);
    expect(await names('spans')).toEqual(['spans_p20261120']);
    expect(await names('hits')).toHaveLength(3);
    expect(await db.kysely.selectFrom('spans').select('id').execute()).toHaveLength(1);
  });

  // On Citus a partition is dropped at once, so that no removal is ever half done.
  const testDetaching = isCitusRun() ? test.skip : test;

  /** Begins to remove a partition and loses the connection half-way. */
  const detachHalf = (table: PartitionedTable, name: string): Promise<void> =>
    inTransaction(db, async (reader) => {
      await reader.client.query(`select 1 from ${table}`);
      // It waits for the reader; ending its session there leaves the partition half detached.
      const client = await db.pool.connect();
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const detaching = client.query(`alter table ${table} detach partition ${name} concurrently`).catch(() => 0);
      await waitFor(async () => (await listPartitions(db, table)).some((partition) => partition.detaching));
      await db.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await detaching;
      client.release(true);
    });

  testDetaching('a partition whose removal was interrupted is attached again with its rows if needed', async () => {
    await ensure(['spans'], 'day', ARRIVAL);
    await storeSpan(eventId(0));
    await detachHalf('spans', 'spans_p20261120');
    await expect(storeSpan(eventId(1))).rejects.toThrow('no partition');
    const results = await Promise.all([ensure(['spans'], 'day', ARRIVAL), ensure(['spans'], 'day', ARRIVAL)]);
    expect(results.flat()).toEqual(['spans_p20261120']);
    await storeSpan(eventId(1));
    expect(await db.kysely.selectFrom('spans').select('id').execute()).toHaveLength(2);
  });

  testDetaching('a removal that was interrupted at any point is taken up again', async () => {
    await ensure(['hits'], 'day', ARRIVAL - 3 * DAY, ARRIVAL - DAY);
    await db.pool.query('alter table hits detach partition hits_p20261117');
    await detachHalf('hits', 'hits_p20261119');
    expect(await dropPartitionsBefore(db, ['hits'], MIDNIGHT)).toEqual([
      'hits_p20261117',
      'hits_p20261118',
      'hits_p20261119',
    ]);
    expect(await names('hits')).toEqual([]);
  });

  testDetaching('a detached partition is attached again with its rows if needed', async () => {
    await ensure(['spans'], 'day', ARRIVAL);
    await storeSpan(eventId(0));
    await db.pool.query('alter table spans detach partition spans_p20261120');
    expect(await ensure(['spans'], 'day', ARRIVAL)).toEqual(['spans_p20261120']);
    expect(await db.kysely.selectFrom('spans').select('id').execute()).toHaveLength(1);
  });

  test('an organization with a shorter retention loses its old rows only, in batches', async () => {
    await ensure(PARTITIONED_TABLES, 'day', ARRIVAL - DAY, ARRIVAL);
    const { id } = await createOrganization(db, 'short');
    const { project } = await createProject(db, { organization: 'short', project: 'p' });
    const row = (index: number, projectId: string, arrivalMs: number) =>
      spanRow(index, { project_id: projectId, id: eventId(index, projectId, arrivalMs) });
    await inTransaction(db, (tx) =>
      copyRows(tx, 'spans', [
        ...[1, 2, 3].map((index) => row(index, project.id, ARRIVAL - DAY)),
        row(4, project.id, ARRIVAL),
        row(5, '999', ARRIVAL - DAY),
      ]),
    );
    expect(await deleteExpiredRows(db, id, MIDNIGHT, 2)).toBe(2);
    expect(await deleteExpiredRows(db, id, MIDNIGHT, 2)).toBe(1);
    expect(await deleteExpiredRows(db, id, MIDNIGHT, 2)).toBe(0);
    expect(await db.kysely.selectFrom('spans').select('id').execute()).toHaveLength(2);
  });

  test('an organization with a shorter retention loses its old days of derived rows, too; visits expire by themselves', async () => {
    const { id } = await createOrganization(db, 'days');
    const { project } = await createProject(db, { organization: 'days', project: 'p' });
    await ensure(DAY_TABLES, 'day', MIDNIGHT - DAY, MIDNIGHT);
    for (const day of ['2026-11-19', '2026-11-20']) {
      for (const projectId of [project.id, '999']) {
        await db.pool.query(
          `with t as (insert into traces values ($1, $2, 't', now(), now(), 1, 0, '[]', '{}')),
             m as (insert into metric_points values ($1, $2, 'lcp', '', '', $2, 0, gen_random_uuid(), 1, 1, 1, 1, '')),
             v as (insert into visit_keys values ($1, $2, '', 'v', 'k'))
           insert into replay_sessions values ($1, $2, 'r', gen_random_uuid(), 0, gen_random_uuid())`,
          [projectId, day],
        );
      }
    }
    expect(await deleteExpiredRows(db, id, MIDNIGHT + HOUR, 10)).toBe(3);
    const { rows } = await db.pool.query<Record<string, string>>(
      `select ${DAY_TABLES.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
    );
    expect(rows).toEqual([{ traces: '3', metric_points: '3', replay_sessions: '3', visit_keys: '4' }]);
  });

  test('the bounds of retention are over all organizations', async () => {
    expect(await retentionBounds(db)).toEqual({ shortest: 30, longest: 30 });
    await createOrganization(db, 'long', { retentionDays: 90 });
    await createOrganization(db, 'short', { retentionDays: 7 });
    expect(await retentionBounds(db)).toEqual({ shortest: 7, longest: 90 });
  });

  function ensure(
    tables: readonly PartitionedTable[],
    interval: PartitionInterval,
    fromMs: number,
    throughMs = fromMs,
  ): Promise<readonly string[]> {
    return ensurePartitions(db, { tables, interval, fromMs, throughMs });
  }

  async function names(table?: PartitionedTable): Promise<string[]> {
    return (await listPartitions(db, table)).map(({ name }) => name);
  }

  function storeSpan(id: string): Promise<void> {
    return inTransaction(db, (tx) => copyRows(tx, 'spans', [spanRow(0, { id })]));
  }
});
