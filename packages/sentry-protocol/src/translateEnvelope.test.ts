import { describe, expect, test } from '@jest/globals';
import { envelopeBytes, openEnvelope } from './testing/envelopes.js';
import {
  countPauses,
  translateEnvelope,
  translateItems,
  translateStored,
  withoutProblem,
} from './testing/translate.js';

const ID = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const OTHER = 'ed8ac9e39763455581325c691cfc4078';

describe('the id of a request', () => {
  test.each<[string, object, readonly (readonly [string, object])[], string | undefined]>([
    ['of the envelope', { event_id: ID }, [['event', { event_id: OTHER }]], ID],
    ['of the envelope with dashes', { event_id: 'C0FFEE00-c0ff-ee00-c0ff-ee00c0ffee00' }, [], ID],
    [
      'of the first event',
      {},
      [
        ['session', {}],
        ['event', { event_id: OTHER }],
        ['event', { event_id: ID }],
      ],
      OTHER,
    ],
    ['of the first event rather than no id', { event_id: 'x' }, [['transaction', { event_id: OTHER }]], OTHER],
    [
      'of nothing',
      {},
      [
        ['log', { items: [{}] }],
        ['session', {}],
      ],
      undefined,
    ],
  ])('is that %s', (_name, header, items, id) => {
    expect(translateItems(items, header).id).toBe(id);
  });

  test('is made of the bytes of an event that has none, the same each time', () => {
    const [first, again, other] = ['a', 'a', 'b'].map((message) => translateItems([['event', { message }]]));
    expect(first?.id).toMatch(/^[\da-f]{32}$/);
    expect(again).toEqual(first);
    expect(other?.id).not.toBe(first?.id);
    expect(first?.events).toMatchObject([{ contexts: { 'event.id': first?.id } }]);
  });
});

describe('items that Sluice does not take', () => {
  test('are counted by their type', () => {
    const items = ['session', 'sessions', 'check_in', 'attachment', 'profile', 'statsd', 'session'].map(
      (type) => [type, {}] as const,
    );
    expect(Object.fromEntries(translateItems(items).untaken)).toEqual({
      session: 2,
      sessions: 1,
      check_in: 1,
      attachment: 1,
      profile: 1,
      statsd: 1,
    });
  });

  test('have names without control characters and halves of characters', () => {
    expect([...translateItems([[`a\0b\n${'x'.repeat(45)}😀`, {}]]).untaken.keys()]).toEqual([
      `a\uFFFDb\uFFFD${'x'.repeat(45)}\uFFFD`,
    ]);
  });

  test('are counted together beyond 20 names, which are cut', () => {
    const items = Array.from({ length: 30 }, (_, index) => [`${'x'.repeat(48)}${index}`, {}] as const);
    const { untaken } = translateItems([...items, [{}, {}], [{ type: 5 }, {}]]);
    expect(untaken.size).toBe(21);
    expect(untaken.get('(other)')).toBe(12);
    expect([...untaken.keys()].every((name) => name.length <= 50)).toBe(true);
  });
});

describe('a client report', () => {
  test('says what an SDK dropped', () => {
    const discarded = [
      { reason: 'before_send', category: 'error', quantity: 2 },
      { reason: 'x'.repeat(60), category: 'y'.repeat(60), quantity: 1 },
      { reason: 'a', category: 'b', quantity: 0 },
      { reason: 'a', category: 'b', quantity: 1.5 },
      { reason: 5, category: 'b', quantity: 1 },
      null,
    ];
    expect(translateItems([['client_report', { discarded_events: discarded }]])).toMatchObject({
      events: [],
      discarded: [discarded[0], { reason: 'x'.repeat(50), category: 'y'.repeat(50), quantity: 1 }],
    });
  });

  test('has at most 100 entries in a request', () => {
    const discarded_events = Array.from({ length: 80 }, () => ({ reason: 'a', category: 'b', quantity: 1 }));
    const item = ['client_report', { discarded_events }] as const;
    expect(translateItems([item, item]).discarded).toHaveLength(100);
  });

  test('that cannot be read is counted', () => {
    expect([...translateItems([['client_report', 'x']]).untaken]).toEqual([['client_report', 1]]);
  });
});

describe('an item of one event', () => {
  const long = 'x'.repeat(4 * 1_048_576);

  test('is refused without being read if it has more than 4 MiB, and the others are taken', () => {
    const { events } = translateItems([
      ['event', { message: 'm', modules: { long } }],
      ['feedback', { long }],
      ['log', { items: [{ body: 'l', attributes: { long } }] }],
    ]);
    const refused = 'The item has more than 4 MiB.';
    expect(events.map(({ type, payload }) => [type, typeof payload === 'string' ? payload : ''])).toEqual([
      ['exception', refused],
      ['log', refused],
      ['log', ''],
    ]);
  });

  test('is refused without an envelope, too', () => {
    const { events } = withoutProblem(
      translateStored(Buffer.from(JSON.stringify({ message: 'm', modules: { long } }))),
    );
    expect(events).toMatchObject([{ type: 'exception', payload: 'The item has more than 4 MiB.' }]);
  });
});

describe('a bad item', () => {
  test.each([
    ['event', 'exception'],
    ['transaction', 'span'],
    ['span', 'span'],
    ['log', 'log'],
    ['feedback', 'log'],
    ['user_report', 'log'],
    ['raw_security', 'exception'],
  ])('of type %s is an invalid %s beside the others', (type, expected) => {
    const { events } = translateItems([
      [type, 'not JSON'],
      ['event', { message: 'm' }],
      [type, '5'],
    ]);
    expect(events.map((event) => [event.type, typeof event.payload])).toEqual([
      [expected, 'string'],
      ['exception', 'object'],
      [expected, 'string'],
    ]);
  });
});

describe('a request with many events', () => {
  const spans = (length: number): unknown => ({ items: Array.from({ length }, () => 1) });

  test('may have 20,000', () => {
    expect(translateItems([['span', spans(20_000)]]).events).toHaveLength(20_000);
  });

  test.each<[string, readonly (readonly [string, unknown])[]]>([
    ['in one container', [['log', spans(20_001)]]],
    [
      'in two containers',
      [
        ['log', spans(20_000)],
        ['span', spans(1)],
      ],
    ],
    ['in a transaction', [['transaction', { spans: Array.from({ length: 20_000 }, () => 1) }]]],
    [
      'beside a container',
      [
        ['log', spans(20_000)],
        ['event', {}],
      ],
    ],
    [
      'beside a container, unreadable',
      [
        ['log', spans(20_000)],
        ['event', 'x'],
      ],
    ],
    [
      'beside a container, as a span',
      [
        ['log', spans(20_000)],
        ['span', {}],
      ],
    ],
    [
      'beside a container, as a log',
      [
        ['log', spans(20_000)],
        ['log', {}],
      ],
    ],
    [
      'beside a container, as a report',
      [
        ['log', spans(20_000)],
        ['user_report', {}],
      ],
    ],
    [
      'beside a container, as a replay',
      [
        ['log', spans(20_000)],
        ['replay_event', {}],
      ],
    ],
  ])('has a problem with one more %s', (_name, items) => {
    expect(translateEnvelope(openEnvelope(envelopeBytes(items)))).toEqual({
      problem: expect.stringContaining('20000 events'),
      isTooLarge: true,
    });
  });
});

test('the translation of an envelope pauses after each entry of a list, each span of a transaction and each item', () => {
  const items = envelopeBytes([
    ['log', { items: [{}, {}, {}] }],
    ['span', { items: [{}, {}] }],
    ['transaction', { spans: [{}, {}] }],
    ['event', { message: 'm' }],
  ]);
  expect(countPauses(openEnvelope(items))).toBe(3 + 2 + 3 + 4);
});

describe('an event without an envelope', () => {
  test.each([
    [{ type: 'transaction', spans: [{}] }, ['span', 'span']],
    [{ type: 'feedback' }, ['log']],
    [{ type: 'error' }, ['exception']],
    [{}, ['exception']],
  ])('%p is %p', (event, types) => {
    const translation = translateStored(Buffer.from(JSON.stringify(event)));
    expect(translation).toMatchObject({ events: types.map((type) => ({ type })) });
  });

  test('that is not JSON is an invalid exception', () => {
    expect(translateStored(Buffer.from('{'))).toMatchObject({
      id: undefined,
      events: [{ type: 'exception', payload: expect.any(String) }],
    });
  });
});
