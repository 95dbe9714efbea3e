import { expect, test } from '@jest/globals';
import { createByteLru } from './byteLru.js';

test('what was used longest ago goes first, until the rest fits', () => {
  const lru = createByteLru<string>(10);
  lru.set('a', 'A', 4);
  lru.set('b', 'B', 4);
  expect(lru.get('a')).toBe('A');
  lru.set('c', 'C', 4);
  expect([lru.get('a'), lru.get('b'), lru.get('c'), lru.weight()]).toEqual(['A', undefined, 'C', 8]);
  lru.set('d', 'D', 10);
  expect([lru.get('a'), lru.get('c'), lru.get('d'), lru.weight()]).toEqual([undefined, undefined, 'D', 10]);
});

test('a value that outweighs the bound is not kept, and takes the old one of its key with it', () => {
  const lru = createByteLru<string>(10);
  lru.set('a', 'old', 1);
  lru.set('b', 'B', 1);
  lru.set('a', 'new', 11);
  expect([lru.get('a'), lru.get('b'), lru.weight()]).toEqual([undefined, 'B', 1]);
});

test('a key set again weighs once; deleted or cleared it weighs nothing', () => {
  const lru = createByteLru<number>(10);
  for (const weight of [5, 6, 7]) lru.set('a', weight, weight);
  expect([lru.get('a'), lru.weight()]).toEqual([7, 7]);
  lru.delete('a');
  lru.delete('never there');
  expect(lru.weight()).toBe(0);
  lru.set('b', 1, 1);
  lru.clear();
  expect([lru.get('b'), lru.weight()]).toEqual([undefined, 0]);
});
