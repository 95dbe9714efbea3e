import { describe, expect, test } from '@jest/globals';
import { answerBatch } from './answerBatch.js';

// 10 minutes before the end of an hour, 10 days and 10 minutes before the end of a month.
const nowMs = Date.UTC(2025, 0, 21, 23, 50);
const hour = Math.floor(nowMs / 3_600_000);
const TO_HOUR = 600;
const TO_MONTH = 10 * 86_400 + 600;

const USED_UP = { left: 0, quota: 2_000_000_000 };

describe('the status and headers of an answered batch', () => {
  test.each<[string, string, string, [number, string | undefined, string | undefined]]>([
    ['nothing', '', '', [202, undefined, undefined]],
    ['all processed', 'el', 'pp', [202, undefined, undefined]],
    ['all filtered or invalid', 'elu', 'kqa', [202, undefined, undefined]],
    ['only ignored', '--', '--', [202, undefined, undefined]],
    ['something processed, a cap met', 'll', 'pt', [202, `${TO_HOUR}:log`, undefined]],
    ['nothing through, a cap met', 'l', 't', [429, `${TO_HOUR}:log`, String(TO_HOUR)]],
    ['nothing through, byte quota', 'r', 'v', [429, `${TO_HOUR}:replay`, String(TO_HOUR)]],
    ['nothing through, spike', 's', 's', [429, `${TO_HOUR}:span`, String(TO_HOUR)]],
    ['nothing through, quota', 'e', 'u', [429, `${TO_MONTH}:exception`, String(TO_MONTH)]],
    ['nothing through, backlog', 'sr', 'rr', [429, '30:span;replay', '30']],
    ['invalid and refused', 'ul', 'bt', [429, `${TO_HOUR}:log`, String(TO_HOUR)]],
    ['the longer of two', 'll', 'tu', [429, `${TO_MONTH}:log`, String(TO_MONTH)]],
    [
      'types in their order, groups by seconds',
      'rhsle',
      'rtrut',
      [429, `${TO_HOUR}:exception;hit, ${TO_MONTH}:log, 30:span;replay`, '30'],
    ],
  ])('follow from the outcomes: %s', (_name, types, verdicts, expected) => {
    expect(answer(types, verdicts)).toEqual(expected);
  });

  test('are one for all batches of that many events that are processed', () => {
    const facts = { hour, nowMs, backlogSeconds: 5 };
    const all = answerBatch({ ...facts, types: 'el', verdicts: 'pp' });
    expect(JSON.parse(String(all.body))).toMatchObject({ success: true, processed: 2, filtered: 0 });
    expect(answerBatch({ ...facts, types: 'ss', verdicts: 'pp' })).toBe(all);
    expect(answerBatch({ ...facts, types: 'ss', verdicts: 'pp' }, [])).toMatchObject({ status: 202, headers: {} });
  });

  test('a cap met in a past hour causes a hold-off of one second', () => {
    expect(answer('l', 't', hour - 1)).toEqual([429, '1:log', '1']);
  });

  test('a quota met in a past month causes a hold-off of one second', () => {
    const lastMonth = Math.floor(Date.UTC(2024, 11, 31, 23) / 3_600_000);
    expect(answer('s', 'u', lastMonth)).toEqual([429, '1:span', '1']);
  });

  test.each([
    [16_384, 2_000_000_000, false],
    [16_383, 2_000_000_000, true],
    [1_000_000, 2_000_000_000, false],
    [2_000, 200_000, false],
    [1_999, 200_000, true],
    [1_024, 3_000, false],
    [1_023, 3_000, true],
    [0, 0, true],
  ])(
    'an event too large for the rest of the byte quota (%d of %d left) causes a hold-off: %s',
    (left, quota, isHeldOff) => {
      const expected = isHeldOff ? [429, `${TO_HOUR}:replay`, String(TO_HOUR)] : [202, undefined, undefined];
      expect(answer('r', 'v', hour, { left, quota })).toEqual(expected);
      expect(answer('rl', 'vt', hour, { left, quota })[1]).toBe(`${TO_HOUR}:${isHeldOff ? 'log;replay' : 'log'}`);
    },
  );

  test('a 429 carries the tally beside the error', () => {
    const { body } = answerBatch({ types: 'll', verdicts: 'tk', hour, nowMs, backlogSeconds: 5 });
    expect(JSON.parse(String(body))).toEqual({
      success: false,
      error: { code: 'rate_limited', message: expect.any(String) as unknown },
      processed: 0,
      filtered: 1,
      quota_exceeded: 0,
      rate_limited: 1,
      invalid: 0,
    });
  });
});

function answer(
  types: string,
  verdicts: string,
  charged = hour,
  bytes = USED_UP,
): [number, string | undefined, string | undefined] {
  const { status, headers } = answerBatch({ types, verdicts, hour: charged, nowMs, backlogSeconds: 30, bytes });
  return [status, headers['x-service-rate-limits'], headers['retry-after']];
}
