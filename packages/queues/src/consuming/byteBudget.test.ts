import { expect, test } from '@jest/globals';
import { createByteBudget } from './byteBudget.js';

test('a budget of held bytes is spent once it is reached, and free again when half of it is', () => {
  const reports: boolean[] = [];
  const held = createByteBudget(100, (spent) => reports.push(spent));
  held.acquire(60);
  expect(reports).toEqual([]);
  held.acquire(40);
  expect(reports).toEqual([true]);
  held.acquire(30);
  held.release(79);
  expect(reports).toEqual([true]);
  held.release(1);
  expect(reports).toEqual([true, false]);
  held.release(50);

  held.acquire(1_000);
  expect(reports).toEqual([true, false, true]);
  held.release(1_000);
  expect(reports).toEqual([true, false, true, false]);
});
