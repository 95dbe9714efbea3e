import { expect, jest, test } from '@jest/globals';
import { silentLogger, type Logger } from '@sluice/runtime';
import { createUseRecorder } from './createUseRecorder.js';

test('a failed write is logged once, retried a minute later, and rejects no request', async () => {
  let nowMs = 1_000_000;
  let works = false;
  const warn = jest.fn();
  const note = jest.fn(() => (works ? Promise.resolve() : Promise.reject(new Error('read-only'))));
  const logger = Object.assign(Object.create(silentLogger) as Logger, { warn });
  const noteUse = createUseRecorder({ clock: () => nowMs, logger, record: note });
  const use = async (): Promise<[tries: number, told: number]> => {
    await Promise.all([noteUse('7'), noteUse('7')]);
    return [note.mock.calls.length, warn.mock.calls.length];
  };
  expect(await use()).toEqual([2, 1]);
  nowMs += 59_999;
  expect(await use()).toEqual([2, 1]);
  nowMs += 1;
  expect(await use()).toEqual([4, 1]);
  works = true;
  nowMs += 60_000;
  expect(await use()).toEqual([6, 1]);
  works = false;
  expect(await use()).toEqual([8, 2]);
});
