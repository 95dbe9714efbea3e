import { describe, expect, test } from '@jest/globals';
import { runToEnd } from '@sluice/runtime';
import type { BatchBody } from '../acceptBatch.js';
import { RawJson } from '../batch/rawJson.js';
import { Rejection } from '../http/answer.js';
import { writeBatches } from './writeBatches.js';

const LIMITS = { maxEvents: 3, maxDecodedBytes: 1_000 };
const unlimited = { acquire: () => true };

function write(events: readonly object[], memory = unlimited): readonly BatchBody[] {
  const bodies = runToEnd(writeBatches({ events, maxDepth: 5 }, memory, LIMITS));
  if (bodies instanceof Rejection) throw new Error(`refused with ${bodies.status}`);
  return bodies;
}

describe('batches of events of another format', () => {
  const events = [{ a: 'é\ud800' }, { b: [1] }, {}, { c: null }];

  test('are the JSON of the events, and have a number from the second on', () => {
    expect(write(events).map(({ bytes }) => bytes.toString())).toEqual([
      JSON.stringify({ events: events.slice(0, 3) }),
      JSON.stringify({ events: events.slice(3), part: 1 }),
    ]);
  });

  test('have the events, and the JSON of each', () => {
    const parsed = write(events).map(({ parse }) => (parse === undefined ? undefined : runToEnd(parse(() => true))));
    const found = parsed.map((batch) => {
      if (batch === undefined || batch instanceof Rejection) throw new Error('a batch that was written is refused');
      return batch.events.map((event, index) => [event, batch.originalJson(index)?.toString()]);
    });
    expect(found.flat()).toEqual(events.map((event) => [event, JSON.stringify(event)]));
  });

  test('give their events once, and keep none of them', () => {
    const parse = write(events)[0]?.parse;
    if (parse === undefined) throw new Error('a batch that was written has no events');
    runToEnd(parse(() => true));
    expect(() => runToEnd(parse(() => true))).toThrow('parsed once');
  });

  test('have what cleaning needs to know', () => {
    const parse = write([{ a: 'x'.repeat(50) }, {}])[0]?.parse;
    const facts = { depth: 7, longestString: 58, mayNeedCleaning: false };
    expect(parse === undefined ? undefined : runToEnd(parse(() => true))).toMatchObject({ facts });
  });

  test('contain a recording as its text', () => {
    const recording = new RawJson(Buffer.from('[1.0, {"a":"\\u0041"}]'), false);
    const [body] = write([
      { type: 'replay', payload: { segment: 1, events: recording } },
      { payload: { events: recording } },
    ]);
    expect(body?.bytes.toString()).toBe(
      '{"events":[{"type":"replay","payload":{"segment":1,"events":[1.0, {"a":"\\u0041"}]}},{"payload":{"events":[1.0, {"a":"\\u0041"}]}}]}',
    );
  });

  test('end before the event that would make them too large', () => {
    const [one, other] = [{ a: 'x'.repeat(600) }, { b: 'x'.repeat(600) }];
    const written = write([{}, one, other, {}, {}]).map(({ bytes }) => bytes.toString());
    expect(written).toEqual([
      JSON.stringify({ events: [{}, one] }),
      JSON.stringify({ events: [other, {}, {}], part: 1 }),
    ]);
  });

  test('are never larger than the limit, and have all events in their order', () => {
    const many = Array.from({ length: 60 }, (_, index) => ({ id: index, a: 'x'.repeat((index * 37) % 500) }));
    const limits = { maxEvents: 100, maxDecodedBytes: 7_000 };
    const bodies = runToEnd(writeBatches({ events: many, maxDepth: 1, source: 'a' }, unlimited, limits));
    if (bodies instanceof Rejection) throw new Error('refused');
    expect(Math.max(...bodies.map(({ bytes }) => bytes.length))).toBeLessThanOrEqual(7_000);
    expect(bodies.flatMap(({ bytes }) => (JSON.parse(bytes.toString()) as { events: object[] }).events)).toEqual(many);
  });

  test('of another source differ, although their events are equal', () => {
    const of = (source?: string) =>
      runToEnd(writeBatches({ events: [{}], maxDepth: 1, ...(source !== undefined && { source }) }, unlimited, LIMITS));
    const textOf = (bodies: ReturnType<typeof of>) =>
      bodies instanceof Rejection ? '' : bodies.map(({ bytes }) => bytes.toString()).join('');
    expect([textOf(of('a')), textOf(of('b')), textOf(of())]).toEqual([
      '{"events":[{}],"source":"a"}',
      '{"events":[{}],"source":"b"}',
      '{"events":[{}]}',
    ]);
  });

  test('are refused if one event, or all together, take too much', () => {
    const big = { a: 'x'.repeat(900) };
    const tooBig = { a: 'x'.repeat(1_000) };
    expect(runToEnd(writeBatches({ events: [tooBig], maxDepth: 1 }, unlimited, LIMITS))).toMatchObject({ status: 413 });
    const parts = (count: number) => Array.from({ length: count }, () => [big, {}, {}]).flat();
    expect(write(parts(4))).toHaveLength(4);
    expect(runToEnd(writeBatches({ events: parts(5), maxDepth: 1 }, unlimited, LIMITS))).toMatchObject({ status: 413 });
  });

  test('are refused if memory for them is short: the bytes, and as they are queued', () => {
    const asked: number[] = [];
    const memory = { acquire: (bytes: number) => asked.push(bytes) < 2 };
    expect(runToEnd(writeBatches({ events, maxDepth: 1 }, memory, LIMITS))).toMatchObject({ status: 503 });
    expect(asked[0]).toBe(2 * Buffer.byteLength(JSON.stringify({ events: events.slice(0, 3) })));
  });

  test('reserve memory while they are written, because others are written in the pauses', () => {
    const asked: number[] = [];
    const memory = { acquire: (bytes: number) => asked.push(bytes) < 3 };
    const big = { a: 'x'.repeat(100_000) };
    const limits = { maxEvents: 1_000, maxDecodedBytes: 10_000_000 };
    const steps = writeBatches({ events: Array.from({ length: 50 }, () => big), maxDepth: 1 }, memory, limits);
    let count = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) count += 1;
    expect(step.value).toMatchObject({ status: 503 });
    expect([count, asked.length]).toEqual([2, 3]);
    expect(asked[0]).toBe(2 * ('{"events":['.length + JSON.stringify(big).length));
  });

  test('are written in steps of one event', () => {
    const steps = writeBatches({ events, maxDepth: 1 }, unlimited, LIMITS);
    let count = 0;
    while (steps.next().done !== true) count += 1;
    expect(count).toBe(events.length);
  });
});
