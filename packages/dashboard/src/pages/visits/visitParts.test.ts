import { expect, test } from '@jest/globals';
import { nameOf, readPart, writePart } from './visitParts';

test.each([
  [{ dimension: 'page', value: '/cart' } as const, '/cart'],
  [{ dimension: 'referrer', value: '' } as const, 'Direct, or the same site'],
])('a part is read from the URL as it was written', (part, name) => {
  expect(readPart(writePart(part))).toEqual(part);
  expect(nameOf(part)).toBe(name);
});

test('a property that does not exist is no part', () => {
  expect(readPart({ by: 'toString', is: 'x' })).toBeUndefined();
  expect(readPart({ by: 'page' })).toBeUndefined();
});
