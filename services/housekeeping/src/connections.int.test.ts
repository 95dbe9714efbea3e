import { expect, test } from '@jest/globals';
import { createDatabase } from '@sluice/db';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { waitFor, useDatabase, useRedis, useResource } from '@sluice/testkit';
import { DEFAULT_HOUSEKEEPING_CONFIG } from './config.js';
import { EXCLUSIVE_TASKS, HOUSEKEEPING_CONNECTIONS } from './connections.js';
import { createHousekeeping } from './createHousekeeping.js';

const database = useDatabase();
const redis = useRedis();
const db = useResource(
  () => createDatabase({ url: database.url, poolSize: HOUSEKEEPING_CONNECTIONS, applicationName: 'test' }),
  (started) => started.close(),
);

test('all tasks run at the start, although each exclusive one holds a connection for its lock', async () => {
  const metrics = createMetrics();
  const { url } = redis;
  const housekeeping = createHousekeeping(
    { db, redisUrl: url, queueRedisUrl: url, logger: silentLogger, metrics, clock: systemClock },
    DEFAULT_HOUSEKEEPING_CONFIG,
  );
  await housekeeping.start();
  const count = async (pattern: RegExp): Promise<number> => ((await metrics.metrics()).match(pattern) ?? []).length;
  // Three tasks need no lock: settings, projection, readings.
  await waitFor(async () => (await count(/^sluice_housekeeping_run_seconds_count\{/gm)) === EXCLUSIVE_TASKS + 3);
  await housekeeping.stop();
  expect(await count(/^sluice_housekeeping_failures_total\{/gm)).toBe(0);
});
