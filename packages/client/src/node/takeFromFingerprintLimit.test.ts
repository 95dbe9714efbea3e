import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { captureException } from '../capture/captureException.js';
import { limitExceptionsWith, takeFromRateLimit } from '../capture/takeFromRateLimit.js';
import { collectEvents, type Collected } from '../capture/testing/collectEvents.js';
import { getClient } from '../core/client.js';
import { takeFromFingerprintLimit } from './takeFromFingerprintLimit.js';

let now = Date.UTC(2026, 5, 1);
const before = takeFromRateLimit;
beforeEach(() => {
  jest.useFakeTimers();
  // What an earlier test used up is idle again.
  now += 86_400_000;
  jest.setSystemTime(now);
  limitExceptionsWith(takeFromFingerprintLimit);
});
afterEach(async () => {
  await getClient()?.close();
  limitExceptionsWith(before);
  jest.useRealTimers();
});
const start = (options: object = {}): Collected => collectEvents(options);

describe('exceptions of a process', () => {
  test('are a hundred of one fingerprint and then ten a second, and a rare one is still sent', () => {
    const collected = start();
    for (let count = 0; count < 1_000; count++) captureException(thrownAt(1, `order ${count}`));
    captureException(thrownAt(2));
    expect([countAt(collected, 1), countAt(collected, 2)]).toEqual([100, 1]);

    jest.setSystemTime(now + 1_000);
    for (let count = 0; count < 1_000; count++) captureException(thrownAt(1));
    expect(countAt(collected, 1)).toBe(110);
  });

  test('are limited by an option', () => {
    const collected = start({ exceptionsPerSecond: 1 });
    for (let count = 0; count < 100; count++) captureException(thrownAt(1));
    expect(countAt(collected, 1)).toBe(10);
  });

  test('are reported to onError and counted where they are dropped', () => {
    const onError = jest.fn<(error: unknown, event: unknown) => void>();
    const { client } = start({ exceptionsPerSecond: 1, transportOptions: { onError } });
    for (let count = 0; count < 13; count++) captureException(thrownAt(1, `order ${count}`));
    expect(onError.mock.calls.map(([, event]) => event)).toMatchObject(
      [10, 11, 12].map((count) => ({ type: 'exception', payload: { message: `order ${count}` } })),
    );
    expect(client.dropped.take()).toEqual({ 'rate.exception': 3 });
  });

  test('of more than a hundred fingerprints share one count, until some are idle', () => {
    const collected = start();
    for (let line = 1; line <= 1_000; line++) captureException(thrownAt(line));
    expect(collected.events).toHaveLength(200);

    jest.setSystemTime(now + 60_000);
    captureException(thrownAt(2_000));
    expect(countAt(collected, 2_000)).toBe(1);
  });

  test('continue after the clock was set back', () => {
    const collected = start();
    for (let count = 0; count < 200; count++) captureException(thrownAt(1));
    jest.setSystemTime(now - 3_600_000);
    captureException(thrownAt(1));
    jest.setSystemTime(now - 3_600_000 + 100);
    captureException(thrownAt(1));
    expect(countAt(collected, 1)).toBe(101);
  });
});

/** An error that is thrown at a line. */
function thrownAt(line: number, message = 'x'): object {
  return {
    name: 'Error',
    message,
    stack: `Error: ${message}\n    at pay (/shop/pay.js:${line}:1)`,
  };
}

function countAt({ events }: Collected, line: number): number {
  return events.filter(({ payload }) => (payload as { frames?: { line: number }[] }).frames?.[0]?.line === line).length;
}
