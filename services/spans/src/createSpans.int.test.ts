import { beforeEach, describe, expect, test } from '@jest/globals';
import type { AcceptedEvent, Json } from '@sluice/contract';
import { DEFAULT_WORKER_CONFIG, type Worker } from '@sluice/drain';
import { listMetrics, readMetricSeries } from '@sluice/metrics';
import { barsOf, wholeHours } from '@sluice/reading';
import { createMetrics, silentLogger, systemClock } from '@sluice/runtime';
import { randomFrom, useDatabase, useRedis, useResource, useRole, waitFor } from '@sluice/testkit';
import { useQueues } from '@sluice/testkit/useQueues';
import { readTrace } from '@sluice/traces';
import { createSpans } from './index.js';

const database = useDatabase();
const redis = useRedis();
const own = useRole(database, 'sluice_spans');
const queues = useQueues(redis);
const worker = useResource(startWorker, (started) => started.stop());

/** Each test has a project of its own. */
let project = '0';
beforeEach(() => void (project = String(Number(project) + 1)));

const time = (second: number): string => new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();

describe('spans and their trace (protocol 2.3, 2.4)', () => {
  test('spans are stored with their metrics, which can be read as a series, and join one trace, in any batches', async () => {
    await send([span('c1', 3, { parentId: 'r1', status: 'error' }, { environment: 'child' })], 'one');
    const early = await waitFor(() => readTrace(database.db, project, 't1'), { what: 'the trace' });
    expect(early).toMatchObject({ spanCount: 1, errorCount: 1, rootCount: 0, environment: 'child' });

    await send(
      [span('r2', 5, {}, { 'user.id': 9, page: 'two' }), span('r1', 2, {}, { environment: 'prod', page: 'one' })],
      'two',
    );
    await send([span('c2', 4, { parentId: 'r2' })], 'three');
    const trace = await waitFor(
      async () => {
        const found = await readTrace(database.db, project, 't1');
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
      .where('project_id', '=', project)
      .orderBy('span_uuid')
      .execute();
    expect(rows).toEqual([
      { span_uuid: 'c1', metrics: { lcp: 3 } },
      { span_uuid: 'c2', metrics: { lcp: 4 } },
      { span_uuid: 'r1', metrics: { lcp: 2 } },
      { span_uuid: 'r2', metrics: { lcp: 5 } },
    ]);

    const range = wholeHours({ fromMs: Date.now() - 3_600_000, toMs: Date.now() + 60_000 });
    const bars = barsOf({ ...range, fromMs: range.toMs - 24 * 3_600_000 }, 86_400_000 * 7);
    const { series } = await readMetricSeries(database.db, project, { name: 'lcp', bars });
    expect(series).toMatchObject([{ points: [{ count: 4, sum: 14, min: 2, max: 5 }] }]);
    expect(await listMetrics(database.db, project, { limit: 10, after: undefined, ...range })).toMatchObject({
      rows: [{ name: 'lcp', count: 4 }],
    });
  });

  test('the same spans in any batches, repeated, by several workers, read the same', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const pick = (n: number): number => Math.floor(random() * n);
    const others = await Promise.all([startWorker(), startWorker()]);
    const shapes = Array.from({ length: 60 }, (_, index) => ({
      uuid: `u${index}`,
      second: pick(5),
      more: { ...(pick(2) === 0 ? {} : { parentId: `u${pick(80)}` }), status: pick(4) === 0 ? 'error' : 'ok' },
      contexts: pick(3) === 0 ? {} : { environment: `env ${index}`, 'user.id': index, [`c${pick(9)}`]: index },
    }));
    const answers: string[] = [];
    for (const traceId of ['whole', 'parts']) {
      const left = shapes.map(({ uuid, second, more, contexts }) => span(uuid, second, { ...more, traceId }, contexts));
      const batches: AcceptedEvent[][] = [];
      while (left.length > 0) batches.push(left.splice(0, traceId === 'whole' ? 60 : 1 + pick(8)));
      // Each batch comes once or twice; a resend under another name is another batch of the same spans.
      const sends = batches.flatMap((batch, index) => [
        [batch, `${index}`] as const,
        ...(pick(2) === 0 ? [[batch, `${index} again`] as const] : []),
      ]);
      sends.sort(() => random() - 0.5);
      await Promise.all(sends.map(([batch, name]) => send(batch, `${traceId} ${name}`)));
      const stored = sends.reduce((total, [batch]) => total + batch.length, 0);
      await waitFor(async () => (await storedSpans(traceId)) === stored, { what: 'all spans' });
      answers.push(bare(JSON.stringify(await readTrace(database.db, project, traceId)), traceId));
    }
    await Promise.all(others.map((other) => other.stop()));
    expect(answers[1]).toBe(answers[0]);
    expect(answers[0]).toContain('"spanCount":60');
  });

  test('it is ready while its servers are', async () => {
    const problems = await Promise.all(worker.checks.map(({ check }) => check()));
    expect(problems).toEqual([undefined, undefined, undefined]);
  });
});

/** Publishes the spans as one batch. */
const send = (events: readonly AcceptedEvent[], name: string): Promise<void> =>
  queues.publish({ type: 'span', events, name, project });

async function storedSpans(traceId: string): Promise<number> {
  const { rows } = await database.db.pool.query('select from spans where trace_id = $1', [traceId]);
  return rows.length;
}

async function startWorker(): Promise<Worker> {
  const deps = { db: own.db, redisUrl: redis.url, logger: silentLogger, metrics: createMetrics(), clock: systemClock };
  const created = createSpans(deps, { ...DEFAULT_WORKER_CONFIG, lingerMs: 5 });
  await created.start();
  return created;
}

function span(uuid: string, second: number, more: Readonly<Record<string, Json>>, contexts: Json = {}): AcceptedEvent {
  return {
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
  };
}

/** A response without the parts that differ between batches: event ids and the name of the trace. */
function bare(json: string, traceId: string): string {
  return json.replaceAll(/"(?:first)?[iI]d":"[0-9a-f-]{36}"/g, '').replaceAll(`"${traceId}"`, '');
}
