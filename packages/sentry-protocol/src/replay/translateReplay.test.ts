import { describe, expect, test } from '@jest/globals';
import { deflateSync, gzipSync } from 'node:zlib';
import type { EnvelopeItem } from '../envelope/readEnvelope.js';
import { itemOf } from '../testing/envelopes.js';
import { translateEnvelope, withoutProblem } from '../testing/translate.js';
import type { Translation } from '../translation.js';
import { findRecording } from './findRecording.js';
import { recordingsOf } from './recordingsOf.js';

const ID = 'dc1f2d7c2e1742a38de4c9d972dd535d';
const recorded = [
  { type: 4, timestamp: 1795895309799, data: {} },
  { type: 5, timestamp: 1795895320.941, data: { tag: 'performanceSpan' } },
];
const described = (fields: object = {}): EnvelopeItem =>
  itemOf({ type: 'replay_event' }, JSON.stringify({ replay_id: ID, event_id: ID, segment_id: 3, ...fields }));
const recording = (events: unknown = recorded, segment = 3): EnvelopeItem =>
  itemOf({ type: 'replay_recording' }, `{"segment_id":${segment}}\n${JSON.stringify(events)}`);
const translate = (
  items: readonly EnvelopeItem[],
  recordings: ReadonlyMap<EnvelopeItem, Buffer | undefined> = new Map(),
): Translation => withoutProblem(translateEnvelope({ header: { event_id: ID }, items }, recordings));

describe('findRecording', () => {
  const bytes = (tail: Buffer): EnvelopeItem =>
    itemOf({ type: 'replay_recording' }, Buffer.concat([Buffer.from('{"segment_id":0}\n'), tail]));

  test.each<[string, Buffer]>([
    ['deflate', deflateSync('[]')],
    ['deflate', deflateSync('[]', { level: 1 })],
    ['gzip', gzipSync('[]')],
    ['identity', Buffer.from('[]')],
    ['identity', Buffer.alloc(0)],
  ])('finds a recording whose coding is %s', (coding, tail) => {
    expect(findRecording(bytes(tail))).toEqual({ coding, bytes: tail });
  });

  test('finds none in other items, and no bytes without a line break', () => {
    expect(findRecording(described())).toBeUndefined();
    expect(findRecording(itemOf({ type: 'replay_recording' }, '{}'))).toEqual({
      coding: 'identity',
      bytes: Buffer.alloc(0),
    });
  });
});

describe('recordingsOf', () => {
  const [first, second, third] = [recording([1]), recording([2]), recording([3])];

  test.each<[string, readonly EnvelopeItem[], readonly EnvelopeItem[]]>([
    ['no recordings of an envelope without a replay_event', [first, second], []],
    ['no recordings of an envelope without recordings', [described()], []],
    [
      'as many recordings as there are replay_events',
      [first, described(), second, described(), third],
      [first, second],
    ],
    ['no other items', [itemOf({ type: 'event' }, '{}'), described(), first, described()], [first]],
  ])('returns %s', (_name, items, expected) => {
    const found = recordingsOf({ header: {}, items });
    expect(found).toHaveLength(expected.length);
    found.forEach((item, index) => expect(item).toBe(expected[index]));
  });
});

describe('a segment of a replay', () => {
  test('has the recorded events as they are, and the times of the first and last one', () => {
    const event = described({
      timestamp: 1795895321.043,
      urls: ['https://shop.example/cart'],
      trace_ids: ['t'],
      tags: { plan: 'pro' },
      user: { id: '42' },
      release: 'shop@1',
    });
    expect(translate([event, recording()])).toMatchObject({
      id: ID,
      events: [
        {
          type: 'replay',
          timestamp: '2026-11-28T19:48:41.043Z',
          tags: { plan: 'pro' },
          contexts: {
            release: 'shop@1',
            'user.id': '42',
            'replay.id': ID,
            url: 'https://shop.example/cart',
            'trace.id': 't',
          },
          payload: {
            replayId: ID,
            segment: 3,
            startTime: '2026-11-28T19:48:29.799Z',
            endTime: '2026-11-28T19:48:40.941Z',
            events: recorded,
          },
        },
      ],
    });
  });

  test('is read of what the caller has inflated', () => {
    const item = itemOf({ type: 'replay_recording' }, Buffer.concat([Buffer.from('{}\n'), deflateSync('[]')]));
    const { events } = translate([described(), item], new Map([[item, Buffer.from(JSON.stringify(recorded))]]));
    expect(events).toMatchObject([{ payload: { events: recorded } }]);
  });

  test('has the times of its event if nothing was recorded', () => {
    const event = described({ replay_start_timestamp: 1795895301.675, timestamp: 1795895321.043 });
    expect(translate([event, recording([])]).events).toMatchObject([
      { payload: { events: [], startTime: '2026-11-28T19:48:21.675Z', endTime: '2026-11-28T19:48:41.043Z' } },
    ]);
  });

  test('belongs to the recording at the same place of the envelope', () => {
    const items = [recording([1], 1), recording([2], 2), described({ segment_id: 1 }), described({ segment_id: 2 })];
    expect(translate(items).events).toMatchObject([
      { payload: { segment: 1, events: [1] } },
      { payload: { segment: 2, events: [2] } },
    ]);
  });

  test('has the id of the envelope, and its number from the recording, without an event', () => {
    expect(translate([recording()]).events).toMatchObject([
      { payload: { replayId: ID, segment: 3, events: recorded } },
    ]);
  });

  test('is refused if its recording is compressed and belongs to no replay_event', () => {
    const compressed = itemOf({ type: 'replay_recording' }, Buffer.concat([Buffer.from('{}\n'), deflateSync('[]')]));
    expect(translate([compressed]).events).toMatchObject([{ payload: expect.stringContaining('cannot be inflated') }]);
  });

  test.each<[string, readonly EnvelopeItem[]]>([
    ['without a recording', [described()]],
    ['whose recording was not inflated', [described(), itemOf({ type: 'replay_recording' }, 'x\n\x78\x9c')]],
    ['whose recording is not a list', [described(), recording({})]],
    ['whose event is not an object', [itemOf({ type: 'replay_event' }, '[]'), recording()]],
    ['whose recording has no line of JSON', [itemOf({ type: 'replay_recording' }, 'x\n[]')]],
  ])('is refused %s', (_name, items) => {
    expect(translate(items).events).toEqual([
      { type: 'replay', timestamp: '9999-12-31T23:59:59Z', payload: expect.any(String) },
    ]);
  });
});
