import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvent, newSerial, type EventType, type WireEvent } from '../e2e/support/events.js';
import { ask } from '../e2e/support/http.js';
import { accepted, sendBytes } from '../e2e/support/send.js';
import { sendEach, tallyOf, type CaseResult, type EventCase, type Expected } from '../e2e/support/sendEach.js';
import { countStored, storedBySerial, waitForStored, type Row } from '../e2e/support/stored.js';
import { createTenant } from '../e2e/support/tenant.js';
import { useSystem, useTenant } from '../e2e/support/useSystem.js';

/** Each event is counted as `invalid`, or cleaned and stored. Other events of the batch are processed in any case. */
const system = useSystem();
const project = useTenant(system);

const one = (name: string, event: unknown, expected: Expected = 'processed'): EventCase => ({ name, event, expected });
const wrong: readonly unknown[] = [null, true, 0, -1, 1e308, '', 'x', [], [[]], {}, { a: {} }, [null]];
const show = (value: unknown): string => JSON.stringify(value).slice(0, 30);

const fields: Readonly<Record<EventType, readonly string[]>> = {
  exception: ['type', 'message', 'level', 'handled', 'frames', 'stack', 'cause', 'fingerprint', 'breadcrumbs'],
  log: ['level', 'message', 'attributes'],
  hit: ['kind', 'name', 'url', 'referrer', 'title', 'sessionId'],
  replay: ['segment', 'events', 'startTime', 'endTime'],
  span: [],
};

const wrongTypes = (Object.entries(fields) as [EventType, readonly string[]][]).flatMap(([type, names]) =>
  names.map((field) => ({
    name: `${type}.${field}`,
    events: wrong.map((value) => makeEvent(type, { payload: { [field]: value } })),
  })),
);

const strange = {
  nul: 'a\u0000b',
  high: 'a\ud800b',
  low: 'a\udc00b',
  swapped: '\udc00\ud800',
  pair: '😀',
  controls: '\u0001\u001f\u007f\u0085\u2028\ufeff',
};

const numbers: EventCase[] = [
  one(
    'numbers beyond every range in contexts',
    makeEvent('log', { contexts: { a: 1e308, b: -1e308, c: 5e-324, d: 2 ** 53 + 2 } }),
  ),
  one('a duration beyond reason', makeEvent('span', { payload: { duration: 1e300 } })),
  one('a negative duration', makeEvent('span', { payload: { duration: -5 } }), 'invalid'),
  one('metrics beyond reason', makeEvent('span', { payload: { metrics: { a: 1e308, b: -1e308, c: 5e-324 } } })),
  ...[-1, 1.5, 2 ** 31, 2 ** 53, 1e300].map((segment) =>
    one(`segment ${segment}`, makeEvent('replay', { payload: { segment, events: [] } })),
  ),
  ...[-1, 0, 1.5, 2 ** 31, 1e300].map((line) =>
    one(`line ${line}`, makeEvent('exception', { payload: { frames: [{ file: 'a.js', line, column: line }] } })),
  ),
];

const dates: EventCase[] = [
  one('the first moment', makeEvent('log', { timestamp: '1970-01-01T00:00:00Z' })),
  one('the last moment', makeEvent('log', { timestamp: '9999-12-31T23:59:59.999Z' })),
  one(
    'a span before time',
    makeEvent('span', { payload: { startTime: '1969-12-31', endTime: '1969-12-31' } }),
    'invalid',
  ),
  one('a span of all time', makeEvent('span', { payload: { startTime: '1970-01-01', endTime: '9999-12-31' } })),
  one(
    'a span that ends before it starts',
    makeEvent('span', { payload: { startTime: '2024-01-02', endTime: '2024-01-01' } }),
  ),
  one('a timestamp of a megabyte', makeEvent('log', { timestamp: '2'.repeat(1_000_000) }), 'invalid'),
  one(
    'a breadcrumb out of time',
    makeEvent('exception', { payload: { breadcrumbs: [{ timestamp: 'x' }, { timestamp: 5 }, null, 7] } }),
  ),
  one('replay times out of time', makeEvent('replay', { payload: { startTime: '99999', endTime: '-1' } })),
];

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  '__defineGetter__',
  'toJSON',
  'valueOf',
  'then',
  'length',
];

const texts: EventCase[] = [
  one('a huge message', makeEvent('log', { payload: { message: 'm'.repeat(3_000_000) } })),
  one('a huge tag', makeEvent('log', { tags: { ['k'.repeat(500_000)]: 'v'.repeat(500_000) } })),
  one('a huge context name', makeEvent('log', { contexts: { ['k'.repeat(500_000)]: 1 } })),
  one('a huge user agent', makeEvent('log', { contexts: { 'device.userAgent': 'Mozilla/5.0 '.repeat(50_000) } })),
  one('a huge user', makeEvent('log', { contexts: { 'user.id': 'u'.repeat(500_000) } })),
  one(
    'a huge release',
    makeEvent('exception', { contexts: { release: 'r'.repeat(500_000), environment: 'e'.repeat(500_000) } }),
  ),
  one(
    'a huge trace id',
    makeEvent('log', { contexts: { 'trace.id': 't'.repeat(500_000), 'span.id': 's'.repeat(9_000) } }),
  ),
  one('a huge hit', makeEvent('hit', { payload: { name: 'n'.repeat(300_000), title: 't'.repeat(300_000) } })),
  one('a huge span name', makeEvent('span', { payload: { name: 'n'.repeat(300_000), op: 'o'.repeat(300_000) } })),
  one('a huge metric name', makeEvent('span', { payload: { metrics: { ['m'.repeat(300_000)]: 1 } } })),
  one(
    'a huge stack',
    makeEvent('exception', { payload: { stack: `Error\n${'    at f (a.js:1:1)\n'.repeat(30_000)}` } }),
  ),
  one(
    'a stack made to backtrack',
    makeEvent('exception', { payload: { stack: `Error\n    at ${'('.repeat(50_000)}` } }),
  ),
  one('a stack of one line', makeEvent('exception', { payload: { stack: `at ${'a '.repeat(30_000)}:1:1` } })),
  one(
    '10,000 tags',
    makeEvent('log', { tags: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`t${n}`, 'v'])) }),
  ),
  one(
    '10,000 contexts',
    makeEvent('log', { contexts: Object.fromEntries(Array.from({ length: 10_000 }, (_, n) => [`c${n}`, n])) }),
  ),
  one(
    '10,000 breadcrumbs',
    makeEvent('exception', { payload: { breadcrumbs: Array.from({ length: 10_000 }, () => ({ message: 'b' })) } }),
  ),
  one(
    '10,000 fingerprints',
    makeEvent('exception', { payload: { fingerprint: Array.from({ length: 10_000 }, (_, n) => `f${n}`) } }),
  ),
  one(
    'SQL in every text',
    makeEvent('log', { tags: { a: "'; drop table logs; --" }, payload: { message: '\\.\n\\N\t\\' } }),
  ),
  one(
    'COPY’s own marks',
    makeEvent('hit', { payload: { name: '\\N', url: '\\.', title: 'a\tb\nc\\t\r', referrer: '\\' } }),
  ),
  one('markup', makeEvent('log', { payload: { message: '<script>alert(1)</script>${7*7}{{7*7}}' } })),
];

const depths: EventCase[] = [
  ...[100, 500, 900].flatMap((depth) => [
    one(`arrays ${depth} deep in contexts`, makeEvent('log', { contexts: { a: deep(depth, (x) => [x]) } }), 'invalid'),
    one(
      `objects ${depth} deep in the payload`,
      makeEvent('hit', { payload: { a: deep(depth, (x) => ({ x })) } }),
      'invalid',
    ),
    one(
      `causes ${depth} deep`,
      makeEvent('exception', { payload: { cause: deep(depth, (cause) => ({ cause })) } }),
      'invalid',
    ),
    one(`replay events ${depth} deep`, makeEvent('replay', { payload: { events: [deep(depth, (x) => [x])] } })),
  ]),
  one('deep and of no type', { type: 'nope', a: deep(500, (x) => [x]) }, 'invalid'),
  one('a deep trace event', { type: 'trace', a: deep(500, (x) => [x]) }, 'ignored'),
];

const protoCases = names.flatMap((name) => [
  one(`key ${name}`, proto(`"${name}":"x"`)),
  one(`nested key ${name}`, proto(`"a":{"${name}":{"b":1}}`)),
]);
const cases = [...numbers, ...dates, ...texts, ...depths, ...protoCases];

describe('single events', () => {
  let results: Map<string, CaseResult>;
  beforeAll(async () => {
    results = await sendEach(system, project, cases);
  }, 60_000);

  test.each(cases.map((each) => [each.expected, each.name, each] as const))('are %s: %s', (_expected, name, each) => {
    const result = results.get(name);
    expect(result?.answer.json).toEqual({ success: true, ...tallyOf(each.expected) });
    expect(result?.neighboursStored).toBe(true);
    expect(result?.row !== undefined).toBe(each.expected === 'processed');
  });

  test('treats `__proto__` and `constructor` as ordinary keys', () => {
    const row = results.get('key __proto__')?.row;
    const tags = row?.['tags'] as object;
    expect(Object.getPrototypeOf(tags)).toBe(Object.prototype);
    expect(Object.keys(results.get('key constructor')?.row?.['contexts'] as object)).toContain('constructor');
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('no event is dead-lettered, and the process still runs', async () => {
    expect((await countStored(system, project))['dead_letters']).toBe(0);
    expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
  });
});

describe('wrong types in every payload field', () => {
  test.each(wrongTypes.map((group) => [group.name, group.events] as const))(
    `are stored, %s: ${wrong.map(show).join(' ')}`,
    async (_name, events) => {
      const mine = await createTenant(system);
      const body = JSON.stringify({ events });
      expect((await sendBytes(system.baseUrl, mine.key, body)).json).toEqual(accepted({ processed: events.length }));
      const counts = await waitForStored(system, mine, events.length);
      expect(counts['dead_letters']).toBe(0);
    },
    30_000,
  );
});

describe('NUL and lone surrogates', () => {
  test('are replaced by U+FFFD in values and keys; valid pairs are kept', async () => {
    const mine = await createTenant(system);
    const event = makeEvent('log', {
      tags: { ...strange, 'k\u0000': 'v' },
      contexts: {
        ...strange,
        'k\ud800': 'v',
        nested: { 'k\u0000': ['\u0000'] },
        environment: 'e\u0000',
        'user.id': '\udc00',
      },
      payload: { message: Object.values(strange).join('|'), attributes: { ...strange } },
    });
    expect((await sendBytes(system.baseUrl, mine.key, JSON.stringify({ events: [event] }))).json).toEqual(
      accepted({ processed: 1 }),
    );
    await waitForStored(system, mine, 1);
    const [row] = [...(await storedBySerial(system, mine)).values()];
    const clean = {
      nul: 'a\uFFFDb',
      high: 'a\uFFFDb',
      low: 'a\uFFFDb',
      swapped: '\uFFFD\uFFFD',
      pair: '😀',
      controls: strange.controls,
    };
    expect(row?.['message']).toBe(Object.values(clean).join('|'));
    expect(row?.['tags']).toMatchObject({ ...clean, 'k\uFFFD': 'v' });
    expect(row?.['attributes']).toEqual(clean);
    expect(row?.['contexts']).toMatchObject({ ...clean, 'k\uFFFD': 'v', nested: { 'k\uFFFD': ['\uFFFD'] } });
    expect(row).toMatchObject({ environment: 'e\uFFFD' });
  });

  const everywhere: readonly (readonly [EventType, WireEvent])[] = [
    [
      'exception',
      {
        type: strange.nul,
        message: strange.high,
        frames: [{ file: strange.low, function: strange.nul }],
        stack: strange.nul,
      },
    ],
    ['span', { uuid: 'a\u0000', name: strange.high, traceId: 't\ud800', op: strange.nul, metrics: { 'm\u0000': 1 } }],
    ['hit', { name: strange.nul, url: strange.high, title: strange.low }],
    ['replay', { replayId: 'r\u0000', events: [{ text: strange.nul, 'k\ud800': 1 }] }],
  ];
  test.each(everywhere)('are replaced in the payload of a %s', async (type, payload) => {
    const mine = await createTenant(system);
    const event = makeEvent(type, {
      payload,
      contexts: { release: 'r\u0000', 'trace.id': '\ud800', 'user.email': '\u0000' },
    });
    expect((await sendBytes(system.baseUrl, mine.key, JSON.stringify({ events: [event] }))).json).toEqual(
      accepted({ processed: 1 }),
    );
    const counts = await waitForStored(system, mine, 1);
    expect(counts['dead_letters']).toBe(0);
    const [row] = [...(await storedBySerial(system, mine)).values()] as [Row];
    const text = JSON.stringify(row);
    expect(text).toContain('\uFFFD');
    expect(text).not.toMatch(/\\u0000|\\ud800|\\udc00/);
  });
});

describe('unusual but valid JSON', () => {
  test('uses the last of repeated keys', async () => {
    const mine = await createTenant(system);
    const serial = newSerial();
    const body = `{"events":[5],"events":[{"type":"nope","type":"log","timestamp":"2024-05-01","tags":{"serial":"${serial}"},"payload":{"message":"first","message":"last"}}]}`;
    expect((await sendBytes(system.baseUrl, mine.key, body)).json).toEqual(accepted({ processed: 1 }));
    await waitForStored(system, mine, 1);
    expect((await storedBySerial(system, mine)).get(serial)).toMatchObject({ message: 'last' });
  });

  test('replaces invalid UTF-8', async () => {
    const mine = await createTenant(system);
    const [before, after] = JSON.stringify({ events: [makeEvent('log', { payload: { message: 'HERE' } })] }).split(
      'HERE',
    );
    const body = Buffer.concat([
      Buffer.from(before ?? ''),
      Buffer.from([0xff, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
      Buffer.from(after ?? ''),
    ]);
    const answer = await sendBytes(system.baseUrl, mine.key, body);
    expect([202, 400]).toContain(answer.status);
    if (answer.status === 202) await waitForStored(system, mine, 1);
  });

  test('accepts numbers of a thousand digits', async () => {
    const mine = await createTenant(system);
    const event = JSON.stringify(makeEvent('log', { contexts: { n: 'HERE' } })).replace('"HERE"', '9'.repeat(1_000));
    const answer = await sendBytes(system.baseUrl, mine.key, `{"events":[${event}]}`);
    expect(answer.json).toEqual(accepted({ processed: 1 }));
    await waitForStored(system, mine, 1);
  });
});

function proto(text: string): WireEvent {
  const serial = newSerial();
  return JSON.parse(
    `{"type":"log","timestamp":"2024-05-01","tags":{"serial":"${serial}"${text ? `,${text}` : ''}},"contexts":{${text}},"payload":{"message":"m","attributes":{${text}}}}`,
  ) as WireEvent;
}

function deep(depth: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}
