import { expect, test } from '@jest/globals';
import protobuf from 'protobufjs';
import { encodeRequest } from '../testing/encodeRequest.js';
import { REQUESTS } from './messageShapes.js';
import { scanMessage } from './scanMessage.js';

const ATTRIBUTES = 10;
const attributes = Array.from({ length: ATTRIBUTES }, (_, index) => ({
  key: `k${index}`,
  value: { stringValue: 'v' },
}));

test('a message is counted in steps', () => {
  const dataPoints = Array.from({ length: 2_000 }, () => ({ asInt: 1, attributes }));
  const bytes = encodeRequest('metrics', {
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'n', gauge: { dataPoints } }] }] }],
  });
  const steps = scanMessage(bytes, REQUESTS.metrics);
  let [pauses, step] = [0, steps.next()];
  for (; step.done !== true; step = steps.next()) pauses += 1;
  // A point has two fields, and its attributes have four each.
  expect(pauses).toBe(Math.floor((2_000 * 42) / 8_192));
  expect(step.value).toEqual({ records: 2_000, messages: 4 + 2_000 * 21, mostAtOnce: 1 + 2 * ATTRIBUTES });
});

test('scopes and resources that are repeated between records count together, because they are decoded together', () => {
  const times = 15;
  const pairs = (number: number) => attributes.map(({ key }) => field(number, field(1, Buffer.from(key)), field(2)));
  const span = field(2);
  const scopes = Array.from({ length: times }, () => [field(1, ...pairs(3)), span]);
  const resources = Array.from({ length: times }, () => [field(1, ...pairs(1)), field(2, span)]);
  for (const request of [field(1, field(2, ...scopes.flat())), field(1, ...resources.flat())]) {
    const { value } = scanMessage(request, REQUESTS.traces).next();
    expect(value).toMatchObject({ records: times, mostAtOnce: 1 + times * (1 + 2 * ATTRIBUTES) });
  }
});

/** Returns a field with that number: a message or a text. */
const field = (number: number, ...contents: readonly Uint8Array[]): Uint8Array =>
  protobuf.Writer.create()
    .uint32((number << 3) | 2)
    .bytes(Buffer.concat(contents))
    .finish();
