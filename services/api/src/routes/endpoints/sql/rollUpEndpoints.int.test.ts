import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  openTransaction,
  ARRIVAL,
  ensureTestPartitions,
  eventId,
  randomFrom,
  spanRow,
  useDatabase,
} from '@sluice/testkit';
import { addValue, encodeSketch, type Sketch } from '@sluice/sketch';
import { inTransaction, type SpanRow, copyRows } from '@sluice/db';
import { barsOf } from '@sluice/reading';
import {
  findEndpointHours,
  type EndpointHour,
  markSpanHours,
  MAX_ENDPOINTS,
  MAX_ENVIRONMENTS,
  rollUpEndpoints,
} from '@sluice/traces';
import { listEndpoints } from './listEndpoints.js';
import { readEndpointSeries } from './readEndpointSeries.js';

const HOUR = 3_600_000;
const FROM = ARRIVAL - (ARRIVAL % HOUR);
const THIS: EndpointHour = { projectId: '1', hourMs: FROM };
const { db } = useDatabase();
beforeAll(() => ensureTestPartitions(db, ARRIVAL, ARRIVAL + 24 * HOUR));
beforeEach(() => db.pool.query('truncate spans, span_arrivals, endpoint_hours, endpoint_rollups'));

let serial = 0;

describe('the rollup of root spans', () => {
  test('counts roots by name and environment, their errors and durations; children count nowhere', async () => {
    const durations = [5, 10, 20, 40, 1_000, 0, 0.25];
    await store(
      ...durations.map((duration) => span(FROM, { name: 'GET /a', duration })),
      span(FROM, { name: 'GET /b', status: 'error', environment: null }),
      span(FROM, { name: '' }),
      span(FROM, { name: 'child', parent_id: 'p' }),
      span(FROM + HOUR, { name: 'GET /a' }),
    );
    await rollUp();
    expect(await counts()).toEqual([
      ['', '', 1, 1],
      ['', 'production', 8, 0],
      ['', 'production', 1, 0],
      ['(other)', 'production', 1, 0],
      ['GET /a', 'production', 7, 0],
      ['GET /a', 'production', 1, 0],
      ['GET /b', '', 1, 1],
    ]);
    const sketch: Sketch = new Map();
    for (const duration of durations) addValue(sketch, duration);
    const { rows } = await db.pool.query<{ sum: number; min: number; max: number; sketch: string }>(
      `select sum, min, max, sketch from endpoint_hours where name = 'GET /a' and count = 7`,
    );
    expect(rows).toEqual([{ sum: 1_075.25, min: 0, max: 1_000, sketch: encodeSketch(sketch) }]);
  });

  test('has the buckets of the sketch, also of the numbers at its limits', async () => {
    const random = randomFrom(7);
    const durations = [
      ...Array.from({ length: 500 }, () => Math.exp((random() - 0.5) * 60)),
      -3,
      1e308,
      1e308,
      -1e308,
      Number.MIN_VALUE,
      0,
    ];
    await store(...durations.map((duration) => span(FROM, { duration })));
    await rollUp();
    const sketch: Sketch = new Map();
    for (const duration of durations) addValue(sketch, duration);
    const { rows } = await db.pool.query<{ sketch: string }>(`select sketch from endpoint_hours where name = ''`);
    expect(rows).toEqual([{ sketch: encodeSketch(sketch) }]);
  });

  test('counts spans that arrive late, and each of them once, however often it runs', async () => {
    await store(span(FROM), span(FROM));
    await rollUp();
    await rollUpEndpoints(db, THIS);
    expect(await findEndpointHours(db, 10)).toEqual([]);
    await store(span(FROM + 1, { status: 'error' }));
    await pass();
    expect(await findEndpointHours(db, 10)).toEqual([THIS]);
    await rollUp();
    await rollUpEndpoints(db, THIS);
    expect(await counts()).toEqual([
      ['', 'production', 3, 1],
      ['GET /', 'production', 3, 1],
    ]);
  });

  test('a run that dies leaves the hour as it was, and due', async () => {
    await store(span(FROM));
    await rollUp();
    await store(span(FROM));
    await pass();
    await db.pool.query('alter table endpoint_rollups add constraint dies check (roots < 2)');
    await expect(rollUp()).rejects.toThrow(/dies/);
    expect((await counts()).map(([, , count]) => count)).toEqual([1, 1]);
    expect(await findEndpointHours(db, 10)).toEqual([THIS]);
    await db.pool.query('alter table endpoint_rollups drop constraint dies');
    await rollUp();
    expect((await counts()).map(([, , count]) => count)).toEqual([2, 2]);
  });

  test('spans that are being stored meanwhile are counted by the next run', async () => {
    await store(span(FROM));
    const worker = await openTransaction(db, async (tx) => {
      const late = span(FROM + 5);
      await copyRows(tx, 'spans', [late]);
      await markSpanHours(tx, [{ projectId: '1', id: late.id }]);
    });
    await rollUp();
    expect((await counts()).map(([, , count]) => count)).toEqual([1, 1]);
    await worker.commit();
    await rollUpEndpoints(db, THIS);
    expect((await counts()).map(([, , count]) => count)).toEqual([2, 2]);
  });

  test('two runs at once do not replace each other', async () => {
    await store(span(FROM));
    await pass();
    const holder = await openTransaction(db, async (tx) => {
      await tx.client.query(`select pg_advisory_xact_lock(hashtextextended('sluice.endpoints.1.${FROM}', 0))`);
    });
    expect(await rollUpEndpoints(db, THIS)).toBeUndefined();
    expect(await findEndpointHours(db, 10)).toEqual([THIS]);
    await holder.commit();
    expect(await rollUpEndpoints(db, THIS)).toBe(1);
  });

  test('equals the stored root spans after random stores and runs', async () => {
    const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
    process.stdout.write(`seed ${seed}\n`);
    const random = randomFrom(seed);
    const some = (): SpanRow =>
      span(FROM + Math.floor(random() * 3 * HOUR), {
        name: `GET /${Math.floor(random() * 5)}`,
        environment: random() < 0.3 ? null : 'production',
        parent_id: random() < 0.5 ? 'p' : null,
        status: random() < 0.2 ? 'error' : 'ok',
      });
    for (let round = 0; round < 15; round += 1) {
      await Promise.all([
        store(...Array.from({ length: 20 }, some)),
        store(...Array.from({ length: 20 }, some)),
        rollUp(),
        rollUp(),
      ]);
      await pass();
    }
    await pass();
    await rollUp();
    const { rows } = await db.pool.query<{ name: string; environment: string; count: string; errors: string }>(
      `select name, coalesce(environment, '') as environment, count(*) as count,
         count(*) filter (where status = 'error') as errors
       from spans where parent_id is null
       group by 1, 2, hour_of(to_timestamp(('x' || translate(left(id::text, 13), '-', ''))::bit(48)::int8 / 1000.0))
       order by 1, 2, hour_of(to_timestamp(('x' || translate(left(min(id::text), 13), '-', ''))::bit(48)::int8 / 1000.0))`,
    );
    const stored = rows.map((row) => [row.name, row.environment, Number(row.count), Number(row.errors)]);
    expect((await counts()).filter(([name]) => name !== '')).toEqual(stored);
  });

  test('has bounded names: the frequent ones have their own rows, and sums stay', async () => {
    const rare = Array.from({ length: MAX_ENDPOINTS + 50 }, (_, index) => span(FROM, { name: `/user/${index}` }));
    const places = Array.from({ length: MAX_ENVIRONMENTS + 5 }, (_, index) =>
      span(FROM, { environment: `preview-${String(index).padStart(2, '0')}` }),
    );
    await store(...rare, span(FROM, { name: 'GET /z' }), span(FROM, { name: 'GET /z' }), ...places);
    await rollUp();
    const rows = await counts();
    expect(rows.length).toBeLessThanOrEqual(MAX_ENDPOINTS + 2 * (MAX_ENVIRONMENTS + 1));
    expect(rows).toContainEqual(['GET /z', 'production', 2, 0]);
    expect(new Set(rows.map(([, environment]) => environment)).size).toBe(MAX_ENVIRONMENTS + 1);
    const sum = (own: boolean): number =>
      rows.reduce((total, [name, , count]) => ((name === '') === own ? total + count : total), 0);
    expect([sum(true), sum(false)]).toEqual([rare.length + 2 + places.length, rare.length + 2 + places.length]);
  });

  test('a large hour pauses before it is derived again', async () => {
    await store(span(FROM));
    await rollUp();
    await store(span(FROM), span(FROM + HOUR));
    await pass();
    await db.pool.query('update endpoint_rollups set took_ms = 60000');
    expect(await findEndpointHours(db, 10)).toEqual([{ projectId: '1', hourMs: FROM + HOUR }]);
  });
});

describe('reading root spans by name', () => {
  test('a series has a point for each interval, of one environment or all', async () => {
    await store(
      span(FROM, { duration: 10 }),
      span(FROM, { duration: 30, environment: null, status: 'error' }),
      span(FROM + HOUR, { duration: 50 }),
      span(FROM + HOUR, { name: 'other', duration: 1 }),
      span(FROM, { project_id: '2' }),
    );
    const request = { name: 'GET /', bars: barsOf({ fromMs: FROM, toMs: FROM + 2 * HOUR }, HOUR) };
    expect(await readEndpointSeries(db, '1', request)).toEqual({ points: [], isPending: true });
    await rollUp();
    const { points, isPending } = await readEndpointSeries(db, '1', request);
    expect(isPending).toBe(false);
    expect(points).toMatchObject([
      { timeMs: FROM, count: 2, errors: 1, avg: 20, min: 10, max: 30 },
      { timeMs: FROM + HOUR, count: 1, errors: 0, avg: 50, p99: 50 },
    ]);
    const whole = { ...request, bars: barsOf({ fromMs: FROM, toMs: FROM + 2 * HOUR }, 2 * HOUR) };
    expect((await readEndpointSeries(db, '1', { ...whole, environment: 'production' })).points).toMatchObject([
      { timeMs: FROM, count: 2, avg: 30 },
    ]);
    expect((await readEndpointSeries(db, '1', { ...whole, name: '' })).points).toMatchObject([{ count: 4 }]);
  });

  test('a list has each name once with its totals, and the total of all', async () => {
    await store(
      span(FROM, { name: 'GET /a', duration: 10 }),
      span(FROM + HOUR, { name: 'GET /a', duration: 30 }),
      span(FROM + HOUR, { name: 'POST /b', status: 'error', environment: null, duration: 5 }),
    );
    await rollUp();
    const range = { fromMs: FROM, toMs: FROM + 2 * HOUR };
    const list = await listEndpoints(db, '1', range);
    expect(list).toMatchObject({ truncated: false, isPending: false, total: { count: 3, errors: 1, avg: 15 } });
    expect(list.endpoints.map(({ name, count, avg }) => [name, count, avg]).sort()).toEqual([
      ['GET /a', 2, 20],
      ['POST /b', 1, 5],
    ]);
    const few = await listEndpoints(db, '1', { ...range, environment: 'production', query: 'get' });
    expect(few.endpoints.map(({ name }) => name)).toEqual(['GET /a']);
    expect(await listEndpoints(db, '2', range)).toMatchObject({ endpoints: [], total: undefined });
  });
});

async function rollUp(): Promise<void> {
  for (const hour of await findEndpointHours(db, 100)) await rollUpEndpoints(db, hour);
}

async function counts(): Promise<readonly (readonly [string, string, number, number])[]> {
  const { rows } = await db.pool.query<{ name: string; environment: string; count: string; errors: string }>(
    'select name, environment, count, errors from endpoint_hours order by 1, 2, hour',
  );
  return rows.map((row) => [row.name, row.environment, Number(row.count), Number(row.errors)]);
}

/** As a worker stores spans. */
function store(...rows: readonly SpanRow[]): Promise<void> {
  return inTransaction(db, async (tx) => {
    await copyRows(tx, 'spans', rows);
    await markSpanHours(
      tx,
      rows.map(({ project_id: projectId, id }) => ({ projectId, id })),
    );
  });
}

function span(atMs: number, fields: Partial<SpanRow> = {}): SpanRow {
  return spanRow((serial += 1), { id: eventId(serial % 4_000, `batch ${serial}`, atMs), ...fields });
}

/** As if the last derivations were a minute ago. */
function pass(): Promise<unknown> {
  return db.pool.query(`update endpoint_rollups set rolled_at = now() - interval '1 minute'`);
}
