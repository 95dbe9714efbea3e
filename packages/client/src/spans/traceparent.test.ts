import { describe, expect, test } from '@jest/globals';
import { parseTraceparent, traceparentOf } from './traceparent.js';

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

describe('traceparent is read', () => {
  test.each([
    ['sampled', `00-${traceId}-${spanId}-01`, true],
    ['not sampled', `00-${traceId}-${spanId}-00`, false],
    ['with other flags', `00-${traceId}-${spanId}-03`, true],
    ['with only other flags', `00-${traceId}-${spanId}-02`, false],
    ['of a later version', `01-${traceId}-${spanId}-01`, true],
    ['of a later version that says more', `cc-${traceId}-${spanId}-01-what-the-future-brings`, true],
    ['with white space around it', ` 00-${traceId}-${spanId}-01 `, true],
  ])('%s', (_name, text, isSampled) => {
    expect(parseTraceparent(text)).toEqual({ traceId, spanId, isSampled });
  });
});

describe('an invalid traceparent is ignored', () => {
  test.each([
    ['absent', undefined],
    ['empty', ''],
    ['several headers', [`00-${traceId}-${spanId}-01`]],
    ['of version ff', `ff-${traceId}-${spanId}-01`],
    ['version 00 that says more', `00-${traceId}-${spanId}-01-more`],
    ['more without a dash', `cc-${traceId}-${spanId}-01more`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${spanId}-01`],
    ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${traceId.toUpperCase()}-${spanId}-01`],
    ['a short trace', `00-${traceId.slice(1)}-${spanId}-01`],
    ['a long span', `00-${traceId}-${spanId}0-01`],
    ['without flags', `00-${traceId}-${spanId}`],
    ['two lines', `00-${traceId}-${spanId}-01\n00-${traceId}-${spanId}-01`],
  ])('%s', (_name, text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });
});

describe('traceparent is written', () => {
  test.each([true, false])('so that it is read again, sampled: %s', (isSampled) => {
    const place = { traceId, spanId, isSampled };
    expect(traceparentOf(place)).toBe(`00-${traceId}-${spanId}-0${isSampled ? 1 : 0}`);
    expect(parseTraceparent(traceparentOf(place))).toEqual(place);
  });

  test('to no target without an active span', () => {
    expect(traceparentOf({ traceId, isSampled: true })).toBeUndefined();
    expect(traceparentOf({ traceId: '', spanId: '', isSampled: false })).toBeUndefined();
  });
});
