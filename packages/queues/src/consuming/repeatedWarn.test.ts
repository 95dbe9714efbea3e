import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { Logger } from '@sluice/runtime';
import { createRepeatedWarn } from './repeatedWarn.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a failure is logged when it begins and when it ends, however often and however long it occurs', () => {
  const { lines, warn } = record();
  for (let second = 0; second < 60; second += 1) {
    for (let time = 0; time < 100; time += 1) warn('worker error', new Error(`job ${second}-${time} failed`));
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([['warn', 'worker error', undefined]]);
  jest.advanceTimersByTime(10_000);
  expect(lines.slice(1)).toEqual([['info', 'failure ended', 6_000]]);
  warn('worker error', new Error('again'));
  expect(lines.slice(2)).toEqual([['warn', 'worker error', undefined]]);
});

test('a failure that occurs once has one line', () => {
  const { lines, warn } = record();
  warn('worker error', new Error('x'));
  jest.advanceTimersByTime(60_000);
  expect(lines).toHaveLength(1);
});

test('errors of another kind are another failure', () => {
  const { lines, warn } = record();
  warn('worker error', new Error('OOM command not allowed'));
  warn('worker error', new Error('READONLY You cannot write'));
  warn('worker error', Object.assign(new Error('OOM command not allowed'), { code: 'EPIPE' }));
  warn('job not finished', new Error('OOM command not allowed'));
  warn('worker error', new Error('OOM again'));
  expect(lines).toHaveLength(4);
});

test('a failure that goes on hides no other one, also if their errors have no codes', () => {
  const { lines, warn } = record();
  warn('worker error', new Error('Connection is closed.'));
  warn('worker error', new Error('Missing lock for job 0190c000-0000-8000. moveToFinished'));
  warn('worker error', new Error('Connection is closed.'));
  warn('worker error', new Error('Missing lock for job 0190c000-0000-9111. moveToFinished'));
  expect(lines).toHaveLength(2);
});

test('a failure that goes on is logged again every five minutes', () => {
  const { lines, warn } = record();
  for (let second = 0; second <= 600; second += 1) {
    warn('worker error', new Error('Connection is closed.'));
    jest.advanceTimersByTime(1_000);
  }
  expect(lines).toEqual([
    ['warn', 'worker error', undefined],
    ['warn', 'worker error', 301],
    ['warn', 'worker error', 601],
  ]);
});

test('errors with random texts have a bounded number of lines', () => {
  const { lines, warn } = record();
  const letters = (n: number): string =>
    String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26), 97 + Math.floor(n / 676));
  for (let n = 0; n < 10_000; n += 1) warn('worker error', new Error(`job ${letters(n)} failed`));
  expect(lines).toHaveLength(51);
});

/** A warning and its lines: level, message and the number of times. */
function record() {
  const lines: unknown[] = [];
  const at =
    (level: string) =>
    (fields: { readonly times?: number }, message: string): unknown =>
      lines.push([level, message, fields.times]);
  return { lines, warn: createRepeatedWarn({ warn: at('warn'), info: at('info') } as unknown as Logger) };
}
