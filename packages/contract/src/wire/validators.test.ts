import { afterEach, expect, jest, test } from '@jest/globals';
import { isEnvelope, isValidPayload } from './validators.js';

afterEach(() => {
  jest.restoreAllMocks();
});

test('the schemas compile without a word, and judge', () => {
  const said = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'error'), jest.spyOn(console, 'log')];
  expect([isEnvelope({ events: [] }), isEnvelope([])]).toEqual([true, false]);
  expect(Object.values(isValidPayload).map((isValid) => [isValid({}), isValid([])])).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [true, false],
    [true, false],
  ]);
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
});
