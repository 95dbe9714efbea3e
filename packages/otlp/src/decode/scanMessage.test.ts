import { expect, test } from '@jest/globals';
import { encodeRequest } from '../testing/encodeRequest.js';
import { REQUESTS } from './messageShapes.js';
import { scanMessage } from './scanMessage.js';

test('a message is counted in steps', () => {
  const attributes = Array.from({ length: 10 }, (_, index) => ({ key: `k${index}`, value: { stringValue: 'v' } }));
  const dataPoints = Array.from({ length: 2_000 }, () => ({ asInt: 1, attributes }));
  const bytes = encodeRequest('metrics', {
    resourceMetrics: [{ scopeMetrics: [{ metrics: [{ name: 'n', gauge: { dataPoints } }] }] }],
  });
  const steps = scanMessage(bytes, REQUESTS.metrics);
  let [pauses, step] = [0, steps.next()];
  for (; step.done !== true; step = steps.next()) pauses += 1;
  // A point has two fields, and its attributes have four each.
  expect(pauses).toBe(Math.floor((2_000 * 42) / 8_192));
  expect(step.value).toEqual({ records: 2_000, messages: 4 + 2_000 * 21, mostOfRecord: 20 });
});
