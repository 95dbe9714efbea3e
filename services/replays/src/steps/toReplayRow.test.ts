import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { enrichEvent } from '@sluice/enrichment';
import { toReplayRow } from './toReplayRow.js';

const ID = '01890000-0000-8000-8000-000000000000';

describe('a replay segment’s row (protocol 2.8)', () => {
  test.each<[string, Readonly<Record<string, Json>>, Json, object]>([
    ['it belongs to the replay it names', { replayId: 'r1' }, { 'replay.id': 'r2' }, { replay_id: 'r1' }],
    ['else to that of its context', {}, { 'replay.id': 'r2' }, { replay_id: 'r2' }],
    ['else to one of its own, the same on every retry', {}, {}, { replay_id: ID }],
    ['segment 0 unless told', {}, {}, { segment: 0 }],
    ['the segment told', { segment: 3 }, {}, { segment: 3 }],
    ['an invalid segment becomes 0', { segment: -1 }, {}, { segment: 0 }],
    ['a segment that is no whole number is 0', { segment: 1.5 }, {}, { segment: 0 }],
    ['a segment beyond the column is 0', { segment: 2 ** 31 }, {}, { segment: 0 }],
    [
      'events are opaque, and counted',
      { events: [{ type: 4 }, 'x'] },
      {},
      { events: '[{"type":4},"x"]', event_count: 2 },
    ],
    ['packed events are kept, and not counted', { events: 'H4sI' }, {}, { events: '"H4sI"', event_count: 0 }],
    ['no events are an empty list', {}, {}, { events: '[]', event_count: 0 }],
    [
      'times where they are times',
      { startTime: '2026-01-02T00:00:01Z', endTime: 'x' },
      {},
      { start_time: Date.UTC(2026, 0, 2, 0, 0, 1), end_time: null },
    ],
  ])('is made from the payload: %s', (_name, payload, contexts, expected) => {
    expect(rowOf(payload, contexts)).toMatchObject(expected);
  });
});

function rowOf(payload: Readonly<Record<string, Json>>, contexts: Json = {}) {
  return toReplayRow(
    enrichEvent({ type: 'replay', timestamp: '2026-01-02', contexts, payload }, ID, { ip: '', agent: '' }),
    {
      projectId: '7',
      arrivalMs: 0,
    },
  );
}
