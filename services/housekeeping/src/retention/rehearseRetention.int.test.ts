import { expect, test } from '@jest/globals';
import { createOrganization, createProject, ensurePartitions, listPartitions, updateOrganization } from '@sluice/db';
import { silentLogger } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { DEFAULT_HOUSEKEEPING_CONFIG } from '../config.js';
import { rehearseRetention } from './rehearseRetention.js';
import { retain } from './retain.js';

const DAY_MS = 86_400_000;
const database = useDatabase();

test('the rehearsal shows what a run deletes, with a shorter retention of an organization, and deletes nothing', async () => {
  const { db } = database;
  const now = Date.now();
  const daysAgo = (days: number): number => now - days * DAY_MS;
  await createOrganization(db, 'brief');
  await updateOrganization(db, 'brief', { retentionDays: 10 });
  const { project } = await createProject(db, { organization: 'brief', project: 'web' });
  await createOrganization(db, 'usual');
  const range = { interval: 'day', fromMs: daysAgo(40), throughMs: now } as const;
  await ensurePartitions(db, { tables: ['logs', 'receipts'], ...range });
  for (const days of [39, 20, 12, 5]) {
    await db.pool.query(
      `insert into logs (project_id, id, timestamp, level, message)
       values ($1, (lpad(to_hex($2::bigint), 12, '0') || '80008000000000000000')::uuid, now(), 'info', '')`,
      [project.id, daysAgo(days)],
    );
  }
  await db.pool.query(
    `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id, touched_at)
     select 1, id, '', 'error', 1, now(), now(), id, now() - 80 * interval '1 day' from (values (gen_random_uuid())) as t(id)`,
  );
  await db.pool.query('analyze logs');
  const before = await contents();

  const today = await rehearseRetention(db, DEFAULT_HOUSEKEEPING_CONFIG, now);
  const logs = today.partitions.filter(({ name }) => name.startsWith('logs_p'));
  expect(logs.length).toBeGreaterThanOrEqual(10);
  expect(logs.every(({ to, bytes }) => Date.parse(to) <= daysAgo(30) && bytes > 0)).toBe(true);
  expect(logs.reduce((sum, { rows }) => sum + (rows ?? 0), 0)).toBe(1);
  expect(today.partitions.filter(({ name }) => name.startsWith('receipts_p')).length).toBeGreaterThan(logs.length);
  expect(today.organizations).toMatchObject([{ organization: 'brief', rows: { logs: 2 } }]);
  expect(today.stale).toEqual({});

  const later = await rehearseRetention(db, DEFAULT_HOUSEKEEPING_CONFIG, now + 35 * DAY_MS);
  expect(later.partitions.length).toBe((await listPartitions(db)).length);
  expect(later.stale).toEqual({ issues: 1 });
  expect(await contents()).toEqual(before);

  const signal = new AbortController().signal;
  await retain(db, DEFAULT_HOUSEKEEPING_CONFIG, { now, logger: silentLogger, signal });
  expect(await rehearseRetention(db, DEFAULT_HOUSEKEEPING_CONFIG, now)).toMatchObject({
    partitions: [],
    organizations: [],
    stale: {},
  });
  const { rows } = await db.pool.query('select from logs');
  expect(rows).toHaveLength(1);
});

/** Everything that a rehearsal may not change. */
async function contents(): Promise<unknown> {
  const { rows } = await database.db.pool.query('select count(*) from logs union all select count(*) from issues');
  return { rows, partitions: (await listPartitions(database.db)).map(({ name }) => name) };
}
