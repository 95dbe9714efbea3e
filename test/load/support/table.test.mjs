import { describe, expect, test } from '@jest/globals';
import { formatBudgets, formatTable, judge } from './table.mjs';

describe('tables', () => {
  test('aligns the first column left and the others right, with three digits for numbers', () => {
    expect(
      formatTable([
        { name: 'spans', rate: 12_345.6 },
        { name: 'hits', rate: 0.5 },
      ]),
    ).toEqual(['name     rate', 'spans  12,346', 'hits    0.500']);
  });

  test('a cell without a value is empty', () => {
    expect(formatTable([{ name: 'spans', rate: undefined }])).toEqual(['name   rate', 'spans']);
  });

  test('prints no lines for no rows', () => {
    expect(formatTable([])).toEqual([]);
  });
});

describe('budgets', () => {
  test.each([
    [{ value: 0.3, atLeast: 0.3 }, true],
    [{ value: 0.29, atLeast: 0.3 }, false],
    [{ value: 5, atMost: 5 }, true],
    [{ value: 6, atMost: 5 }, false],
    [{ value: NaN, atLeast: 1 }, false],
    [{ value: NaN, atMost: 1 }, false],
  ])('%j is met: %s', (demand, met) => {
    expect(judge({ name: 'x', ...demand }).met).toBe(met);
  });

  test('is printed with its limits', () => {
    const budgets = [
      judge({ name: 'gateway ÷ bare', value: 0.25, atLeast: 0.3, stretch: 0.4 }),
      judge({ name: 'ready', value: 4, atMost: 6, unit: ' s' }),
    ];
    expect(formatBudgets(budgets)).toEqual([
      'MISS gateway ÷ bare: 0.250 (≥ 0.300, stretch 0.400)',
      'ok   ready: 4.00 s (≤ 6.00 s)',
    ]);
  });
});
