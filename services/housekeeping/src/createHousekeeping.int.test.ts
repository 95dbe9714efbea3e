import { afterEach, describe, expect, test } from '@jest/globals';
import {
  addKey,
  createOrganization,
  createProject,
  disableKey,
  ensurePartitions,
  listPartitions,
  PARTITIONED_TABLES,
  updateProject,
} from '@sluice/db';
import { createProjection } from '@sluice/redis';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { useDatabase, useRedis, useRedisClient, useResource, waitFor } from '@sluice/testkit';
import { DEFAULT_HOUSEKEEPING_CONFIG, type HousekeepingConfig } from './config.js';
import { createHousekeeping, type Housekeeping } from './createHousekeeping.js';

const DAY_MS = 86_400_000;

const database = useDatabase({ poolSize: 20 });
const redis = useRedis();
const connection = useRedisClient(redis);
const projection = useResource(() => createProjection(connection.client));
let running: Housekeeping[] = [];

afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  running = [];
});

describe('settings', () => {
  test('that were there before are projected, and the projection is complete', async () => {
    const { key } = await makeProject('before');
    // The projection that another test completed.
    await connection.client.flushall();
    await start();
    await waitFor(() => projection.isComplete());
    await waitFor(() => projection.isFollowed());
    expect(await projection.lookUp(key)).toMatchObject({ state: 'found', project: { organization: 'before' } });
  });

  test.each([
    ['announced', {}],
    ['looked for, where notifications are lost', { settingsPollMs: 400 }],
  ])('that change are in Redis soon: %s', async (how, changes) => {
    const { ref, key } = await makeProject(`changing-${how.slice(0, 3)}`);
    await start({ ...changes, ...(how === 'announced' ? { settingsPollMs: 3_600_000 } : {}) });
    const found = async (): Promise<number | null | undefined> => {
      const entry = await projection.lookUp(key);
      return entry.state === 'found' ? entry.project.settings.eventsPerHour : undefined;
    };
    await waitFor(async () => (await found()) === null);
    if (how !== 'announced') {
      await database.db.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'listen%' and datname = current_database()`,
      );
    }
    await updateProject(database.db, ref, { eventsPerHour: 17 });
    await waitFor(async () => (await found()) === 17);
  });

  test('of disabled and new keys are updated, with two housekeepers running', async () => {
    const { ref, key } = await makeProject('two-housekeepers');
    await Promise.all([start(), start()]);
    await waitFor(async () => (await projection.lookUp(key)).state === 'found');
    await disableKey(database.db, ref, key);
    const added = await addKey(database.db, ref, { label: 'second' });
    await waitFor(async () => (await projection.lookUp(key)).state === 'disabled');
    await waitFor(async () => (await projection.lookUp(added.key)).state === 'found');
  });
});

describe('partitions', () => {
  test('exist for a week ahead; those past every retention go, others lose the rows of shorter ones', async () => {
    const { db } = database;
    const now = Date.now();
    const daysAgo = (days: number): number => now - days * DAY_MS;
    await createOrganization(db, 'keeps-ten', { retentionDays: 10 });
    const { project } = await createProject(db, { organization: 'keeps-ten', project: 'web' });
    await ensurePartitions(db, {
      tables: PARTITIONED_TABLES,
      interval: 'day',
      fromMs: daysAgo(40),
      throughMs: daysAgo(0),
    });
    const insert = (days: number): Promise<unknown> =>
      db.pool.query(
        `insert into logs (project_id, id, timestamp, level, message)
         values ($1, (lpad(to_hex($2::bigint), 12, '0') || '80008000000000000000')::uuid, now(), 'info', $3)`,
        [project.id, daysAgo(days), `${days} days old`],
      );
    for (const days of [20, 11, 9, 1]) await insert(days);
    const housekeeping = await start();
    const partitions = await waitFor(async () => {
      const all = await listPartitions(db);
      const logs = all.filter(({ table }) => table === 'logs');
      const isAhead = Math.max(...logs.map(({ toMs }) => toMs)) >= now + 7 * DAY_MS;
      return isAhead && Math.min(...logs.map(({ toMs }) => toMs)) > daysAgo(30) ? all : undefined;
    });
    const receipts = partitions.filter(({ table }) => table === 'receipts');
    await waitFor(async () => {
      const left = await listPartitions(db, 'receipts');
      return Math.min(...left.map(({ toMs }) => toMs)) > daysAgo(3) - 3_600_000;
    });
    expect(receipts.length).toBeGreaterThan(0);
    await waitFor(async () => {
      const { rows } = await db.pool.query<{ message: string }>('select message from logs order by id');
      return rows.map(({ message }) => message).join() === '9 days old,1 days old';
    });
    await Promise.all(housekeeping.checks.map(async ({ check }) => expect(await check()).toBeUndefined()));
  }, 30_000);
});

describe('a clock that is off', () => {
  test('is a problem of readiness, and removes nothing', async () => {
    const { db } = database;
    const metrics = createMetrics();
    await db.pool.query(
      `insert into issues (project_id, id, title, level, count, first_seen, last_seen, last_event_id)
       select 1, id, 'living', 'error', 1, now(), now(), id from (values (gen_random_uuid())) as t(id)`,
    );
    const ahead = await start({ retentionCheckMs: 10 }, () => Date.now() + 400 * DAY_MS, metrics);
    const failures = (): Promise<string> => metrics.getSingleMetricAsString('sluice_housekeeping_failures_total');
    await waitFor(async () => /task="retention"\} [1-9]/.test(await failures()));
    const periods = await metrics.getSingleMetricAsString('sluice_housekeeping_period_seconds');
    expect(periods).toContain('{task="retention"} 0.01');
    const scheduled = await metrics.getSingleMetricAsString('sluice_housekeeping_scheduled_timestamp_seconds');
    const tasksIn = (text: string): readonly string[] =>
      [...text.matchAll(/task="(.*?)"/g)].map(([, task = '']) => task);
    expect(tasksIn(scheduled)).toEqual(tasksIn(periods));
    // The task has not succeeded: only its schedule shows that it exists.
    expect(await metrics.getSingleMetricAsString('sluice_housekeeping_last_success_timestamp_seconds')).not.toContain(
      'task="retention"',
    );
    expect(await ahead.checks.at(-1)?.check()).toContain('s off PostgreSQL');
    const { rows } = await db.pool.query(`select from issues where title = 'living'`);
    expect(rows).toHaveLength(1);
  });
});

describe('outages', () => {
  test('of Redis are waited out', async () => {
    const { ref, key } = await makeProject('outlasting');
    const housekeeping = await start();
    await waitFor(async () => (await projection.lookUp(key)).state === 'found');
    await redis.shutdown();
    await waitFor(async () => (await housekeeping.checks[0]?.check()) !== undefined);
    await updateProject(database.db, ref, { scrub: true });
    await redis.restart();
    await waitFor(async () => {
      const entry = await projection.lookUp(key);
      return entry.state === 'found' && entry.project.settings.scrub;
    });
  }, 30_000);
});

async function start(
  changes: Partial<HousekeepingConfig> = {},
  clock = systemClock,
  metrics = createMetrics(),
): Promise<Housekeeping> {
  const housekeeping = createHousekeeping(
    {
      db: database.db,
      redisUrl: redis.url,
      queueRedisUrl: redis.url,
      logger: silentLogger,
      metrics,
      clock,
    },
    { ...DEFAULT_HOUSEKEEPING_CONFIG, ...changes },
  );
  running.push(housekeeping);
  await housekeeping.start();
  return housekeeping;
}

async function makeProject(
  organization: string,
): Promise<{ ref: { organization: string; project: string }; key: string }> {
  await createOrganization(database.db, organization);
  const ref = { organization, project: 'web' };
  return { ref, key: (await createProject(database.db, ref)).key.key };
}
