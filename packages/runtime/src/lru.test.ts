import { expect, test } from '@jest/globals';
import { createLru } from './lru.js';

test('the cache drops the least recently used values until the rest fits', () => {
  const lru = createLru<string>(10);
  lru.set('a', 'A', { size: 4 });
  lru.set('b', 'B', { size: 4 });
  expect(lru.get('a')).toBe('A');
  lru.set('c', 'C', { size: 4 });
  expect([lru.get('a'), lru.get('b'), lru.get('c'), lru.calculatedSize]).toEqual(['A', undefined, 'C', 8]);
  lru.set('d', 'D', { size: 10 });
  expect([lru.get('a'), lru.get('c'), lru.get('d'), lru.calculatedSize]).toEqual([undefined, undefined, 'D', 10]);
});

test('the cache does not store a value above the limit, and removes the old value of its key', () => {
  const lru = createLru<string>(10);
  lru.set('a', 'old', { size: 1 });
  lru.set('b', 'B', { size: 1 });
  lru.set('a', 'new', { size: 11 });
  expect([lru.get('a'), lru.get('b'), lru.calculatedSize]).toEqual([undefined, 'B', 1]);
});

test('a replaced value counts once, a deleted or cleared one not at all', () => {
  const lru = createLru<number>(10);
  for (const weight of [5, 6, 7]) lru.set('a', weight, { size: weight });
  expect([lru.get('a'), lru.calculatedSize]).toEqual([7, 7]);
  lru.delete('a');
  lru.delete('never there');
  expect(lru.calculatedSize).toBe(0);
  lru.set('b', 1, { size: 1 });
  lru.clear();
  expect([lru.get('b'), lru.calculatedSize]).toEqual([undefined, 0]);
});

test('values weigh 1 by default; the value read last is found again', () => {
  const lru = createLru<string>(2);
  lru.set('a', 'A');
  lru.set('b', 'B');
  expect([lru.get('a'), lru.get('a')]).toEqual(['A', 'A']);
  lru.set('c', 'C');
  expect([lru.get('a'), lru.get('b'), lru.get('c')]).toEqual(['A', undefined, 'C']);
  lru.delete('c');
  expect(lru.get('c')).toBeUndefined();
});
