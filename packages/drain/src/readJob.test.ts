import { describe, expect, test } from '@jest/globals';
import { batchIdOf, hourOf, JOB_VERSION, MAX_EVENT_INDEX, type Part } from '@sluice/contract';
import { readJob } from './readJob.js';
import { makeEvent, makeJob, makePart } from './testing/samples.js';

const HOUR_MS = 3_600_000;
/** The start of an hour, so that it is also the start of a window. */
const ARRIVAL_MS = Date.UTC(2026, 10, 20, 12);
const batchAt = (ms: number): string => batchIdOf(ms, 'ab'.repeat(32));
const good = makePart(['a', 'b'], { arrival: ARRIVAL_MS, batch: batchAt(ARRIVAL_MS) });

describe('a part is read', () => {
  test.each<[string, Partial<Part>, number]>([
    ['with a batch id from 25 hours before its arrival', { batch: batchAt(ARRIVAL_MS - 25 * HOUR_MS) }, 0],
    ['charged 25 hours before its arrival', { hour: hourOf(ARRIVAL_MS) - 25 }, 0],
    ['arrived and charged 25 hours after it was published', {}, -25],
    ['with the largest index', { indexes: [0, MAX_EVENT_INDEX] }, 0],
    ['without a user agent', { agent: '' }, 0],
  ])('%s', (_name, changes, publishedHoursLater) => {
    const part = { ...good, ...changes };
    expect(read(part, ARRIVAL_MS + publishedHoursLater * HOUR_MS)).toEqual({ parts: [part], unreadable: [] });
  });
});

describe('a part is kept as bytes', () => {
  test.each<[string, Partial<Record<keyof Part, unknown>>]>([
    ['text before the batch id', { batch: `x${good.batch}` }],
    ['text after the batch id', { batch: `${good.batch}x` }],
    ['an agent that is no text', { agent: 7 }],
    ['an arrival that is no whole number', { arrival: ARRIVAL_MS + 0.5 }],
    ['an hour that is no whole number', { hour: good.hour + 0.5 }],
    ['an index that is no whole number', { indexes: [0, 0.5] }],
    ['a negative index', { indexes: [0, -1] }],
  ])('if it has %s', (_name, broken) => {
    const part = { ...good, ...broken };
    expect(read(part)).toMatchObject({
      parts: [],
      unreadable: [{ projectId: '1', events: 2, publishedAtMs: ARRIVAL_MS, bytes: Buffer.from(JSON.stringify(part)) }],
    });
  });

  test('if it arrived more than 25 hours after it was published', () => {
    const published = ARRIVAL_MS - 26 * HOUR_MS;
    expect(read({ ...good, hour: hourOf(ARRIVAL_MS) - 2 }, published).unreadable).toHaveLength(1);
  });

  test.each<[string, unknown, { projectId: string; events: number }]>([
    ['null', null, { projectId: '0', events: 0 }],
    ['a text', 'part', { projectId: '0', events: 0 }],
    ['a project that is no text', { ...good, project: 7 }, { projectId: '0', events: 2 }],
    ['text before the project', { ...good, project: 'x7' }, { projectId: '0', events: 2 }],
    ['events that are no list', { ...good, events: makeEvent('a') }, { projectId: '1', events: 0 }],
  ])('with its project and its number of events where they are known: %s', (_name, part, known) => {
    const bytes = Buffer.from(JSON.stringify(part));
    expect(read(part)).toMatchObject({ parts: [], unreadable: [{ ...known, bytes }] });
  });
});

function read(part: unknown, publishedAtMs = ARRIVAL_MS) {
  return readJob(
    makeJob([], { publishedAtMs, parse: () => ({ version: JOB_VERSION, type: 'log', parts: [part as Part] }) }),
  );
}
