import { expect, test } from '@jest/globals';
import { readPages } from './readPages';

const PAGES = [['a', 'b'], ['c'], ['d']];

test.each([
  [10, ['a', 'b', 'c', 'd']],
  [2, ['a', 'b', 'c']],
])('of at most %d pages, the rows are %j', async (most, rows) => {
  expect(await readPages(read, most)).toEqual(rows);
});

function read(cursor = '0') {
  const page = Number(cursor);
  return Promise.resolve({ data: PAGES[page] ?? [], next: page < PAGES.length - 1 ? String(page + 1) : null });
}
