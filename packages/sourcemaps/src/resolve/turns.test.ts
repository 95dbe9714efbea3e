import { expect, test } from '@jest/globals';
import { startTurns } from './turns.js';

test('a turn is over after ten milliseconds, and others have theirs before the next', async () => {
  let nowMs = 5;
  const turns = startTurns(undefined, () => nowMs);
  const log: string[] = [];
  nowMs = 14.9;
  expect(turns.isOver()).toBe(false);
  nowMs = 15;
  expect(turns.isOver()).toBe(true);
  setImmediate(() => log.push('other'));
  await turns.next();
  log.push('next');
  expect([log, turns.isOver()]).toEqual([['other', 'next'], false]);
});

test('work that nobody waits for has no next turn', async () => {
  const over = new AbortController();
  const turns = startTurns(over.signal, () => 0);
  expect(turns.isOver()).toBe(false);
  const next = turns.next();
  over.abort(new Error('too late'));
  await expect(next).rejects.toThrow('too late');
  expect(turns.isOver()).toBe(true);
  await expect(turns.next()).rejects.toThrow('too late');
});
