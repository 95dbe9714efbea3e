import { expect, test } from '@jest/globals';
import { createHeldBytes } from './heldBytes.js';

test('a budget of held bytes is spent once it is reached, and free again when half of it is', () => {
  const told: boolean[] = [];
  const held = createHeldBytes(100, (spent) => told.push(spent));
  held.add(60);
  expect(told).toEqual([]);
  held.add(60);
  held.add(10);
  expect(told).toEqual([true]);
  held.remove(60);
  expect(told).toEqual([true]);
  held.remove(60);
  held.remove(10);
  expect(told).toEqual([true, false]);
  held.add(1_000);
  expect(told).toEqual([true, false, true]);
  held.remove(1_000);
  expect(told).toEqual([true, false, true, false]);
});
