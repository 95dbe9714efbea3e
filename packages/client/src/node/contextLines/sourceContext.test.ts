import { describe, expect, it } from '@jest/globals';
import { sourceContext } from './sourceContext.js';

const FILE = Array.from({ length: 20 }, (_, index) => `line ${index + 1}`);
const digits = (length: number): string => Array.from({ length }, (_, index) => index % 10).join('');

describe('the lines around a position', () => {
  it.each([
    [10, 5, FILE.slice(4, 9), FILE.slice(10, 15)],
    [10, 1, ['line 9'], ['line 11']],
    [1, 5, [], FILE.slice(1, 6)],
    [20, 5, FILE.slice(14, 19), []],
  ])('of line %i are at most %i on each side', (line, most, before, after) => {
    expect(sourceContext(FILE, { line, column: 3 }, most)).toEqual({ before, line: `line ${line}`, after });
  });

  it.each([0, 21, -1, 1.5])('are none of line %p, which the file does not have', (line) => {
    expect(sourceContext(FILE, { line }, 5)).toBeUndefined();
  });

  it('end without white space, and without the return of Windows', () => {
    expect(sourceContext(['a\r', '  b \r', ''], { line: 2 }, 5)).toEqual({ before: ['a'], line: '  b', after: [''] });
  });

  it.each([
    ['a line that just fits stays whole', 200, 190, digits(200)],
    ['at the start', 300, 1, `${digits(300).slice(0, 199)}…`],
    ['at the end', 300, 299, `…${digits(300).slice(298)}`],
    ['between', 600, 301, `…${digits(600).slice(300, 498)}…`],
    ['without a column', 300, undefined, `${digits(300).slice(0, 199)}…`],
    ['behind the end', 300, 9_999, '…'],
  ])('are cut around the column: %s', (_name, length, column, expected) => {
    const context = sourceContext([digits(length)], { line: 1, ...(column !== undefined && { column }) }, 5);
    expect(context?.line).toBe(expected);
    expect(context?.line.length).toBeLessThanOrEqual(200);
  });

  it.each([
    ['after a comma', ', ', `… port: 1, go(${'b'.repeat(185)}…`],
    ['after a semicolon', '; ', `… port: 1; go(${'b'.repeat(185)}…`],
    ['at the column', ' + ', `…go(${'b'.repeat(195)}…`],
  ])('keep no value whose name is cut off: %s', (_name, delimiter, expected) => {
    const head = `${' '.repeat(200)}x = { password: '${'s'.repeat(50)}'${delimiter}port: 1${delimiter}`;
    const line = `${head}go(${'b'.repeat(300)})`;
    expect(sourceContext([line], { line: 1, column: head.length + 1 }, 5)?.line).toBe(expected);
  });

  it('are truncated to their start, except for the line of the position', () => {
    const cut = `${digits(300).slice(0, 199)}…`;
    const lines = [digits(300), 'x', digits(300)];
    expect(sourceContext(lines, { line: 2, column: 250 }, 5)).toEqual({ before: [cut], line: 'x', after: [cut] });
  });

  it('are absent in minified code', () => {
    expect(sourceContext(['// banner', digits(1_001)], { line: 2, column: 7 }, 5)).toBeUndefined();
  });
});
