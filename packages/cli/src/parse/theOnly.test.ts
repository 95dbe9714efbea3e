import { describe, expect, test } from '@jest/globals';
import { theOnly } from './theOnly.js';

const ids = (count: number): string[] => Array.from({ length: count }, (_, index) => `0198${index}`);

describe('the only id that starts with a text', () => {
  test('is returned', () => {
    expect(theOnly('key', '0198', ['01980'])).toBe('01980');
  });

  test('throws if no id matches', () => {
    expect(() => theOnly('key', '0198', [])).toThrow(expect.objectContaining({ code: 'not_found', exitCode: 1 }));
  });

  test.each([
    [2, '2', 2],
    [11, 'more than 10', 10],
  ])('is ambiguous among %i, which are listed', (count, many, listed) => {
    const message = `"0198" matches ${many} key ids. Give more digits.`;
    expect(() => theOnly('key', '0198', ids(count))).toThrow(
      expect.objectContaining({ code: 'usage', exitCode: 2, message, ids: ids(listed) }),
    );
  });
});
