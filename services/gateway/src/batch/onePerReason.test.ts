import { expect, test } from '@jest/globals';
import { onePerReason } from './onePerReason.js';

test('the first event of each type and refusal is explained, and none that was filtered', () => {
  const [types, verdicts] = [`${'l'.repeat(25)}llxl`, `${'q'.repeat(25)}uuud`];
  expect(onePerReason({ types, verdicts })).toBe(`${'p'.repeat(25)}upud`);
});
