import { expect, test } from '@jest/globals';
import { metricFormat } from './metricFormat';

test.each([
  ['web_vital.lcp', 1_943, '1.94 s'],
  ['web_vital.cls', 0.05871, '0.05871'],
  ['queue.wait_ms', 109.4, '109 ms'],
  ['upload.seconds', 2.5, '2.50 s'],
  ['response.bytes', 6_966, '7 KB'],
  ['cart.items', 3, '3'],
  ['atoms', 12_345.6, '12,346'],
])('%s of %d is %s', (name, value, text) => {
  expect(metricFormat(name)(value)).toBe(text);
});
