import { describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf, hourOf, timeOfId, type AcceptedEvent, type Part } from '@sluice/contract';
import type { LogRow } from '@sluice/db';
import type { AcquiredJob } from '@sluice/queues';
import { noDetails, type StoreDefinition } from './definition.js';
import { makeRow } from './makeRow.js';
import { deadLetterPart, deadLetterAsBytes, eventsOf, timesOf, preparePart, unreadablePart } from './preparePart.js';
import { readJob } from './readJob.js';

const ARRIVAL = Date.UTC(2026, 10, 20, 12, 7);
const definition: StoreDefinition<'logs'> = {
  type: 'log',
  table: 'logs',
  partitioned: [],
  derive: () => Promise.resolve(),
  readDetails: noDetails,
  toRow: (enriched, facts): LogRow => {
    const { message } = enriched.payload;
    if (message === 'poison') throw new TypeError('cannot read it');
    return makeRow(enriched, facts, {
      level: 'info',
      message: typeof message === 'string' ? message : '',
      attributes: null,
    });
  },
};

describe('a part becomes rows and letters', () => {
  test('with ids made of arrival, batch and index, and usage of the hour it was charged to', () => {
    const given = part([event('a'), event('b')]);
    const prepared = preparePart(definition, given);
    expect(prepared.rows.map(({ row }) => [row.id, row.message])).toEqual([
      [eventIdOf(given.batch, ARRIVAL, 0), 'a'],
      [eventIdOf(given.batch, ARRIVAL, 2), 'b'],
    ]);
    expect(prepared.receipt).toEqual({ projectId: '7', batchId: given.batch, type: 'log' });
    expect(prepared.usage).toEqual({
      projectId: '7',
      type: 'log',
      outcome: 'processed',
      reason: '',
      hour: hourOf(ARRIVAL),
      epoch: 'e1',
      count: 2,
      arrivalMs: ARRIVAL,
    });
    expect(timesOf(prepared)).toEqual([timeOfId(given.batch), ARRIVAL]);
  });

  test('an event that throws on its way to a row is alone a dead letter', () => {
    const given = part([event('a'), event('poison'), event('b'), event('c', { timestamp: 'never' })]);
    const prepared = preparePart(definition, given);
    expect(prepared.rows.map(({ row }) => row.message)).toEqual(['a', 'b']);
    expect(prepared.letters.map(({ index, reason, message, events }) => [index, reason, message, events])).toEqual([
      [2, 'transform', 'cannot read it', 1],
      [6, 'transform', 'timestamp is not an ISO 8601 date and time', 1],
    ]);
    expect(eventsOf(prepared)).toBe(4);
  });

  test('a dead letter holds the accepted event and the properties of its part', () => {
    const prepared = preparePart(definition, part([event('poison')]));
    const [letter] = prepared.letters;
    expect(JSON.parse(letter?.payload.toString() ?? '')).toEqual(event('poison'));
    expect(letter?.part).toEqual({
      organization: '3',
      arrival: ARRIVAL,
      hour: hourOf(ARRIVAL),
      epoch: 'e1',
      ip: '203.0.113.7',
      agent: 'test',
    });
  });

  test('values that are not events become dead letters', () => {
    const broken = [null, 7, 'x', []] as unknown as readonly AcceptedEvent[];
    expect(preparePart(definition, part(broken)).letters).toHaveLength(4);
  });

  test('a part whose events become dead letters runs no steps', () => {
    const why = { reason: 'expired', sqlstate: null, message: 'old' } as const;
    const prepared = preparePart(definition, part([event('a'), event('poison')]), { cause: why });
    expect([prepared.rows.length, prepared.letters.map(({ reason }) => reason)]).toEqual([0, ['expired', 'expired']]);
  });

  test('quarantining a prepared part keeps the reasons of its dead letters', () => {
    const prepared = deadLetterPart(preparePart(definition, part([event('a'), event('poison')])), {
      reason: 'data',
      sqlstate: '54000',
      message: 'too wide',
    });
    expect([prepared.rows.length, prepared.letters.map(({ reason, sqlstate }) => [reason, sqlstate])]).toEqual([
      0,
      [
        ['transform', null],
        ['data', '54000'],
      ],
    ]);
  });
});

test('a part that fails validation is one dead letter with its bytes, counted under the hour of its batch', () => {
  const given = preparePart(definition, part([event('a'), event('b')], { epoch: 'e9', hour: 7 }), {
    cause: { reason: 'data', sqlstate: null, message: 'refused' },
  });
  const why = { sqlstate: '22P02', message: 'worse' };
  const distrusted = deadLetterAsBytes(given, why);
  expect(distrusted.receipt).toEqual(given.receipt);
  expect(distrusted.usage).toMatchObject({ hour: hourOf(ARRIVAL), epoch: 'unreadable', count: 2 });
  expect(distrusted.letters).toMatchObject([{ ...why, reason: 'unreadable', events: 2, part: null }]);
  expect(JSON.parse(distrusted.letters[0]?.payload.toString() ?? '')).toEqual([event('a'), event('b')]);
  expect(deadLetterAsBytes(given, why)).toEqual(distrusted);
});

describe('a job is read', () => {
  test('as its parts', () => {
    const parts = [part([event('a')]), part([])];
    expect(readJob(job({ parse: () => ({ version: 1, type: 'log', parts }) }))).toEqual({ parts, unreadable: [] });
  });

  test('as bytes if it is not a chunk, under the same id each time', () => {
    const [first, second] = [readJob(job({})), readJob(job({}))];
    expect(first).toEqual(second);
    expect(first.parts).toEqual([]);
    expect(first.unreadable).toMatchObject([{ projectId: '0', events: 4, bytes: Buffer.from('{"broken') }]);
    expect(readJob(job({ id: 'other' })).unreadable[0]?.id).not.toBe(first.unreadable[0]?.id);
  });

  test.each<[string, Partial<Record<keyof Part, unknown>>, string]>([
    ['a project that is no number', { project: "7'; drop" }, '0'],
    ['a batch that is no id', { batch: 'b' }, '7'],
    ['an arrival that is no time', { arrival: -1 }, '7'],
    ['an arrival from the far future', { arrival: ARRIVAL + 26 * 3_600_000 }, '7'],
    ['an hour that no clock has', { hour: 9_000_000_000_000 }, '7'],
    ['an hour far from its arrival', { hour: hourOf(ARRIVAL) - 27 }, '7'],
    ['an hour after its publish', { hour: hourOf(ARRIVAL) + 27 }, '7'],
    ['a batch of another day', { batch: batchIdOf(ARRIVAL - 26 * 3_600_000, 'ab'.repeat(32)) }, '7'],
    ['a batch from long after it', { batch: batchIdOf(ARRIVAL + 26 * 3_600_000, 'ab'.repeat(32)) }, '7'],
    ['an epoch that no column takes', { epoch: 'e\0' }, '7'],
    ['an epoch without end', { epoch: 'e'.repeat(65) }, '7'],
    ['an organization that is no number', { organization: 'acme' }, '7'],
    ['an invalid address', { ip: '192.0.2.1\0' }, '7'],
    ['indexes that do not fit its events', { indexes: [] }, '7'],
    ['an index beyond the most', { indexes: [4_096] }, '7'],
    ['events that are no list', { events: {} }, '7'],
  ])('a part with %s is bytes, its neighbours are not', (_name, broken, project) => {
    const good = part([event('a')]);
    const read = readJob(
      job({ parse: () => ({ version: 1, type: 'log', parts: [{ ...good, ...broken } as Part, good] }) }),
    );
    expect(read.parts).toEqual([good]);
    expect(read.unreadable.map(({ projectId }) => projectId)).toEqual([project]);
  });

  test('with a batch that has the start of a daily window and a gateway’s additions', () => {
    const hash = 'ab'.repeat(32);
    const parts = [ARRIVAL - 24 * 3_600_000, ARRIVAL + 15 * 60_000].map((ms) =>
      part([event('a')], { batch: batchIdOf(ms, hash) }),
    );
    expect(readJob(job({ parse: () => ({ version: 1, type: 'log', parts }) })).parts).toEqual(parts);
  });

  test('a batch that lay in a spool for days is charged and published days after its arrival', () => {
    const publishedAtMs = ARRIVAL + 60 * 3_600_000;
    const parts = [part([event('a')], { hour: hourOf(publishedAtMs) })];
    const read = readJob(job({ publishedAtMs, parse: () => ({ version: 1, type: 'log', parts }) }));
    expect(read).toEqual({ parts, unreadable: [] });
  });

  test('an unreadable job is counted under the hour in which it was published', () => {
    const [piece] = readJob(job({})).unreadable;
    if (piece === undefined) throw new Error('no piece');
    const prepared = unreadablePart('log', piece);
    expect(prepared.usage).toMatchObject({ projectId: '0', count: 4, hour: hourOf(ARRIVAL), epoch: 'unreadable' });
    expect(prepared.letters).toMatchObject([
      { reason: 'unreadable', events: 4, batchId: null, index: null, part: null },
    ]);
  });
});

function event(message: string, more: Partial<AcceptedEvent> = {}): AcceptedEvent {
  return {
    type: 'log',
    timestamp: '2026-11-20T12:00:00Z',
    payload: { message },
    ...more,
  };
}

function part(events: readonly AcceptedEvent[], more: Partial<Part> = {}): Part {
  return {
    project: '7',
    organization: '3',
    batch: batchIdOf(ARRIVAL, 'ab'.repeat(32)),
    arrival: ARRIVAL,
    hour: hourOf(ARRIVAL),
    epoch: 'e1',
    ip: '203.0.113.7',
    agent: 'test',
    indexes: events.map((_, index) => index * 2),
    events,
    ...more,
  };
}

function job(more: Partial<AcquiredJob>): AcquiredJob {
  return {
    id: 'job',
    shard: 0,
    starts: 1,
    publishedAtMs: ARRIVAL,
    events: 4,
    parse: () => undefined,
    raw: '{"broken',
    ...more,
  };
}
