import { expect, test } from '@jest/globals';
import { stepSearch } from './stepSearch.mjs';

const PLAN = { start: 100, factor: 2, halvings: 3, most: 10_000 };

/** Searches a system that holds up to `limit`. */
async function search(limit, plan = PLAN) {
  const tried = [];
  const found = await stepSearch(plan, (rate) => {
    tried.push(rate);
    return Promise.resolve(rate <= limit);
  });
  return { found, tried };
}

test('raises the rate until one fails, then bisects', async () => {
  expect(await search(500)).toEqual({ found: 500, tried: [100, 200, 400, 800, 600, 500, 550] });
});

test('tries lower rates if the first one does not hold, and returns 0 if none holds', async () => {
  expect(await search(30)).toEqual({ found: 25, tried: [100, 50, 25, 38] });
  expect((await search(0)).found).toBe(0);
});

test('does not try rates above the maximum', async () => {
  expect(await search(Infinity, { ...PLAN, most: 300 })).toEqual({ found: 200, tried: [100, 200] });
});
