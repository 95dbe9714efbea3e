import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHash } from 'node:crypto';
import { batchIdOf, hourOf, type AcceptedEvent, type Json, type Part } from '@sluice/contract';
import { readTrace } from '@sluice/db';
import { DEFAULT_WORKER_CONFIG, type Worker } from '@sluice/drain';
import { createPublisher, type Publisher } from '@sluice/queues';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { createTestDatabase, startTestRedis, waitFor, type TestDatabase, type TestRedis } from '@sluice/testkit';
import { createSpans } from './index.js';

let database: TestDatabase;
let redis: TestRedis;
let publisher: Publisher;
let worker: Worker;

beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  const shared = { lanes: 1, logger: silentLogger, metrics: createMetrics() };
  publisher = createPublisher({ ...shared, url: redis.url, lingerMaxMs: 0, markTtlMs: 60_000 });
  const deps = { db: database.db, redisUrl: redis.url, ...shared, clock: systemClock };
  worker = createSpans(deps, { ...DEFAULT_WORKER_CONFIG, waitMs: 5 });
  await publisher.start();
  await worker.start();
});
afterAll(async () => {
  await worker.stop();
  await publisher.stop();
  await Promise.all([database.drop(), redis.stop()]);
});

/** Publishes the spans as one batch. */
async function send(spans: readonly AcceptedEvent[], name: string): Promise<void> {
  const arrival = Date.now();
  const hash = createHash('sha256').update(name).digest('hex');
  const part: Part = {
    project: '1',
    organization: '1',
    batch: batchIdOf(arrival, hash),
    arrival,
    hour: hourOf(arrival),
    epoch: 'epoch',
    ip: '192.0.2.1',
    agent: 'test',
    indexes: spans.map((_, index) => index),
    events: spans,
  };
  const parts = [{ type: 'span' as const, events: spans.length, json: JSON.stringify(part) }];
  await publisher.publish({ projectId: '1', hash, batchId: part.batch, parts });
}

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

const span = (
  uuid: string,
  second: number,
  more: Readonly<Record<string, Json>>,
  contexts: Json = {},
): AcceptedEvent => ({
  type: 'span',
  timestamp: time(second),
  contexts,
  tags: { [`tag-${uuid}`]: 'x' },
  payload: {
    uuid,
    name: `span ${uuid}`,
    traceId: 't1',
    startTime: time(second),
    endTime: time(second + 1),
    duration: 1_000,
    status: 'ok',
    metrics: { lcp: second, broken: 'x' },
    ...more,
  },
});

describe('spans and their trace (spec 2.3, 2.4)', () => {
  test('spans are stored with their metrics, and join one trace in whatever batches they come', async () => {
    await send([span('c1', 3, { parentId: 'r1', status: 'error' }, { environment: 'child' })], 'one');
    const early = await waitFor(() => readTrace(database.db, '1', 't1'), { what: 'the trace' });
    expect(early).toMatchObject({ spanCount: 1, errorCount: 1, rootCount: 0, environment: 'child' });

    await send(
      [span('r2', 5, {}, { 'user.id': 9, page: 'two' }), span('r1', 2, {}, { environment: 'prod', page: 'one' })],
      'two',
    );
    await send([span('c2', 4, { parentId: 'r2' })], 'three');
    const trace = await waitFor(
      async () => {
        const found = await readTrace(database.db, '1', 't1');
        return found?.spanCount === 4 && found;
      },
      { what: 'all four spans' },
    );
    expect(trace).toMatchObject({ errorCount: 1, rootCount: 2, userKey: 'id:9', environment: 'prod' });
    expect([trace.firstStart.toISOString(), trace.lastEnd.toISOString()]).toEqual([time(2), time(6)]);
    expect(trace.contexts).toMatchObject({ page: 'two' });
    expect(Object.keys(trace.tags).sort()).toEqual(['tag-r1', 'tag-r2']);

    const rows = await database.db.kysely
      .selectFrom('spans')
      .select(['span_uuid', 'metrics'])
      .orderBy('span_uuid')
      .execute();
    expect(rows).toEqual([
      { span_uuid: 'c1', metrics: { lcp: 3 } },
      { span_uuid: 'c2', metrics: { lcp: 4 } },
      { span_uuid: 'r1', metrics: { lcp: 2 } },
      { span_uuid: 'r2', metrics: { lcp: 5 } },
    ]);
  });

  test('it is ready while its servers are', async () => {
    const problems = await Promise.all(worker.checks.map(({ check }) => check()));
    expect(problems).toEqual([undefined, undefined, undefined]);
  });
});
