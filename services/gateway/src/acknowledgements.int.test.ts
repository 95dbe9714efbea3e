import { expect, test } from '@jest/globals';
import { testDirectory, waitFor, useRedis } from '@sluice/testkit';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { log, span } from './testing/events.js';
import { newProject, send, startGateway, stubDatabase, testProjection } from './testing/gatewayHarness.js';

const redis = useRedis();

test('acknowledged events are stored once: not for resends, and for spooled batches when they are published', async () => {
  const [settings, database] = [testProjection(redis.url), stubDatabase()];
  const spoolDir = path.join(await testDirectory('acknowledgements'), 'spool');
  const gateway = await startGateway(redis.url, { database, config: { spoolDir, redisRetryMs: 1_500 } });
  try {
    const project = newProject();
    const key = await settings.add(project);
    // While Redis is unavailable, keys are looked up in PostgreSQL.
    database.keys.set(key, project);
    await settings.projection.markComplete(600_000);
    const first = { events: [log(), log(), span(), { type: 'x' }] };
    expect((await send(gateway.url, key, first)).body).toMatchObject({ processed: 3 });
    expect((await send(gateway.url, key, first)).body).toMatchObject({ duplicate: true });
    await waitFor(() => database.acknowledged['span'] === 1);
    expect(database.acknowledged).toEqual({ log: 2, span: 1 });

    await redis.kill9();
    await waitFor(async () => (await send(gateway.url, key, { events: [log()] })).status === 202);
    await redis.restart();
    await waitFor(() => (database.acknowledged['log'] ?? 0) > 2, { timeoutMs: 60_000 });
    expect(database.acknowledged).toEqual({ log: 3, span: 1 });
  } finally {
    await gateway.stop();
    await settings.close();
    await rm(path.dirname(spoolDir), { recursive: true, force: true });
  }
}, 120_000);
