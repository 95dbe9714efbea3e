import { describe, expect, test } from '@jest/globals';
import { makeEvent, type WireEvent } from './support/events.js';
import { type EventCase } from './support/sendEach.js';
import { type Row } from './support/stored.js';
import { testEachEvent } from './support/testEachEvent.js';
import { useSystem } from './support/useSystem.js';
import { waitForUsage } from './support/usage.js';

const system = useSystem();

interface SpanCase extends EventCase {
  readonly columns?: Row;
}

const ok: SpanCase[] = [
  valid(
    'every field',
    {
      uuid: 'span-1',
      name: 'SELECT users',
      traceId: 'trace-1',
      parentId: 'span-0',
      startTime: '2024-05-01T12:00:00.100Z',
      endTime: '2024-05-01T12:00:00.350Z',
      duration: 250.5,
      op: 'db',
      status: 'error',
      metrics: { rows: 12, 'cache.hits': 0.5, negative: -1, zero: 0 },
    },
    {
      span_uuid: 'span-1',
      trace_id: 'trace-1',
      parent_id: 'span-0',
      name: 'SELECT users',
      op: 'db',
      status: 'error',
      start_time: new Date('2024-05-01T12:00:00.100Z'),
      end_time: new Date('2024-05-01T12:00:00.350Z'),
      duration: 250.5,
      metrics: { rows: 12, 'cache.hits': 0.5, negative: -1, zero: 0 },
    },
  ),
  valid('a root has no parent', {}, { parent_id: null, op: null }),
  ...['ok', 'error', 'cancelled'].map((status) => valid(`status ${status}`, { status }, { status })),
  valid(
    'metrics that are not finite numbers are dropped',
    { metrics: { a: 1, b: '2', c: null, d: {}, e: true } },
    {
      metrics: { a: 1 },
    },
  ),
  valid(
    'the span’s own times are never moved',
    { startTime: '2099-01-01T00:00:00Z', endTime: '2099-01-01T00:00:01Z' },
    {
      start_time: new Date('2099-01-01T00:00:00Z'),
      end_time: new Date('2099-01-01T00:00:01Z'),
    },
  ),
  valid(
    'times may be days',
    { startTime: '2024-05-01', endTime: '2024-05-02' },
    {
      start_time: new Date('2024-05-01'),
      end_time: new Date('2024-05-02'),
    },
  ),
  valid('a duration that is not the difference is stored as given', { duration: 1e6 }, { duration: 1e6 }),
  valid('a duration of 0', { duration: 0 }, { duration: 0 }),
  valid(
    'identifiers of 128 characters',
    { uuid: 'u'.repeat(128), traceId: 't'.repeat(128), parentId: 'p'.repeat(128) },
    {
      span_uuid: 'u'.repeat(128),
      trace_id: 't'.repeat(128),
      parent_id: 'p'.repeat(128),
    },
  ),
  valid('identifiers of 1 character', { uuid: 'u', traceId: 't', parentId: 'p' }, { span_uuid: 'u', trace_id: 't' }),
  valid('unknown fields are ignored', { extra: 1, traceID: 5 }),
];

const wrongText: readonly unknown[] = [null, 5, true, {}, ['x']];
const bad: SpanCase[] = [
  ...['uuid', 'name', 'traceId', 'startTime', 'endTime', 'duration', 'status', 'metrics'].map(missing),
  ...['uuid', 'name', 'traceId', 'startTime', 'endTime', 'status'].flatMap((field) =>
    wrongText.map((value) => invalid(`${field} is ${JSON.stringify(value)}`, { [field]: value })),
  ),
  ...[5, true, {}, ['x']].flatMap((value) => [
    invalid(`parentId is ${JSON.stringify(value)}`, { parentId: value }),
    invalid(`op is ${JSON.stringify(value)}`, { op: value }),
  ]),
  ...['uuid', 'traceId', 'parentId'].flatMap((field) => [
    invalid(`${field} is empty`, { [field]: '' }),
    invalid(`${field} has 129 characters`, { [field]: 'x'.repeat(129) }),
  ]),
  ...['', 'OK', 'failed', 'ok ', 'unset'].map((status) => invalid(`status ${JSON.stringify(status)}`, { status })),
  ...['startTime', 'endTime'].flatMap((field) =>
    ['', 'soon', '2024-02-30T00:00:00Z', '2024-01-02 03:04:05'].map((value) =>
      invalid(`${field} is ${JSON.stringify(value)}`, { [field]: value }),
    ),
  ),
  ...['5', null, {}, true].map((duration) => invalid(`duration is ${JSON.stringify(duration)}`, { duration })),
  ...[null, 'x', 5, [1], true].map((metrics) => invalid(`metrics are ${JSON.stringify(metrics)}`, { metrics })),
];

describe('span payload', () => {
  const cases = [...ok, ...bad];
  const project = testEachEvent({
    system: () => system,
    cases,
    expectRow: (row, one) => {
      expect(row['table']).toBe('spans');
      expect(row).toMatchObject(one.columns ?? {});
      expect(row['metrics']).toEqual(one.columns?.['metrics'] ?? row['metrics']);
    },
  });

  test('violations are counted with the reason `payload`', async () => {
    expect(await waitForUsage(system, project(), 3 * cases.length)).toEqual({
      'log processed': 2 * cases.length,
      'span processed': ok.length,
      'span invalid payload': bad.length,
    });
  }, 40_000);
});

function missing(field: string): SpanCase {
  const event = makeEvent('span');
  const payload = Object.fromEntries(Object.entries(event.payload).filter(([name]) => name !== field));
  return { name: `${field} missing`, event: { ...event, payload }, expected: 'invalid' };
}

function valid(name: string, payload: WireEvent, columns: Row = {}): SpanCase {
  return {
    name,
    event: makeEvent('span', { payload }),
    expected: 'processed',
    columns,
  };
}

function invalid(name: string, payload: WireEvent): SpanCase {
  return {
    name,
    event: makeEvent('span', { payload }),
    expected: 'invalid',
  };
}
