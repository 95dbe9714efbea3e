import { expect, test } from '@jest/globals';
import { entryRows } from './entryRows.js';

test('each entry has its count, also entries that are new or no longer in the list, so that the rows add up', () => {
  const counts = [
    { entry: 'dev-*', count: 312 },
    { entry: 'old', count: 7 },
    { entry: '(other)', count: 2 },
  ];
  const rows = entryRows({ list: ['test', 'dev-*', 'stag*'], saved: ['test', 'dev-*'], counts });
  expect(rows).toEqual([
    { entry: 'test', count: 0, state: 'saved' },
    { entry: 'dev-*', count: 312, state: 'saved' },
    { entry: 'stag*', count: 0, state: 'new' },
    { entry: 'old', count: 7, state: 'gone' },
    { entry: '(other)', count: 2, state: 'gone' },
  ]);
});

test('long entries that begin alike share a count, which is shown once', () => {
  const long = 'x'.repeat(100);
  const list = [`${long}1`, `${long}2`];
  const rows = entryRows({ list, saved: list, counts: [{ entry: long, count: 5 }] });
  expect(rows.map(({ count }) => count)).toEqual([5, 0]);
});
