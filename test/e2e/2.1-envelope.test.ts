import { describe, expect, test } from '@jest/globals';
import { makeEvent, newSerial, type WireEvent } from './support/events.js';
import { sendAccepted, tally } from './support/send.js';
import { type EventCase } from './support/sendEach.js';
import { storedBySerial, waitForStored, type Row } from './support/stored.js';
import { createTenant } from './support/tenant.js';
import { testEachEvent } from './support/testEachEvent.js';
import { useSystem } from './support/useSystem.js';
import { waitForUsage } from './support/usage.js';

const system = useSystem();

const envelope = (over: WireEvent): WireEvent => ({ ...makeEvent('log'), ...over });

interface ColumnCase extends EventCase {
  readonly columns?: Row;
}

describe('type', () => {
  const known = (['exception', 'log', 'span', 'hit', 'replay'] as const).map((type): EventCase => ({
    name: type,
    event: makeEvent(type),
    expected: 'processed',
  }));
  const unknown = [undefined, null, '', 'Log', 'LOG', 'log ', 'metric', 'event', 5, true, ['log'], { type: 'log' }].map(
    (type): EventCase => ({ name: `type ${JSON.stringify(type)}`, event: envelope({ type }), expected: 'invalid' }),
  );
  // As the gateway makes it from other protocols (decision 0184): no client can send it.
  const metric = { name: 'orders', value: 1 };
  unknown.push({ name: 'metric', event: envelope({ type: 'metric', payload: metric }), expected: 'invalid' });
  const notObjects = [null, true, 0, 'log', [], [makeEvent('log')]].map((event): EventCase => ({
    name: `event ${JSON.stringify(event).slice(0, 20)}`,
    event,
    expected: 'invalid',
  }));
  const ignored: EventCase[] = [
    { name: 'trace', event: envelope({ type: 'trace' }), expected: 'ignored' },
    { name: 'trace without anything else', event: { type: 'trace' }, expected: 'ignored' },
    { name: 'trace with a bad timestamp', event: envelope({ type: 'trace', timestamp: 'x' }), expected: 'ignored' },
  ];
  const cases = [...known, ...unknown, ...notObjects, ...ignored];
  const project = testEachEvent({ system: () => system, cases });

  test('usage counts unknown types as `unknown`, and ignored events nowhere', async () => {
    const received = 2 * cases.length + known.length + unknown.length + notObjects.length;
    expect(await waitForUsage(system, project(), received)).toEqual({
      'exception processed': 1,
      'log processed': 1 + 2 * cases.length,
      'span processed': 1,
      'hit processed': 1,
      'replay processed': 1,
      'unknown invalid type': unknown.length,
      'unknown invalid not_an_object': notObjects.length,
    });
  }, 40_000);
});

describe('timestamp', () => {
  const valid: readonly (readonly [string, string])[] = [
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2024-01-02T03:04', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02T03:04Z', '2024-01-02T03:04:00.000Z'],
    ['2024-01-02T03:04+01:00', '2024-01-02T02:04:00.000Z'],
    ['2024-01-02T03:04:05', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02T03:04:05Z', '2024-01-02T03:04:05.000Z'],
    ['2024-01-02T03:04:05.6Z', '2024-01-02T03:04:05.600Z'],
    ['2024-01-02T03:04:05.678', '2024-01-02T03:04:05.678Z'],
    ['2024-01-02T03:04:05.678000123Z', '2024-01-02T03:04:05.678Z'],
    ['2024-01-02T03:04:05+05:30', '2024-01-01T21:34:05.000Z'],
    ['2024-01-02T03:04:05-08:00', '2024-01-02T11:04:05.000Z'],
    ['2024-01-02T03:04:05.250-00:30', '2024-01-02T03:34:05.250Z'],
    ['2024-01-02T24:00:00Z', '2024-01-03T00:00:00.000Z'],
    ['2024-12-31T24:00', '2025-01-01T00:00:00.000Z'],
    ['1970-01-01', '1970-01-01T00:00:00.000Z'],
    ['2000-02-29T23:59:59.999Z', '2000-02-29T23:59:59.999Z'],
  ];
  const invalid: readonly unknown[] = [
    '',
    ' ',
    'now',
    'yesterday',
    '2024',
    '2024-01',
    '2024-1-2',
    '24-01-02',
    '20240102',
    '20240102T030405Z',
    '2023-02-29',
    '1900-02-29',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '2024-01-32',
    '2024-04-31',
    '2024-W01-1',
    '2024-002',
    '2024-01-02T03Z',
    '2024-01-02T25:00:00Z',
    '2024-01-02T23:60:00Z',
    '2024-01-02T23:59:60Z',
    '2024-01-02T23:59:61Z',
    '2024-01-02T24:00:01Z',
    '2024-01-02T24:30:00Z',
    '2024-01-02 03:04:05Z',
    '2024-01-02t03:04:05z',
    '2024-01-02T03:04:05,5Z',
    '2024-01-02T03:04:05.Z',
    '2024-01-02T03:04:05+0530',
    '2024-01-02T03:04:05+05',
    '2024-01-02T03:04:05+24:00',
    '2024-01-02T03:04:05+05:60',
    '2024-01-02T03:04:05 Z',
    '2024-01-02T03:04:05Z ',
    ' 2024-01-02T03:04:05Z',
    '2024-01-02T03:04:05ZZ',
    '2024-01-02Z',
    '2024-01-02T',
    '2024-01-02T3:04:05Z',
    '2024-01-02T03:04:05\n',
    '1969-12-31T23:59:59Z',
    '0000-01-01',
    '-002024-01-02',
    '+002024-01-02',
    '10000-01-01',
    '٢٠٢٤-٠١-٠٢',
    'Tue, 02 Jan 2024 03:04:05 GMT',
    'January 2, 2024',
    '1704164645000',
    '2024-01-02T03:04:05\u0000Z',
    1_704_164_645_000,
    0,
    null,
    true,
    {},
    [],
    ['2024-01-02'],
  ];
  const cases: ColumnCase[] = [
    ...valid.map(([text, iso]) => ({
      name: text,
      event: envelope({ timestamp: text }),
      expected: 'processed' as const,
      columns: { timestamp: new Date(iso) },
    })),
    ...invalid.map((timestamp) => ({
      name: JSON.stringify(timestamp),
      event: envelope({ timestamp }),
      expected: 'invalid' as const,
    })),
    { name: 'missing', event: without('timestamp'), expected: 'invalid' },
  ];
  const project = testEachEvent({
    system: () => system,
    cases,
    expectRow: (row, one) => expect(row).toMatchObject(one.columns ?? {}),
  });

  test('every one of them is counted with the reason `timestamp`', async () => {
    const usage = await waitForUsage(system, project(), 3 * cases.length);
    expect(usage['log invalid timestamp']).toBe(invalid.length + 1);
  }, 40_000);
});

describe('a timestamp ahead of the clock', () => {
  test.each([
    ['50 seconds', 50_000, 'kept'],
    ['70 seconds', 70_000, 'replaced by the arrival time'],
    ['a day', 86_400_000, 'replaced by the arrival time'],
    ['the year 9999', Date.UTC(9999, 11, 31) - Date.now(), 'replaced by the arrival time'],
  ])('of %s (%d ms) is %s', async (_name, aheadMs, becomes) => {
    const project = await createTenant(system);
    const before = Date.now();
    const timestamp = new Date(before + aheadMs).toISOString();
    const event = { ...makeEvent('log'), timestamp };
    await sendAccepted(system.baseUrl, project, [event]);
    const after = Date.now();
    await waitForStored(system, project, 1);
    const row = (await storedBySerial(system, project)).get(String(event.tags['serial']));
    const stored = (row?.['timestamp'] as Date).getTime();
    if (becomes === 'kept') expect(stored).toBe(Date.parse(timestamp));
    else {
      expect(stored).toBeGreaterThanOrEqual(before);
      expect(stored).toBeLessThanOrEqual(after);
    }
  });
});

describe('tags', () => {
  const serial = newSerial();
  const cases: ColumnCase[] = [
    {
      name: 'strings, numbers and booleans are kept as strings, other values dropped',
      event: envelope({
        tags: { serial, a: 'x', n: 1, f: 0.5, yes: true, no: false, nil: null, list: [1], map: { a: 1 } },
      }),
      expected: 'processed',
      columns: { tags: { serial, a: 'x', n: '1', f: '0.5', yes: 'true', no: 'false' } },
    },
  ];
  testEachEvent({
    system: () => system,
    cases,
    expectRow: (row, one) => expect(row['tags']).toEqual(one.columns?.['tags']),
  });

  test.each([['a string'], [5], [null], [['a', 'b']], [true]].map(([tags]) => [JSON.stringify(tags), tags]))(
    'tags %s are dropped and the event stays',
    async (_name, tags) => {
      const project = await createTenant(system);
      await sendAccepted(system.baseUrl, project, [envelope({ tags })]);
      await waitForStored(system, project, 1);
      const [row] = await system.sql<Row>('select tags from logs where project_id = $1', [project.id]);
      expect(row?.['tags'] ?? {}).toEqual({});
    },
  );
});

describe('payload', () => {
  const bad = [null, 'x', '', 0, 5, true, [], [{ message: 'x' }]];
  const cases: EventCase[] = [
    ...bad.map((payload) => ({
      name: `payload ${JSON.stringify(payload)}`,
      event: envelope({ payload }),
      expected: 'invalid' as const,
    })),
    { name: 'missing', event: without('payload'), expected: 'invalid' },
    { name: 'empty', event: envelope({ payload: {} }), expected: 'processed' },
    { name: 'unknown envelope fields beside it', event: envelope({ extra: { a: 1 } }), expected: 'processed' },
  ];
  const project = testEachEvent({ system: () => system, cases });

  test('is counted with the reason `payload`', async () => {
    const usage = await waitForUsage(system, project(), 3 * cases.length);
    expect(usage).toEqual({
      'log processed': 2 * cases.length + 2,
      'log invalid payload': bad.length + 1,
    });
  }, 40_000);
});

test('an event that fails several checks is counted once', async () => {
  const project = await createTenant(system);
  await sendAccepted(
    system.baseUrl,
    project,
    [
      { type: 'nope', timestamp: 'never', payload: 5 },
      { type: 'log', timestamp: 'never', payload: 5 },
    ],
    { tally: tally({ invalid: 2 }) },
  );
  const usage = await waitForUsage(system, project, 2);
  expect(Object.values(usage).reduce((a, b) => a + b, 0)).toBe(2);
}, 40_000);

function without(field: string): WireEvent {
  const event = makeEvent('log');
  return Object.fromEntries(Object.entries(event).filter(([name]) => name !== field));
}
