import { describe, expect, test } from '@jest/globals';
import type { Json } from '@sluice/contract';
import { readSample } from './readSample.js';

const read = (payload: Readonly<Record<string, Json>>): unknown => readSample({ payload });
const SUMMARY = { count: 3, sum: 7, min: 1, max: 4 };

describe('the sample of a metric', () => {
  test('is a value', () => expect(read({ name: 'a', value: 0, source: 'x' })).toEqual({ name: 'a', value: 0 }));

  test('is a summary of many values', () => {
    const values = [
      [1, 2],
      [4, 1],
    ];
    expect(read({ name: 'a', ...SUMMARY, values, source: 'x' })).toEqual({ name: 'a', value: { ...SUMMARY, values } });
  });

  test('has a name of at most 200 characters', () => {
    expect(read({ name: 'x'.repeat(300), value: 1 })).toMatchObject({ name: `${'x'.repeat(199)}…` });
  });

  test.each<[string, Readonly<Record<string, Json>>]>([
    ['a name', { value: 1 }],
    ['a value', { name: 'a' }],
    ['a count of values', { name: 'a', ...SUMMARY, count: 1.5 }],
    ['a minimum', { name: 'a', count: 1, sum: 1, max: 1, values: [] }],
    ['pairs', { name: 'a', ...SUMMARY, values: [[1]] }],
    ['counts of values', { name: 'a', ...SUMMARY, values: [[1, -1]] }],
    ['at most 1,024 values', { name: 'a', ...SUMMARY, values: Array.from({ length: 1_025 }, () => [1, 1]) }],
  ])('needs %s', (_what, payload) => {
    expect(() => read(payload)).toThrow(/name|value/);
  });
});
