import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf } from '@sluice/contract';
import { copyRows, ensurePartitions, inTransaction, PARTITIONED_TABLES, type SpanRow } from '@sluice/db';
import { upsertTraces } from '@sluice/traces';
import { storeMetrics } from '@sluice/metrics';
import { useApi } from '../../testing/apiHarness.js';
import { useTenant } from '@sluice/testkit';

const MINUTE = 60_000;
const DAY = 86_400_000;
const api = useApi();
const tenant = useTenant(api, 'ours');
const stranger = useTenant(api, 'theirs');
beforeAll(() =>
  ensurePartitions(api.db, {
    tables: PARTITIONED_TABLES,
    interval: 'day',
    fromMs: api.now - 2 * DAY,
    throughMs: api.now,
  }),
);
beforeEach(() => api.db.pool.query('truncate traces, spans, logs, exceptions, metric_points, metric_names'));

let serial = 0;
const list = async (path: string): Promise<Listed> => (await get(path)) as unknown as Listed;
const names = ({ data }: Listed): readonly unknown[] => data.map(({ name }) => name);

describe('GET traces', () => {
  test('lists each trace once, by its first arrival, newest first, whole, page by page', async () => {
    await store({ trace_id: 'old', name: 'old', ago: 2 * DAY }, { trace_id: 'mid', name: 'mid', ago: DAY });
    await store(
      { trace_id: 'new', name: 'new', ago: MINUTE },
      { trace_id: 'old', name: 'later', ago: 0, parent_id: 'x', status: 'error' },
    );
    const first = await list('/traces?limit=2');
    expect(names(first)).toEqual(['new', 'mid']);
    const second = await list(`/traces?limit=2&cursor=${first.next ?? ''}`);
    expect(second).toMatchObject({
      data: [{ id: 'old', spanCount: 2, errorCount: 1, approximate: false }],
      next: null,
    });
    expect(second.data[0]).toMatchObject({
      startTime: new Date(api.now - 2 * DAY).toISOString(),
      duration: 2 * DAY + 100,
      receivedAt: new Date(api.now - 2 * DAY).toISOString(),
    });
    expect(names(await list(`/traces?from=${new Date(api.now - 1.5 * DAY).toISOString()}`))).toEqual(['new', 'mid']);
    expect(names(await list(`/traces?to=${new Date(api.now - DAY).toISOString()}`))).toEqual(['old']);
  });

  test.each([
    ['query=CHECK', ['checkout']],
    ['op=http', ['checkout']],
    ['status=error', ['home']],
    ['user=id%3A7', ['home']],
    ['environment=prod&release=1.0', ['checkout']],
    ['minDuration=150', ['home']],
    ['maxDuration=150', ['checkout']],
    ['query=nothing', []],
  ])('filters by %s', async (query, expected) => {
    await store(
      { trace_id: 'a', name: 'checkout', op: 'http', environment: 'prod', release: '1.0' },
      { trace_id: 'b', name: 'home', status: 'error', user_key: 'id:7', end_time: api.now + 1_000 },
    );
    expect(await list(`/traces?${query}`)).toMatchObject({ next: null, scannedTo: null });
    expect(names(await list(`/traces?${query}`))).toEqual(expected);
  });

  test('a filter that matches nothing reports the position of its scan and continues from there', async () => {
    const many = Array.from({ length: 1_050 }, (_, index) => ({
      trace_id: `t${index}`,
      name: index === 0 ? 'rare' : 'x',
      ago: DAY - index,
    }));
    await store(...many);
    const page = await list('/traces?query=rare');
    expect(page.data).toEqual([]);
    expect(page.scannedTo).toBe(new Date(api.now - DAY + 50).toISOString());
    expect(names(await list(`/traces?query=rare&cursor=${page.next ?? ''}`))).toEqual(['rare']);
  });
});

describe('GET traces/{traceId}', () => {
  test('returns the roots of a trace with large spans and 8 MB of the others', async () => {
    const tags = { large: 'x'.repeat(500_000) };
    const children = Array.from({ length: 20 }, (_, index) => ({
      span_uuid: `large ${index}`,
      parent_id: 'large',
      tags,
    }));
    await store(...children.map((child) => ({ ...child, trace_id: 'large' })), {
      span_uuid: 'large',
      trace_id: 'large',
      tags: { root: '1' },
      contexts: { page: 'x' },
    });
    const trace = (await get('/traces/large')) as { spans: { uuid: string; children: unknown[] }[] };
    expect(trace).toMatchObject({ truncated: true, spanCount: 21, tags: { root: '1' }, contexts: { page: 'x' } });
    expect(trace.spans.map(({ uuid, children }) => [uuid, children.length])).toEqual([['large', 17]]);
  });

  test('returns a tree with orphans, facts from its roots, its visit, and other events with its id', async () => {
    const [root, child] = await store(
      {
        span_uuid: 'root',
        name: 'page',
        op: 'pageload',
        environment: 'prod',
        tags: { a: '1' },
        contexts: { page: 'x' },
        previous_trace_id: 't0',
        replay_id: 'r1',
      },
      {
        span_uuid: 'child',
        parent_id: 'root',
        status: 'error',
        start_time: api.now,
        end_time: api.now + 5,
        duration: 5,
        metrics: { lcp: 3 },
      },
      { span_uuid: 'lost', parent_id: 'gone', start_time: api.now + 1 },
      { span_uuid: 'next', trace_id: 't2', previous_trace_id: 't1' },
    );
    const event = {
      project_id: tenant.projectId,
      timestamp: api.now,
      environment: null,
      release: null,
      user_key: null,
      trace_id: 't1',
      span_id: 'child',
      replay_id: 'r2',
      tags: null,
      contexts: null,
    };
    await inTransaction(api.db, async (tx) => {
      await copyRows(tx, 'exceptions', [
        {
          ...event,
          id: idAt(api.now),
          level: 'error',
          type: 'TypeError',
          message: 'no',
          handled: false,
          hash: 'h',
          payload: '{}',
        },
      ]);
      await copyRows(tx, 'logs', [{ ...event, id: idAt(api.now), level: 'info', message: 'hello', attributes: null }]);
    });
    expect(await get('/traces/t1')).toMatchObject({
      id: 't1',
      name: 'page',
      op: 'pageload',
      status: 'ok',
      environment: 'prod',
      spanCount: 3,
      errorCount: 1,
      rootCount: 1,
      approximate: false,
      truncated: false,
      tags: { a: '1' },
      contexts: { page: 'x' },
      previousTraceId: 't0',
      nextTraceIds: ['t2'],
      spans: [
        {
          id: root?.id,
          uuid: 'root',
          orphan: false,
          children: [{ id: child?.id, uuid: 'child', metrics: { lcp: 3 }, duration: 5 }],
        },
        { uuid: 'lost', orphan: true, children: [] },
      ],
      exceptions: [{ type: 'TypeError', message: 'no', spanId: 'child', issueId: null }],
      logs: [{ level: 'info', message: 'hello' }],
      replayIds: ['r1', 'r2'],
    });
    expect(await get('/traces/t2')).toMatchObject({ previousTraceId: 't1', nextTraceIds: [] });
  });

  test('a truncated trace has its roots and is marked as truncated', async () => {
    const children = Array.from({ length: 5_010 }, (_, index) => ({
      span_uuid: `c${index}`,
      parent_id: 'root',
      ago: DAY,
    }));
    await store(...children, { span_uuid: 'root', ago: 0, start_time: api.now - 2 * DAY });
    const trace = await get('/traces/t1');
    expect(trace).toMatchObject({ spanCount: 5_011, approximate: true, truncated: true });
    const [top] = trace['spans'] as readonly { uuid: string; children: readonly unknown[] }[];
    expect([top?.uuid, top?.children.length]).toEqual(['root', 4_999]);
    expect(await list('/traces')).toMatchObject({ data: [{ spanCount: 5_011, approximate: true }] });
  });

  test('rows of older code, without a status and a first arrival, can be read', async () => {
    await store({ span_uuid: 'root', name: 'page' });
    await api.db.pool.query(
      `update traces set first_id = null, roots = jsonb_build_array(roots -> 0 #- '{status}' #- '{release}'), earliest = earliest - 'status'`,
    );
    expect(await get('/traces/t1')).toMatchObject({ name: 'page', status: null, release: null, spanCount: 1 });
    await store({ span_uuid: 'child', parent_id: 'root' });
    expect(await list('/traces')).toMatchObject({ data: [{ name: 'page', status: null, spanCount: 2 }] });
  });

  test('does not find the trace of another project', async () => {
    await store({});
    const { status } = await api.ask(`${stranger.path}/traces/t1`, { token: stranger.token });
    expect(status).toBe(404);
    expect((await api.ask(`${stranger.path}/traces`, { token: stranger.token })).body).toMatchObject({ data: [] });
  });
});

describe('GET spans', () => {
  test('lists spans by arrival, filtered, or of a point of a metric, and returns one with its contexts', async () => {
    const [slow] = await store(
      { name: 'slow', duration: 900, metrics: { lcp: 1 }, contexts: { 'http.status_code': 200 }, ago: 1 },
      {
        name: 'fast',
        duration: 1,
        op: 'db',
        status: 'cancelled',
        user_key: 'id:1',
        environment: 'prod',
        release: '2',
        ago: 2,
      },
      { name: 'other', trace_id: 't2', metrics: { cls: 0 }, ago: 3 },
    );
    expect(names(await list('/spans'))).toEqual(['slow', 'fast', 'other']);
    for (const [query, expected] of [
      ['trace=t2', ['other']],
      ['name=AST', ['fast']],
      ['op=db&status=cancelled&user=id%3A1&environment=prod&release=2', ['fast']],
      ['metric=lcp', ['slow']],
      ['minDuration=2&maxDuration=500', ['other']],
    ] as const) {
      expect([query, names(await list(`/spans?${query}`))]).toEqual([query, expected]);
    }
    const first = await list('/spans?limit=2&trace=t1');
    expect(names(await list(`/spans?limit=2&trace=t1&cursor=${first.next ?? ''}`))).toEqual([]);
    expect(await get(`/spans/${slow?.id ?? ''}`)).toMatchObject({
      name: 'slow',
      contexts: { 'http.status_code': 200 },
    });
    const { status } = await api.ask(`${stranger.path}/spans/${slow?.id ?? ''}`, { token: stranger.token });
    expect(status).toBe(404);
  });
});

describe('GET metrics', () => {
  test('returns totals by name, and a series with its error bound', async () => {
    await store(
      ...Array.from({ length: 100 }, (_, index) => ({
        metrics: { lcp: index + 1 },
        environment: index < 60 ? 'prod' : null,
      })),
    );
    await store({ metrics: { cls: 0.5 } }, { metrics: { cls: 9 }, ago: 1.5 * DAY });
    expect(await list('/metrics')).toMatchObject({
      data: [
        { name: 'cls', count: 1, sum: 0.5, avg: 0.5 },
        { name: 'lcp', count: 100, sum: 5_050, min: 1, max: 100, avg: 50.5 },
      ],
    });
    expect(names(await list('/metrics?limit=1&environment=prod'))).toEqual(['lcp']);
    const series = await get('/metrics/lcp?groupBy=environment');
    expect(series).toMatchObject({ name: 'lcp', interval: 300, errorBound: 0.01, truncated: false });
    const [prod, none] = series['series'] as readonly {
      environment: string | null;
      points: readonly Record<string, number>[];
    }[];
    expect([prod?.environment, prod?.points[0]?.['count'], none?.environment]).toEqual(['prod', 60, null]);
    expect(Math.abs((prod?.points[0]?.['p50'] ?? 0) - 30.5)).toBeLessThanOrEqual(0.305);
    expect(await get(`/metrics/cls?from=${new Date(api.now - 2 * DAY).toISOString()}`)).toMatchObject({
      interval: 3_600,
      series: [{ points: [{ sum: 9 }, { sum: 0.5 }] }],
    });
    expect(await get('/metrics/none')).toMatchObject({ series: [] });
  });
});

/** Stores spans as a worker does. */
async function store(...shapes: readonly SpanShape[]): Promise<readonly SpanRow[]> {
  const rows = shapes.map(rowOf);
  await inTransaction(api.db, async (tx) => {
    await copyRows(tx, 'spans', rows);
    await upsertTraces(
      tx,
      rows.map((row) => ({
        projectId: row.project_id,
        traceId: row.trace_id,
        id: row.id,
        uuid: row.span_uuid,
        parentId: row.parent_id,
        name: row.name,
        op: row.op,
        status: row.status,
        startMs: row.start_time,
        endMs: row.end_time,
        environment: row.environment,
        release: row.release,
        userKey: row.user_key,
      })),
    );
    await storeMetrics(
      tx,
      shapes.flatMap(({ metrics }, index) => {
        const row = rows[index];
        if (metrics === undefined || row === undefined) return [];
        const { project_id: projectId, id, environment, release } = row;
        return [{ projectId, id, environment, release, values: metrics }];
      }),
    );
  });
  return rows;
}

function idAt(ms: number): string {
  serial += 1;
  const hash = createHash('sha256').update(String(serial)).digest('hex');
  return eventIdOf(batchIdOf(ms, hash), ms, 0);
}

function rowOf(shape: SpanShape): SpanRow {
  const { metrics, tags, contexts, ago = MINUTE, ...fields } = shape;
  const json = (value: object | undefined): string | null => (value === undefined ? null : JSON.stringify(value));
  return {
    project_id: tenant.projectId,
    id: idAt(api.now - ago),
    timestamp: api.now - ago,
    environment: null,
    release: null,
    user_key: null,
    trace_id: 't1',
    span_id: null,
    replay_id: null,
    span_uuid: `span ${serial}`,
    parent_id: null,
    name: 'GET /',
    op: null,
    status: 'ok',
    start_time: api.now - ago,
    end_time: api.now - ago + 100,
    duration: 100,
    previous_trace_id: null,
    ...fields,
    metrics: json(metrics),
    tags: json(tags),
    contexts: json(contexts),
  };
}

async function get(path: string, of = tenant): Promise<Readonly<Record<string, unknown>>> {
  const { status, body } = await api.ask(`${of.path}${path}`, { token: of.token });
  expect([path, status]).toEqual([path, 200]);
  return body as Readonly<Record<string, unknown>>;
}

interface SpanShape extends Partial<Omit<SpanRow, 'metrics' | 'tags' | 'contexts'>> {
  readonly metrics?: Readonly<Record<string, number>>;
  readonly tags?: object;
  readonly contexts?: object;
  /** Milliseconds before now. */
  readonly ago?: number;
}

interface Listed {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly next: string | null;
  readonly scannedTo: string | null;
}
