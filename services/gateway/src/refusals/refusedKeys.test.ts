import { expect, test } from '@jest/globals';
import { createRefusedKeys } from './refusedKeys.js';

test('requests with disabled keys are counted by key and hour since the start', () => {
  const keys = createRefusedKeys();
  for (const hour of [100, 100, 101]) keys.count('a', hour);
  keys.count('b', 100);
  expect(keys.takeChanged()).toEqual([
    { key: 'a', hour: 100, count: 2 },
    { key: 'a', hour: 101, count: 1 },
    { key: 'b', hour: 100, count: 1 },
  ]);
  keys.count('a', 100);
  expect(keys.takeChanged()).toEqual([{ key: 'a', hour: 100, count: 3 }]);
});

test('beyond ten thousand keys the count of the key used least recently begins again', () => {
  const keys = createRefusedKeys();
  keys.count('first', 100);
  keys.count('second', 100);
  keys.count('first', 100);
  for (let index = 0; index < 9_999; index += 1) keys.count(`key ${index}`, 100);
  keys.takeChanged();
  for (const key of ['first', 'second']) keys.count(key, 100);
  expect(keys.takeChanged().map(({ key, count }) => [key, count])).toEqual([
    ['first', 3],
    ['second', 1],
  ]);
});

test('counts that wait for PostgreSQL are bounded, and those that failed wait again', () => {
  const keys = createRefusedKeys();
  for (let index = 0; index < 60_000; index += 1) keys.count(`key ${index}`, 100);
  const taken = keys.takeChanged();
  expect(taken).toHaveLength(50_000);
  keys.count('key 0', 100);
  keys.restore(taken);
  expect(keys.takeChanged()).toHaveLength(50_000);
});
