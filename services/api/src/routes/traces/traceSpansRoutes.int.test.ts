import { beforeAll, describe, expect, test } from '@jest/globals';
import { copyRows, ensurePartitions, inTransaction, PARTITIONED_TABLES } from '@sluice/db';
import { useApi } from '../../testing/apiHarness.js';
import { eventIdAt, storeSpans } from '../../testing/storeSpans.js';
import { useTenant } from '@sluice/testkit';

const DAY = 86_400_000;
const api = useApi();
const tenant = useTenant(api, 'ours');
beforeAll(async () => {
  const range = { fromMs: api.now - 2 * DAY, throughMs: api.now };
  await ensurePartitions(api.db, { tables: PARTITIONED_TABLES, interval: 'day', ...range });
});

interface Columns {
  readonly uuid: readonly unknown[];
  readonly next: string | null;
}

describe('the spans of a trace in compact form', () => {
  test('are columns with each name once, in order of arrival', async () => {
    const trace = { trace_id: 'columns' };
    await storeSpans(
      api,
      tenant,
      { ...trace, span_uuid: 'root', ago: 300, name: 'GET /' },
      {
        ...trace,
        span_uuid: 'a',
        parent_id: 'root',
        ago: 200,
        name: 'select',
        op: 'db',
        duration: 7.5,
        metrics: { n: 1 },
      },
      { ...trace, span_uuid: 'b', parent_id: 'root', ago: 100, name: 'select', op: 'db', status: 'error' },
    );
    expect(await get('/columns/spans')).toEqual({
      traceId: 'columns',
      startTime: new Date(api.now - 300).toISOString(),
      names: ['GET /', 'select'],
      ops: [null, 'db'],
      uuid: ['root', 'a', 'b'],
      parentId: [null, 'root', 'root'],
      startOffset: [0, 100, 200],
      duration: [100, 7.5, 100],
      name: [0, 1, 1],
      op: [0, 1, 1],
      status: ['ok', 'ok', 'error'],
      measured: [false, true, false],
      next: null,
    });
    expect(await get('/columns?spans=false')).toMatchObject({ spanCount: 3, errorCount: 1, spans: [], name: 'GET /' });
  });

  test('come page by page, each once, over several days', async () => {
    const shapes = Array.from({ length: 25 }, (_, index) => ({
      trace_id: 'long',
      span_uuid: `s${index}`,
      parent_id: index === 0 ? null : 's0',
      ago: index < 10 ? DAY + index : index,
    }));
    await storeSpans(api, tenant, ...shapes);
    const seen: unknown[] = [];
    let path = '/long/spans?limit=10';
    for (let pages = 0; pages < 4; pages += 1) {
      const { uuid, next } = (await get(path)) as unknown as Columns;
      seen.push(...uuid);
      if (next === null) break;
      path = `/long/spans?limit=10&cursor=${next}`;
    }
    expect([...seen].sort()).toEqual(shapes.map((shape) => shape.span_uuid).sort());
    await get(`/other/spans`, 404);
    expect(await get('/columns/spans?cursor=x', 400)).toMatchObject({ error: { code: 'bad_cursor' } });
  });
});

describe('one span of a trace', () => {
  test('has its contexts, metrics, and the exceptions and logs that happened during it', async () => {
    await storeSpans(api, tenant, { trace_id: 'one', span_uuid: 's', contexts: '{"page":"/"}', metrics: { lcp: 3 } });
    const event = {
      project_id: tenant.projectId,
      timestamp: api.now,
      environment: null,
      release: null,
      user_key: null,
      replay_id: null,
      tags: null,
      contexts: null,
      trace_id: 'one',
    };
    await inTransaction(api.db, async (tx) => {
      await copyRows(
        tx,
        'logs',
        ['s', 's', 'elsewhere'].map((spanId, index) => ({
          ...event,
          id: eventIdAt(api.now - index),
          span_id: spanId,
          level: 'info',
          message: `log ${index}`,
          attributes: null,
        })),
      );
      const exception = { level: 'error', type: 'Error', message: 'no', handled: null, hash: 'h', payload: '{}' };
      await copyRows(tx, 'exceptions', [{ ...event, ...exception, id: eventIdAt(api.now), span_id: 's' }]);
    });
    const found = await get('/one/spans/s');
    expect(found).toMatchObject({
      span: { uuid: 's', metrics: { lcp: 3 }, contexts: { page: '/' } },
      exceptions: [{ type: 'Error', spanId: 's' }],
    });
    expect((found['logs'] as readonly { message: string }[]).map(({ message }) => message).sort()).toEqual([
      'log 0',
      'log 1',
    ]);
    await get('/one/spans/t', 404);
    await get('/none/spans/s', 404);
  });
});

describe('the visit of a trace', () => {
  test('is the chain of page traces before it, earliest first; a cycle ends it', async () => {
    await storeSpans(
      api,
      tenant,
      { trace_id: 'p1', name: '/home' },
      { trace_id: 'p2', name: '/list', previous_trace_id: 'p1' },
      { trace_id: 'p3', name: '/cart', previous_trace_id: 'p2' },
      { trace_id: 'p3', name: 'child', parent_id: 'x', ago: 50 },
      { trace_id: 'c1', previous_trace_id: 'c2' },
      { trace_id: 'c2', previous_trace_id: 'c1' },
      { trace_id: 'gap', previous_trace_id: 'deleted' },
    );
    const names = async (trace: string): Promise<readonly string[]> =>
      ((await get(`/${trace}/visit`))['data'] as readonly { name: string }[]).map(({ name }) => name);
    expect(await names('p3')).toEqual(['/home', '/list']);
    expect(await names('p1')).toEqual([]);
    expect((await names('c1')).length).toBe(1);
    expect(await names('gap')).toEqual([]);
    await get('/none/visit', 404);
  });

  test('has at most 20, and says so', async () => {
    const chain = Array.from({ length: 25 }, (_, index) => ({
      trace_id: `chain-${index}`,
      previous_trace_id: index === 0 ? null : `chain-${index - 1}`,
    }));
    await storeSpans(api, tenant, ...chain);
    const visit = await get('/chain-24/visit');
    expect([(visit['data'] as readonly unknown[]).length, visit['truncated']]).toEqual([20, true]);
  });
});

async function get(path: string, status = 200): Promise<Readonly<Record<string, unknown>>> {
  const answer = await api.ask(`${tenant.path}/traces${path}`, { token: tenant.token });
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body as Readonly<Record<string, unknown>>;
}
