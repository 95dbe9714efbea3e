import { describe, expect, test } from '@jest/globals';
import { cutContext } from './cutContext.js';

const lineOf = (line: string, column: number): string => cutContext(around(line), column, 5).line;

describe('context', () => {
  test('is the nearest five lines on each side', () => {
    expect(cutContext(around('here'), 0, 5)).toEqual({
      before: ['before 3', 'before 4', 'before 5', 'before 6', 'before 7'],
      line: 'here',
      after: ['after 0', 'after 1', 'after 2', 'after 3', 'after 4'],
    });
    expect(cutContext(around('here', 2), 0, 5)).toMatchObject({ before: ['before 0', 'before 1'], line: 'here' });
    expect(cutContext(around('here', 2), 0, 0)).toEqual({ before: [], line: 'here', after: [] });
  });

  test('keeps a line of 154 characters whole: 140 and two marks', () => {
    expect(lineOf('x'.repeat(154), 149)).toBe('x'.repeat(154));
  });

  const long = Array.from({ length: 400 }, (_, index) => String(index % 10)).join('');
  test.each([
    ['at its start', 0, `${long.slice(0, 140)} {snip}`],
    ['near its start', 64, `${long.slice(0, 140)} {snip}`],
    ['in its middle', 200, `{snip} ${long.slice(140, 280)} {snip}`],
    ['near its end', 318, `{snip} ${long.slice(260)}`],
    ['at its end', 400, `{snip} ${long.slice(260)}`],
    ['past its end', 9_000, `{snip} ${long.slice(260)}`],
  ])('cuts a long line around the column: %s', (_, column, expected) => {
    expect(lineOf(long, column)).toBe(expected);
  });

  test('cuts long lines around the frame from their start', () => {
    const context = cutContext({ before: [long], line: 'short', after: [long] }, 300, 5);
    expect(context).toEqual({
      before: [`${long.slice(0, 140)} {snip}`],
      line: 'short',
      after: [`${long.slice(0, 140)} {snip}`],
    });
  });

  test('never splits a character', () => {
    for (let column = 0; column < 400; column++) expect(lineOf('💥'.repeat(200), column)).not.toMatch(/\p{Surrogate}/u);
  });
});

function around(line: string, count = 8): Parameters<typeof cutContext>[0] {
  return {
    before: Array.from({ length: count }, (_, index) => `before ${index}`),
    line,
    after: Array.from({ length: count }, (_, index) => `after ${index}`),
  };
}
