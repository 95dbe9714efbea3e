import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createDepthReader } from '@sluice/queues';
import { createAllowance, createBacklogFlag } from '@sluice/redis';
import { checkReadiness } from '@sluice/runtime';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import { DEFAULT_GATEWAY_CONFIG } from './config.js';
import { log, span } from './testing/events.js';
import {
  newKey,
  newProject,
  send,
  startGateway,
  stubDatabase,
  testProjection,
  type GatewayOptions,
  type Reply,
  type RunningGateway,
  type TestProjection,
} from './testing/gatewayHarness.js';

let redis: TestRedis;
let settings: TestProjection;
let gateways: RunningGateway[];
/** Stops everything else that a test started, after the gateways and in reverse order. */
let cleanups: (() => Promise<void>)[];

beforeEach(async () => {
  redis = await startTestRedis();
  settings = testProjection(redis.url);
  gateways = [];
  cleanups = [];
});
afterEach(async () => {
  await Promise.all(gateways.map((gateway) => gateway.stop()));
  for (const cleanup of cleanups.reverse()) await cleanup();
  await settings.close();
  await redis.stop();
});
const UNAVAILABLE = { success: false, error: { code: 'unavailable' } };

describe('a gateway during an outage of Redis', () => {
  test('answers 503 at once, and is ready again when Redis is back', async () => {
    const gateway = await start();
    const key = await settings.add(newProject());
    await send(gateway.url, key, { events: [log()] });
    await redis.shutdown();
    const reply = await send(gateway.url, key, { events: [log()] });
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '1']);
    expect(reply.body).toMatchObject(UNAVAILABLE);
    expect((await checkReadiness({ checks: gateway.checks, isStopping: () => false })).ready).toBe(false);
    await redis.restart();
    await waitFor(async () => (await statusOf(send(gateway.url, key, { events: [log()] }))) === 202);
  });

  test('closes the connection without an answer within 3 s if Redis freezes during a request; the resend is stored and charged once', async () => {
    const gateway = await start({ config: { redisRetryMs: DEFAULT_GATEWAY_CONFIG.redisRetryMs } });
    const project = newProject({ spikeProtection: false });
    const key = await settings.add(project);
    await send(gateway.url, key, { events: [log()] });
    const body = JSON.stringify({ events: [log()] });
    redis.freeze();
    const first = await statusOf(send(gateway.url, key, body));
    expect(first).toBe('hang_up');
    const metrics = await gateway.metrics.metrics();
    expect(metrics).toContain('sluice_gateway_unanswered_events_total{type="log"} 1');
    expect(metrics).toContain('sluice_gateway_events_total{type="log",outcome="processed",reason=""} 1');
    // The gateway has noticed that the connection is silent: it starts no more calls.
    expect(await statusOf(send(gateway.url, key, body))).toBe(503);
    redis.thaw();
    await waitFor(async () => (await statusOf(send(gateway.url, key, body))) === 202);
    const depth = createDepthReader({ url: redis.url, shards: 1 });
    expect((await depth.read('log')).events).toBe(2);
    await depth.stop();
    const ledger = await createAllowance(settings.client).readLedger(project.organizationId);
    expect(ledger?.accepted).toEqual([expect.objectContaining({ type: 'log', count: 2 })]);
  });

  test('answers 503 and charges nothing if Redis is full', async () => {
    const gateway = await start({ config: { pressureCheckMs: 60_000 } });
    const project = newProject();
    const key = await settings.add(project);
    await send(gateway.url, key, { events: [log()] });
    await settings.client.config('SET', 'maxmemory', '1');
    const reply = await send(gateway.url, key, { events: [log()] });
    expect([reply.status, reply.body]).toMatchObject([503, UNAVAILABLE]);
    await settings.client.config('SET', 'maxmemory', '0');
    const ledger = await createAllowance(settings.client).readLedger(project.organizationId);
    expect(ledger?.accepted).toEqual([expect.objectContaining({ type: 'log', count: 1 })]);
  });

  test('undoes the charge and answers 503 if the Redis of the queues is full', async () => {
    const queues = await startTestRedis();
    cleanups.push(queues.stop);
    const gateway = await start({
      config: { redisQueueUrl: queues.url, pressureCheckMs: 60_000, redisRetryMs: 1_500 },
    });
    const other = testProjection(queues.url);
    cleanups.push(other.close);
    const body = JSON.stringify({ events: [log()] });
    await other.client.config('SET', 'maxmemory', '1');
    const { project, key } = await refusedProject(gateway, body);
    const allowance = createAllowance(settings.client);
    expect((await allowance.readLedger(project.organizationId))?.accepted ?? []).not.toContainEqual(
      expect.objectContaining({ count: 1 }),
    );
    await other.client.config('SET', 'maxmemory', '0');
    expect((await send(gateway.url, key, body)).body).toMatchObject({ processed: 1 });
    expect((await allowance.readLedger(project.organizationId))?.accepted).toEqual([
      expect.objectContaining({ type: 'log', count: 1 }),
    ]);
  });

  test('refuses spans and replays if Redis is filling, and all batches if it is nearly full', async () => {
    const gateway = await start();
    const key = await settings.add(newProject());
    // Ballast, so that the memory of the test itself does not change the share.
    await settings.client.setrange('ballast', 30_000_000, 'x');
    const limit = async (percent: number): Promise<void> => {
      const used = Number(/used_memory:(\d+)/.exec(await settings.client.info('memory'))?.[1]);
      await settings.client.config('SET', 'maxmemory', String(Math.floor((used * 100) / percent)));
    };
    await limit(70);
    const mixed = (): Promise<Reply> => send(gateway.url, key, { events: [span(), log()] });
    const reply = await waitFor(async () => {
      const seen = await mixed();
      return seen.body['rate_limited'] === 1 && seen;
    });
    expect([reply.status, reply.headers.get('x-service-rate-limits')]).toEqual([202, '30:span']);
    await limit(90);
    await waitFor(async () => (await mixed()).status === 503);
    await settings.client.config('SET', 'maxmemory', '0');
    await waitFor(async () => (await mixed()).body['processed'] === 2);
  });
});

describe('a gateway during a backlog', () => {
  test('refuses spans and replays before they are charged while the monitor sets the flag', async () => {
    const gateway = await start();
    const project = newProject();
    const key = await settings.add(project);
    const flag = createBacklogFlag(settings.client);
    await flag.heartbeat(60_000);
    await flag.raise({ holdOffSeconds: 17 }, 60_000);
    const refused = await waitFor(async () => {
      const reply = await send(gateway.url, key, { events: [span()] });
      return reply.status === 429 && reply;
    });
    expect(refused.headers.get('x-service-rate-limits')).toBe('17:span');
    expect(refused.headers.get('retry-after')).toBe('17');
    expect((await send(gateway.url, key, { events: [log(), span()] })).body).toMatchObject({
      processed: 1,
      rate_limited: 1,
    });
    await flag.lower();
    await waitFor(async () => (await send(gateway.url, key, { events: [span()] })).status === 202);
  });

  test('reads the depth of the queues itself while the monitor is dead', async () => {
    const gateway = await start({ config: { backlogEvents: 3 } });
    const key = await settings.add(newProject());
    expect((await send(gateway.url, key, { events: [span(), span(), span()] })).status).toBe(202);
    await waitFor(async () => (await send(gateway.url, key, { events: [span()] })).status === 429);
    await createBacklogFlag(settings.client).heartbeat(60_000);
    await waitFor(async () => (await send(gateway.url, key, { events: [span()] })).status === 202);
  });
});

describe('changed settings', () => {
  test('apply within 2 seconds of a change on every gateway', async () => {
    const [one, two] = await Promise.all([
      start({ config: { settingsRefreshMs: 400 } }),
      start({ config: { settingsRefreshMs: 400 } }),
    ]);
    const project = newProject();
    const key = await settings.add(project);
    const filteredAt = (gateway: RunningGateway) => async (): Promise<boolean> =>
      (await send(gateway.url, key, { events: [log()] })).body['filtered'] === 1;
    expect([await filteredAt(one)(), await filteredAt(two)()]).toEqual([false, false]);
    await settings.projection.put(key, 2, { ...project, settings: { ...project.settings, ingestion: false } });
    await Promise.all([one, two].map((gateway) => waitFor(filteredAt(gateway), { timeoutMs: 2_000 })));
    await settings.projection.put(key, 3, null);
    await waitFor(async () => (await send(one.url, key, { events: [] })).status === 401, { timeoutMs: 2_000 });
  });

  test('apply to a new key that was looked up before within 2 seconds', async () => {
    const gateway = await start({ config: { unknownKeyMs: 600_000, settingsRefreshMs: 400 } });
    await settings.projection.markComplete(600_000);
    const key = newKey();
    expect((await send(gateway.url, key, { events: [] })).status).toBe(401);
    await settings.projection.put(key, 1, newProject());
    await waitFor(async () => (await send(gateway.url, key, { events: [] })).status === 202, { timeoutMs: 2_000 });
  });
});

describe('a gateway during an outage of PostgreSQL', () => {
  test('accepts known keys, also after a restart, and answers 503 for unknown ones, not 401', async () => {
    const database = stubDatabase();
    const first = await start({ database });
    const key = await settings.add(newProject());
    database.isUnavailable = true;
    expect((await send(first.url, key, { events: [log()] })).body).toMatchObject({ processed: 1 });
    const restarted = await start({ database });
    expect((await send(restarted.url, key, { events: [log()] })).body).toMatchObject({ processed: 1 });

    const unknown = newKey();
    expect((await send(restarted.url, unknown, { events: [] })).status).toBe(503);
    database.isUnavailable = false;
    database.keys.set(unknown, newProject());
    expect((await send(restarted.url, unknown, { events: [] })).status).toBe(202);
  });

  test('accepts known keys even if Redis lost the settings', async () => {
    const database = stubDatabase();
    const project = newProject({ ingestion: false });
    // Before the gateway first reads the changes: it would not notice the loss of a list that it never read.
    const key = await settings.add(project);
    const gateway = await start({ database });
    const isProcessed = async (): Promise<boolean> =>
      (await send(gateway.url, key, { events: [log()] })).body['processed'] === 1;
    expect(await isProcessed()).toBe(false);
    await settings.projection.put(key, 2, { ...project, settings: { ...project.settings, ingestion: true } });
    await waitFor(isProcessed);
    database.isUnavailable = true;
    await settings.client.del(...(await settings.client.keys('*')));
    const answers = new Set<boolean>();
    await waitFor(async () => {
      answers.add(await isProcessed());
      return database.keyCalls > 0;
    });
    expect([...answers]).toEqual([true]);
  });

  test('asks once for each unknown key', async () => {
    const database = stubDatabase();
    const gateway = await start({ database, config: { unknownKeyMs: 60_000 } });
    // Afterwards the gateway has read the changes for the first time, which outdates all keys.
    await send(gateway.url, newKey(), {});
    database.keyCalls = 0;
    const unknown = newKey();
    const statuses = await Promise.all(Array.from({ length: 5 }, () => send(gateway.url, unknown, {})));
    expect(new Set(statuses.map(({ status }) => status))).toEqual(new Set([401]));
    expect(database.keyCalls).toBe(1);
  });

  test('finds a new key that a complete projection lacks if PostgreSQL is available', async () => {
    const database = stubDatabase();
    const gateway = await start({ database });
    await settings.projection.markComplete(600_000);
    const key = newKey();
    database.keys.set(key, newProject());
    expect((await send(gateway.url, key, { events: [] })).status).toBe(202);
  });

  test('answers 401 for a key that a complete projection lacks', async () => {
    const database = stubDatabase();
    database.isUnavailable = true;
    const gateway = await start({ database });
    await settings.projection.markComplete(600_000);
    expect((await send(gateway.url, newKey(), {})).status).toBe(401);
  });

  test('creates a provisional ledger at the first batch of an organization', async () => {
    const database = stubDatabase();
    database.isUnavailable = true;
    const gateway = await start({ database });
    const project = newProject();
    const key = await settings.add(project);
    expect((await send(gateway.url, key, { events: [log()] })).body).toMatchObject({ processed: 1 });
    const ledger = await createAllowance(settings.client).readLedger(project.organizationId);
    expect(ledger?.provisional).toBe(true);
  });
});

describe('a stop', () => {
  test('finishes requests in progress and then refuses connections', async () => {
    const gateway = await start();
    const key = await settings.add(newProject());
    let finish = (): void => undefined;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"events":['));
        finish = () => {
          controller.enqueue(new TextEncoder().encode(`${JSON.stringify(log())}]}`));
          controller.close();
        };
      },
    });
    const headers = { 'x-service-auth': `Service service_key=${key}` };
    const begun = fetch(gateway.url, { method: 'POST', body, headers, duplex: 'half' });
    const isRead = await waitFor(async () => {
      const probe = await send(gateway.url, key, { events: [] });
      return probe.status === 202;
    });
    expect(isRead).toBe(true);
    const stopped = gateway.stop();
    await waitFor(async () => (await statusOf(send(gateway.url, key, { events: [] }))) === 'hang_up');
    finish();
    const reply = await begun;
    expect([reply.status, reply.headers.get('connection')]).toEqual([202, 'close']);
    await stopped;
  });
});

/**
 * Adds projects until a batch of one of them is refused: on a busy machine an attempt may be under way when the time of the
 * gateway is over. It is in doubt then, and the client gets no answer.
 */
async function refusedProject(
  gateway: RunningGateway,
  body: string,
): Promise<{ project: ReturnType<typeof newProject>; key: string }> {
  for (;;) {
    const project = newProject();
    const key = await settings.add(project);
    const reply = await send(gateway.url, key, body).catch(() => undefined);
    if (reply === undefined) continue;
    expect(reply.status).toBe(503);
    return { project, key };
  }
}

async function start(options: GatewayOptions = {}): Promise<RunningGateway> {
  const gateway = await startGateway(redis.url, options);
  gateways.push(gateway);
  return gateway;
}

async function statusOf(reply: Promise<Reply>): Promise<number | 'hang_up'> {
  return reply.then(
    ({ status }) => status,
    () => 'hang_up' as const,
  );
}
