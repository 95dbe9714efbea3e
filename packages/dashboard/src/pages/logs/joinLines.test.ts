import { expect, test } from '@jest/globals';
import { joinLines, MAX_LINES } from './joinLines';

const lines = (...ids: readonly number[]) => ids.map((id) => ({ id: String(id) }));

test('new lines come before known ones, newest first, each once', () => {
  expect(joinLines(lines(2, 1), lines(2, 3, 4))).toEqual(lines(4, 3, 2, 1));
});

test('without new lines the list is the same object, so that nothing is rendered', () => {
  const known = lines(1);
  expect(joinLines(known, [])).toBe(known);
});

test('the oldest go when there are too many', () => {
  const many = lines(...Array.from({ length: MAX_LINES }, (_, index) => index + 10));
  const joined = joinLines(many, lines(1, 2));
  expect([joined.length, joined[0]?.id, joined[1]?.id]).toEqual([MAX_LINES, '2', '1']);
});
