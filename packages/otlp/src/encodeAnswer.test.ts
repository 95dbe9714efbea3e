import { describe, expect, test } from '@jest/globals';
import { encodeResponse, encodeStatus } from './encodeAnswer.js';
import { typeOf } from './testing/encodeRequest.js';

const SIGNALS = [
  ['traces', 'rejectedSpans'],
  ['logs', 'rejectedLogRecords'],
  ['metrics', 'rejectedDataPoints'],
] as const;

describe.each(SIGNALS)('an answer to %s', (signal, field) => {
  test('is empty if everything was accepted', () => {
    expect(encodeResponse(signal, 'json').toString()).toBe('{}');
    expect(encodeResponse(signal, 'protobuf')).toHaveLength(0);
  });

  test.each([0, 1, 127, 128, 20_000])('counts %i refused records and says why', (rejected) => {
    const partial = { rejected, message: 'Über’s limit' };
    const expected = { partialSuccess: { [field]: String(rejected), errorMessage: partial.message } };
    expect(JSON.parse(encodeResponse(signal, 'json', partial).toString())).toEqual(expected);
    const type = typeOf(signal, 'Response');
    const decoded = type.decode(encodeResponse(signal, 'protobuf', partial));
    expect(type.toObject(decoded, { longs: String, defaults: true })).toEqual(expected);
  });
});

test('an error has its message', () => {
  expect(encodeStatus('json', 'no').toString()).toBe('{"message":"no"}');
  // Field 2 of google.rpc.Status.
  expect(encodeStatus('protobuf', 'no')).toEqual(Buffer.from([0x12, 2, 0x6e, 0x6f]));
});
