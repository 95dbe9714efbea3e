import { beforeAll, describe, expect, test } from '@jest/globals';
import { batchIdOf, type Chunk } from '@sluice/contract';
import { createConsumer, createDepthReader } from '@sluice/queues';
import { createAllowance } from '@sluice/redis';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useRedis, useResource, waitFor } from '@sluice/testkit';
import { batchHash } from './batch/identifyBatch.js';
import { log } from './testing/events.js';
import { newProject, send, useGateway, useProjection } from './testing/gatewayHarness.js';

const DUPLICATE = { success: true, duplicate: true };
const AGENT = { 'user-agent': 'test' };

const redis = useRedis();
const settings = useProjection(redis);
const first = useGateway(redis, { config: { trustedProxies: ['127.0.0.1'] } });
const second = useGateway(redis, { config: { trustedProxies: ['127.0.0.1'] } });
const depth = useResource(
  () => createDepthReader({ url: redis.url, shards: 1 }),
  (started) => started.stop(),
);
const chunks: Chunk[] = [];
const consumer = useResource(
  () => {
    const base = { type: 'log', url: redis.url, shards: 1, maxActiveJobs: 100 } as const;
    return createConsumer({ ...base, logger: silentLogger, metrics: createMetrics() }, ({ parse }) => {
      const chunk = parse();
      if (chunk !== undefined) chunks.push(chunk);
      return Promise.resolve();
    });
  },
  (started) => started.stop(),
);
beforeAll(() => consumer.start());

describe('an identical batch', () => {
  test('is recognized by every gateway and stored once', async () => {
    const key = await settings.add(newProject());
    const body = batchOf('once');
    expect((await send(first.url, key, body)).body).toMatchObject({ success: true, processed: 1, invalid: 1 });
    expect(await send(first.url, key, body)).toMatchObject({ status: 202, body: DUPLICATE });
    expect((await send(second.url, key, body)).body).toEqual(DUPLICATE);
    expect(await partsWith('once')).toHaveLength(1);
  });

  test('is a different batch for another client, agent or project', async () => {
    const project = newProject();
    const key = await settings.add(project);
    // In one organization: batch records are stored with its ledger.
    const neighbour = newProject();
    const other = await settings.add({ ...neighbour, organizationId: project.organizationId });
    const body = batchOf('apart');
    const replies = [
      await send(first.url, key, body, { ...AGENT, 'x-forwarded-for': '1.1.1.1' }),
      await send(first.url, key, body, { ...AGENT, 'x-forwarded-for': '1.1.1.2' }),
      await send(first.url, key, body, { 'user-agent': 'other', 'x-forwarded-for': '1.1.1.1' }),
      await send(first.url, other, body, { ...AGENT, 'x-forwarded-for': '1.1.1.1' }),
    ];
    expect(replies.map((reply) => reply.body['processed'])).toEqual([1, 1, 1, 1]);
    expect(await partsWith('apart')).toHaveLength(4);
    const { accepted = [] } = (await createAllowance(settings.client).readLedger(project.organizationId)) ?? {};
    expect(accepted.map(({ projectId, count }) => [projectId, count])).toEqual(
      expect.arrayContaining([
        [project.projectId, 3],
        [neighbour.projectId, 1],
      ]),
    );
  });

  test('is not recognized if no event was processed', async () => {
    const key = await settings.add(newProject({ eventsPerHour: 0 }));
    const body = batchOf('refused');
    const replies = [await send(first.url, key, body), await send(second.url, key, body)];
    expect(replies.map(({ status, body: { rate_limited: limited } }) => [status, limited])).toEqual([
      [429, 1],
      [429, 1],
    ]);
  });

  test('sent to two gateways at once is answered with one tally', async () => {
    const key = await settings.add(newProject());
    for (let round = 0; round < 25; round += 1) {
      const body = batchOf(`raced ${round}`);
      const replies = await Promise.all([first, second, first, second].map(({ url }) => send(url, key, body)));
      const tallies = replies.filter(({ body: { processed } }) => processed === 1);
      expect([tallies.length, replies.filter(({ body: answer }) => answer['duplicate'] === true).length]).toEqual([
        1, 3,
      ]);
    }
    const jobs = await partsWith('raced 7');
    expect(new Set(jobs.map(({ batch }) => batch)).size).toBe(1);
  });
});

describe('a batch that was charged and not published', () => {
  test('is published by its resend with the recorded verdicts, and charged once', async () => {
    const project = newProject({ eventsPerHour: 1 });
    const key = await settings.add(project);
    // Four minutes ahead: the first request replaced this timestamp by its arrival.
    const body = JSON.stringify({
      events: [log({ timestamp: '2025-06-01T12:04:00Z', payload: { message: 'frozen' } }), log()],
    });
    const arrivalMs = Date.UTC(2025, 5, 1, 12);
    const hash = batchHash(
      { projectId: project.projectId, keyKind: 'public', address: '1.1.1.1', agent: AGENT['user-agent'] },
      Buffer.from(body),
    );
    const allowance = createAllowance(settings.client);
    await allowance.seed(project.organizationId, null);
    const { organizationId, projectId, monthly } = project;
    const who = { organizationId, projectId, monthly, hash, nonce: 'dead', spikeProtection: true };
    const caps = { eventsPerHour: 1, bytesPerHour: null, sizes: [100, 100] };
    const batchId = batchIdOf(arrivalMs, hash);
    await allowance.spend({ ...who, ...caps, batchId, arrivalMs, types: 'll', verdicts: '..', recordTtlMs: 60_000 });

    const headers = { ...AGENT, 'x-forwarded-for': '1.1.1.1' };
    const replies = await Promise.all([first, second].map(({ url }) => send(url, key, body, headers)));
    const answers = replies.map((reply) => reply.body);
    expect(answers).toContainEqual(expect.objectContaining({ processed: 1, rate_limited: 1 }));
    expect(answers).toContainEqual(DUPLICATE);
    const [part] = await partsWith('frozen');
    expect(part).toMatchObject({ batch: batchId, arrival: arrivalMs, indexes: [0], ip: '1.1.1.1', agent: 'test' });
    expect(part?.events[0]?.timestamp).toBe('2025-06-01T12:00:00.000Z');
    const ledger = await allowance.readLedger(organizationId);
    expect(ledger?.accepted).toEqual([expect.objectContaining({ type: 'log', count: 1 })]);
  });
});

describe('a queued part', () => {
  test('contains the cleaned event and everything that was decided', async () => {
    const project = newProject();
    const key = await settings.add(project);
    const message = 'cleaned \uFFFD';
    const body = `{"events":[7,{"type":"log","timestamp":"2999-01-01","tags":{"n":1},"contexts":{"a":null,"__proto__":{"x":1}},"payload":{"message":"cleaned \\u0000"}}]}`;
    const before = Date.now();
    await send(first.url, key, body, { ...AGENT, 'x-forwarded-for': '[::ffff:9.9.9.9]:5' });
    const [part] = await partsWith(message);
    expect(part).toMatchObject({ project: project.projectId, indexes: [1], ip: '9.9.9.9', agent: 'test' });
    const { arrival = 0, events = [] } = part ?? {};
    expect(arrival).toBeGreaterThanOrEqual(before);
    expect(events).toEqual([
      { type: 'log', timestamp: new Date(arrival).toISOString(), tags: { n: '1' }, contexts: {}, payload: { message } },
    ]);
  });
});

/** Resolves with the queued parts of the batch with this message, after all published jobs were consumed. */
async function partsWith(message: string): Promise<Chunk['parts']> {
  await waitFor(async () => (await depth.read('log')).events === 0);
  return chunks
    .flatMap(({ parts }) => parts)
    .filter((part) => part.events.some(({ payload }) => payload['message'] === message));
}

function batchOf(message: string): string {
  return JSON.stringify({ events: [log({ payload: { message } }), { type: 'trace' }, 5] });
}
