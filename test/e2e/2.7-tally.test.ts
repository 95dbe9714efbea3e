import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sendBytes } from './support/send.js';
import { countStored, storedBySerial, waitForStored, type Row } from './support/stored.js';
import { useSystem, useTenant } from './support/useSystem.js';
import { waitForUsage } from './support/usage.js';
import { type Answer } from './support/http.js';

let answer: Answer;
let rows: Map<string, Row>;
let sentAt: number;

const system = useSystem();
const project = useTenant(system, { project: { 'filters.environments': ['stag*'] } });
beforeAll(async () => {
  const body = await readFile(join(import.meta.dirname, 'fixtures', 'mixed-batch.json'));
  sentAt = Date.now();
  answer = await sendBytes(system.baseUrl, project.key, body, { headers: { 'user-agent': 'by-hand/1.0' } });
  await waitForStored(system, project, 12);
  rows = await storedBySerial(system, project);
}, 120_000);

const server = { 'user.ip': '127.0.0.1', 'user.agent': 'by-hand/1.0' };

const expected: Readonly<Record<string, Row>> = {
  '01': common({
    table: 'exceptions',
    timestamp: new Date('2024-05-01T12:00:00.000Z'),
    environment: 'production',
    release: 'shop@3.2.1',
    trace_id: 'trace-1',
    span_id: 'span-2',
    replay_id: 'replay-1',
    user_key: expect.stringMatching(/./),
    tags: { serial: '01', team: 'checkout', retry: '2', beta: 'true' },
    contexts: {
      ...server,
      environment: 'production',
      'user.id': 'u-1',
      'user.email': 'ann@example.com',
      'trace.id': 'trace-1',
      'span.id': 'span-2',
      'replay.id': 'replay-1',
      cart: { items: [1, 2], total: 9.5 },
    },
    level: 'fatal',
    type: 'TypeError',
    message: "Cannot read properties of undefined (reading 'id')",
    handled: false,
  }),
  '02': common({
    table: 'exceptions',
    timestamp: new Date('2024-05-01T12:00:01Z'),
    level: 'error',
    type: 'Error',
    message: '',
    handled: null,
  }),
  '03': common({
    table: 'exceptions',
    timestamp: new Date('2024-05-01T12:00:02Z'),
    environment: 'production',
    release: 'shop@3.2.1',
    contexts: { ...server, environment: 'production' },
    level: 'warning',
    type: 'RangeError',
    message: 'Invalid array length',
    handled: true,
  }),
  '04': common({
    table: 'logs',
    timestamp: new Date('2024-05-01T12:00:03.123Z'),
    environment: 'production',
    trace_id: 'trace-1',
    contexts: { ...server, environment: 'production', 'trace.id': 'trace-1' },
    level: 'error',
    message: 'payment failed',
    attributes: { order: 17, codes: ['a', 'b'] },
  }),
  '05': common({ table: 'logs', timestamp: new Date('2024-05-01T00:00:00Z'), level: 'info', message: 'plain' }),
  '06': common({ table: 'logs', level: 'debug', message: 'from the future' }),
  '07': common({
    table: 'spans',
    timestamp: new Date('2024-05-01T12:00:04Z'),
    environment: 'production',
    trace_id: 'trace-1',
    contexts: { ...server, environment: 'production', 'http.method': 'GET', 'http.status_code': 500 },
    span_uuid: 'span-1',
    parent_id: null,
    name: 'pageload /cart',
    op: 'pageload',
    status: 'ok',
    start_time: new Date('2024-05-01T12:00:00Z'),
    end_time: new Date('2024-05-01T12:00:04Z'),
    duration: 4000,
    metrics: { 'web.lcp': 1830.5, 'web.cls': 0.02 },
  }),
  '08': common({
    table: 'spans',
    timestamp: new Date('2024-05-01T12:00:03Z'),
    trace_id: 'trace-1',
    span_uuid: 'span-2',
    parent_id: 'span-1',
    name: 'POST /api/pay',
    op: 'http.client',
    status: 'error',
    start_time: new Date('2024-05-01T12:00:01.500Z'),
    end_time: new Date('2024-05-01T12:00:03Z'),
    duration: 1500,
    metrics: { bytes: 512 },
  }),
  '11': common({
    table: 'hits',
    timestamp: new Date('2024-05-01T12:00:05Z'),
    environment: 'production',
    contexts: { ...server, environment: 'production' },
    kind: 'pageview',
    name: null,
    url: 'https://shop.example.com/cart?x=1',
    referrer: 'https://example.com/',
    title: 'Cart',
    session_id: 'session-1',
  }),
  '12': common({
    table: 'hits',
    timestamp: new Date('2024-05-01T12:00:06Z'),
    kind: 'custom',
    name: 'signup',
    url: null,
    referrer: null,
    title: null,
    session_id: null,
  }),
  '14': common({
    table: 'replays',
    timestamp: new Date('2024-05-01T12:00:07Z'),
    replay_id: 'replay-1',
    segment: 3,
    start_time: new Date('2024-05-01T12:00:00Z'),
    end_time: new Date('2024-05-01T12:00:07Z'),
    event_count: 2,
  }),
  '15': common({
    table: 'replays',
    timestamp: new Date('2024-05-01T12:00:08Z'),
    replay_id: 'replay-2',
    contexts: { ...server, 'replay.id': 'replay-2' },
    segment: 0,
    event_count: 0,
  }),
};

test('the tally of 20 mixed events is exact', () => {
  expect(answer.status).toBe(202);
  expect(answer.json).toEqual({
    success: true,
    processed: 12,
    filtered: 1,
    quota_exceeded: 0,
    rate_limited: 0,
    invalid: 6,
  });
  expect(answer.headers['x-service-rate-limits']).toBeUndefined();
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
});

test('exactly the processed ones are stored, each in its table', async () => {
  expect([...rows.keys()].sort()).toEqual(Object.keys(expected).sort());
  expect(await countStored(system, project)).toEqual({
    exceptions: 3,
    logs: 3,
    spans: 2,
    hits: 2,
    replays: 2,
    dead_letters: 0,
  });
});

describe('each stored row', () => {
  test.each(Object.entries(expected))('has the columns of event %s', (serial, columns) => {
    const row = rows.get(serial);
    const { contexts, tags, ...others } = columns;
    expect(row).toMatchObject(others);
    expect(row?.['contexts']).toEqual(contexts);
    expect(row?.['tags']).toEqual(tags ?? { serial });
    expect(row?.['project_id']).toBe(project.id);
  });
});

test('the timestamp from the future became the arrival time', () => {
  const stored = (rows.get('06')?.['timestamp'] as Date).getTime();
  expect(Math.abs(stored - sentAt)).toBeLessThan(10_000);
});

test('frames, cause and breadcrumbs of the exception are kept', () => {
  expect(rows.get('01')?.['payload']).toMatchObject({
    frames: [
      { file: 'https://shop.example.com/static/app.js', function: 'pay', line: 12, column: 7, inApp: true },
      {
        file: 'https://shop.example.com/static/vendor.js',
        function: 'dispatch',
        line: 1,
        column: 90_210,
        inApp: false,
      },
    ],
    cause: {
      type: 'Error',
      message: 'no cart',
      frames: [{ file: 'https://shop.example.com/static/cart.js', function: 'load', line: 3, column: 1 }],
    },
  });
  expect(JSON.parse(String(rows.get('01')?.['breadcrumbs']))).toEqual([
    {
      timestamp: '2024-05-01T11:59:58.000Z',
      category: 'ui',
      type: 'click',
      level: 'info',
      message: 'button#pay',
      data: { x: 1 },
    },
  ]);
});

test('a raw stack is kept whole', () => {
  expect(rows.get('03')?.['payload']).toMatchObject({
    stack: expect.stringMatching(/^RangeError: .*\n {4}at render \(.*app\.js:10:15\)\n {4}at .*app\.js:20:3$/),
  });
});

test('replay events are kept as they came', () => {
  expect(JSON.parse(String(rows.get('14')?.['events']))).toEqual([
    { type: 4, data: { href: 'https://shop.example.com/' } },
    { type: 3 },
  ]);
});

test('the batch creates a trace, issues, a release and a user', async () => {
  const derived = async (table: string): Promise<Row[]> =>
    system.sql<Row>(`select * from ${table} where project_id = $1`, [project.id]);
  const [trace] = await derived('traces');
  expect(trace).toMatchObject({ trace_id: 'trace-1', span_count: '2', error_count: '1' });
  const issues = await derived('issues');
  expect(issues.map(({ count }) => count)).toEqual(['1', '1', '1']);
  const [release] = await derived('releases');
  expect(release).toMatchObject({ version: 'shop@3.2.1', exception_count: '2' });
  const [user] = await derived('project_users');
  expect(user).toMatchObject({ id: 'u-1', email: 'ann@example.com' });
});

test('usage accounts for every event but the ignored one', async () => {
  expect(await waitForUsage(system, project, 19)).toEqual({
    'exception processed': 3,
    'log processed': 3,
    'span processed': 2,
    'hit processed': 2,
    'replay processed': 2,
    'hit filtered environment': 1,
    'span invalid payload': 2,
    'unknown invalid type': 1,
    'log invalid timestamp': 1,
    'hit invalid payload': 1,
    'unknown invalid not_an_object': 1,
  });
}, 40_000);

/** Columns that most rows leave empty. */
function common(over: Row): Row {
  return {
    environment: null,
    release: null,
    trace_id: null,
    span_id: null,
    replay_id: null,
    user_key: null,
    contexts: server,
    ...over,
  };
}
