import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { checkContentType, parseContentEncoding, watchBodyRate } from './readBody.js';

describe('checkContentType', () => {
  test.each<[string | undefined, boolean]>([
    [undefined, true],
    ['', true],
    ['application/json', true],
    ['APPLICATION/JSON; Charset=UTF-8', true],
    ['application/json; charset="utf-8"; x=1', true],
    ['text/plain;charset=UTF-8', true],
    ['application/json; charset=latin1', false],
    ['application/x-www-form-urlencoded', false],
    ['multipart/form-data; boundary=x', false],
    ['application/json5', false],
  ])('accepts %s: %s', (type, expected) => {
    expect(checkContentType(type) === undefined).toBe(expected);
  });
});

describe('parseContentEncoding', () => {
  test.each<[string | undefined, string]>([
    [undefined, 'identity'],
    ['identity', 'identity'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    [' br ', 'br'],
    ['deflate', 'deflate'],
  ])('accepts %s', (text, coding) => {
    expect(parseContentEncoding(text)).toBe(coding);
  });

  test.each(['zstd', 'compress', 'gzip, gzip', 'identity, gzip', '*', 'constructor'])('refuses %s with 415', (text) => {
    expect(parseContentEncoding(text)).toMatchObject({ status: 415, code: 'unsupported_encoding' });
  });
});

/** Returns the second, of 20, in which a body with `perSecond` bytes is late. */
function lateAfter(perSecond: (second: number) => number, isTight: (second: number) => boolean): number | undefined {
  let second = 0;
  let received = 0;
  let late: number | undefined;
  watchBodyRate({
    received: () => received,
    isTight: () => isTight(second),
    timeoutMs: 12_000,
    onLate: () => (late = second),
  });
  while (late === undefined && second < 20) {
    received += perSecond(second);
    second += 1;
    jest.advanceTimersByTime(1_000);
  }
  return late;
}

const always = (): boolean => true;
const never = (): boolean => false;

describe('watchBodyRate', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test.each<[string, (second: number) => number, (second: number) => boolean, number]>([
    ['waits for the timeout if nothing arrives', () => 0, never, 12],
    ['waits five seconds if nothing arrives while memory is short', () => 0, always, 5],
    ['waits five seconds below 1 KB/s while memory is short', () => 1_023, always, 5],
    ['waits for the timeout at 1 KB/s while memory is short', () => 1_024, always, 12],
    ['ends a stalled body at the next check while memory is short', (second) => (second < 2 ? 1e6 : 0), always, 10],
    ['ends a stalled body at the first check after memory became short', () => 0, (second) => second > 6, 10],
  ])('%s', (_name, perSecond, isTight, expected) => {
    expect(lateAfter(perSecond, isTight)).toBe(expected);
  });

  test('does not call onLate after its end', () => {
    const onLate = jest.fn();
    watchBodyRate({ received: () => 0, isTight: always, timeoutMs: 12_000, onLate })();
    jest.advanceTimersByTime(60_000);
    expect(onLate).not.toHaveBeenCalled();
  });
});
