import { expect, test } from '@jest/globals';
import type { Part } from '@sluice/contract';
import { batchesIn } from './batchesIn.js';

test('the list of batches names each batch of a chunk once', () => {
  expect(batchesIn(parts([{ batch: 'a' }, { batch: 'b' }, { batch: 'a' }]))).toEqual(['a', 'b']);
});

test('the list of batches names twenty batches at most', () => {
  expect(batchesIn(parts(Array.from({ length: 1_000 }, (_, index) => ({ batch: `b${index}` }))))).toHaveLength(20);
});

test('the list of batches omits what is not a part', () => {
  expect(batchesIn(parts([null, 7, {}, { batch: 7 }, { batch: 'a' }]))).toEqual(['a']);
  expect(batchesIn(undefined)).toEqual([]);
});

function parts(values: readonly unknown[]): { readonly parts: readonly Part[] } {
  return {
    parts: values as readonly Part[],
  };
}
