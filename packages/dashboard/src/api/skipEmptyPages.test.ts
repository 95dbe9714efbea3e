import { expect, test } from '@jest/globals';
import { skipEmptyPages } from './skipEmptyPages';

test('the reader skips empty pages up to the first row', async () => {
  const { asked, read } = listOf(3);
  expect(await skipEmptyPages(read, undefined, 10)).toEqual({ data: ['row'], next: null });
  expect(asked).toEqual([undefined, '1', '2', '3']);
});

test('the reader stops after the most pages and continues at the next cursor', async () => {
  const { asked, read } = listOf(20);
  expect(await skipEmptyPages(read, 'start', 10)).toEqual({ data: [], next: '10' });
  expect(asked).toHaveLength(10);
});

test('the reader stops at the end of the list', async () => {
  const { asked, read } = listOf(2, false);
  expect(await skipEmptyPages(read, undefined, 10)).toEqual({ data: [], next: null });
  expect(asked).toHaveLength(3);
});

/** A list with so many empty pages before its only row; without a row if `hasRow` is false. */
function listOf(empty: number, hasRow = true) {
  const asked: (string | undefined)[] = [];
  const read = (cursor: string | undefined) => {
    asked.push(cursor);
    const isLast = asked.length > empty;
    return Promise.resolve({ data: isLast && hasRow ? ['row'] : [], next: isLast ? null : String(asked.length) });
  };
  return { asked, read };
}
