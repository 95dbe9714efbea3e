import { describe, expect, test } from '@jest/globals';
import { argumentOptions, helpLines, partOptions } from './options.mjs';

const gateway = { name: 'gateway', summary: 'batches/s', isShort: true, defaults: { runs: 5, profile: false } };
const drain = { name: 'drain', summary: 'rows/s', isShort: false, defaults: { runs: 2, heapBytes: 7, types: 'all' } };

describe('options of the bench', () => {
  test('every option of every part can be given', () => {
    expect(argumentOptions([gateway, drain])).toEqual({
      runs: { type: 'string' },
      profile: { type: 'boolean' },
      'heap-bytes': { type: 'string' },
      types: { type: 'string' },
    });
  });

  test('a given option replaces its default and gets its type; others keep theirs', () => {
    const given = { runs: '3', 'heap-bytes': '9', profile: true };
    expect(partOptions(gateway, given)).toEqual({ runs: 3, profile: true });
    expect(partOptions(drain, given)).toEqual({ runs: 3, heapBytes: 9, types: 'all' });
  });

  test.each(['x', '', '-1'])('"%s" is not a number', (text) => {
    expect(() => partOptions(gateway, { runs: text })).toThrow('--runs');
  });

  test('the help names parts, options and defaults', () => {
    expect(helpLines([gateway, drain]).slice(1)).toEqual([
      '  gateway: batches/s',
      '    [--runs 5] [--profile]',
      '  drain (only when named): rows/s',
      '    [--runs 2] [--heap-bytes 7] [--types all]',
    ]);
  });
});
