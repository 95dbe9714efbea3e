import { describe, expect, test } from '@jest/globals';
import { problemsOfDecisions } from './check-decisions.mjs';

const record = (number, title) =>
  `# ${number} ${title}\n\n- Status: accepted\n- Date: 2026-11-23\n- Subject: tests\n\n## Context\n\nA.\n\n## Decision\n\nB.\n\n## Consequences\n\nC.\n`;
const files = {
  'README.md': '- [0001 One](0001-one.md)\n- [0002 Two](0002-two.md)\n',
  '0001-one.md': record('0001', 'One'),
  '0002-two.md': record('0002', 'Two'),
};

describe('problemsOfDecisions', () => {
  test('accepts complete records that the index lists', () => expect(problemsOfDecisions(files)).toEqual([]));

  test('accepts a gap if the index says which document replaced the record', () => {
    const index = '- [0002 Two](0002-two.md)\n\n| 0001   | one   | design |\n';
    expect(problemsOfDecisions({ 'README.md': index, '0002-two.md': files['0002-two.md'] })).toEqual([]);
  });

  test.each([
    ['a missing field', { ...files, '0002-two.md': record('0002', 'Two').replace('- Date: 2026-11-23\n', '') }, 'Date'],
    ['an empty section', { ...files, '0002-two.md': record('0002', 'Two').replace('B.\n', '') }, '## Decision'],
    [
      'a title without its number',
      {
        ...files,
        'README.md': '[0001 One](0001-one.md) [0003 Two](0002-two.md)',
        '0002-two.md': record('0003', 'Two'),
      },
      '# 0002',
    ],
    ['a gap in the numbers', { 'README.md': files['README.md'], '0002-two.md': files['0002-two.md'] }, 'at position 1'],
    [
      'a record with the number of one that was removed',
      { ...files, 'README.md': `${files['README.md']}| 0002 | two | design |\n` },
      '0002-two.md has the number 0002 at position 3',
    ],
    ['a record outside the index', { ...files, '0003-three.md': record('0003', 'Three') }, 'not listed'],
  ])('reports %s', (_name, given, problem) =>
    expect(problemsOfDecisions(given)).toEqual([expect.stringContaining(problem)]),
  );
});
