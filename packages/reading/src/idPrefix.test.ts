import { describe, expect, test } from '@jest/globals';
import { readIdPrefix, textRanges, uuidRange } from './idPrefix.js';

const WHOLE = '01983c1e-4f2a-8003-9abc-0123456789ab';

describe('the beginning of an id', () => {
  test.each([
    ['01983c1e', '01983c1e'],
    ['01983c1e-', '01983c1e'],
    ['01983c1e4f', '01983c1e4f'],
    ['01983c1e-4f', '01983c1e4f'],
    ['01983c1e-4f2a-8', '01983c1e4f2a8'],
    [WHOLE, '01983c1e4f2a80039abc0123456789ab'],
    ['ABCDEF01', 'ABCDEF01'],
  ])('is read from %s', (text, digits) => {
    expect(readIdPrefix(text)).toBe(digits);
  });

  test.each([
    '',
    '01983c1',
    '01983c1g',
    '0198-3c1e',
    '01983c1e--4',
    '01983c1e4f2a-8003',
    `${WHOLE}0`,
    '-01983c1e',
    '%_',
  ])('rejects %j', (text) => {
    expect(readIdPrefix(text)).toBeUndefined();
  });

  test('is a range of UUIDs and of texts', () => {
    const prefix = readIdPrefix('01983C1E-4f');
    expect(prefix && uuidRange(prefix)).toEqual([
      '01983c1e-4f00-0000-0000-000000000000',
      '01983c1e-4fff-ffff-ffff-ffffffffffff',
    ]);
    expect(prefix && textRanges(prefix)).toEqual([
      ['01983C1E4f', '01983C1E4g'],
      ['01983C1E-4f', '01983C1E-4g'],
    ]);
    const short = readIdPrefix('01983c19');
    expect(short && textRanges(short)).toEqual([['01983c19', '01983c1:']]);
  });
});
