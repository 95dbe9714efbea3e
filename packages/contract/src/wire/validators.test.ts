import { afterEach, expect, jest, test } from '@jest/globals';
import { isEnvelope, isValidPayload } from './validators.js';

afterEach(() => {
  jest.restoreAllMocks();
});

test('the schemas compile without warnings, and validate', () => {
  const said = [jest.spyOn(console, 'warn'), jest.spyOn(console, 'error'), jest.spyOn(console, 'log')];
  expect([isEnvelope({ events: [] }), isEnvelope([])]).toEqual([true, false]);
  expect(Object.values(isValidPayload).map((isValid) => [isValid({}), isValid([])])).toEqual([
    [true, false],
    [true, false],
    [false, false],
    [true, false],
    [true, false],
    [false, false],
  ]);
  expect(said.flatMap(({ mock }) => mock.calls)).toEqual([]);
});

test.each([
  [0, true],
  [-0, true],
  [0.5, true],
  [-0.001, false],
  [-1, false],
  ['1', false],
])('a span of the duration %j is valid: %s', (duration, expected) => {
  const times = { startTime: '2026-01-01T00:00:00Z', endTime: '2026-01-01T00:00:01Z', duration };
  const span = { uuid: 'a', name: 'GET /', traceId: 'b', status: 'ok', metrics: {}, ...times };
  expect(isValidPayload.span(span)).toBe(expected);
});
