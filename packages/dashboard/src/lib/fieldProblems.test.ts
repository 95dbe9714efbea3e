import { expect, test } from '@jest/globals';
import { fieldProblems } from './fieldProblems';

const FIELDS = ['monthly.errors', 'monthly.logs', 'retentionDays'];

test('a refusal is shown at the fields that it names', () => {
  const error = new Error('monthly.logs must be a whole number, not 1.5; retentionDays must be from 1 to 3650, not 0.');
  expect(fieldProblems(error, FIELDS)).toEqual({
    at: { 'monthly.logs': 'Must be a whole number, not 1.5.', retentionDays: 'Must be from 1 to 3650, not 0.' },
    rest: undefined,
  });
});

test('a number that may be null is a field that may be empty', () => {
  const error = new Error('monthly.errors must be a whole number of events, or null for no limit, not -1.');
  expect(fieldProblems(error, FIELDS).at).toEqual({
    'monthly.errors': 'Must be a whole number of events, or empty for no limit, not -1.',
  });
});

test.each([[new Error('The server cannot be reached.')], [new Error('monthly.logsX must be …')], ['text'], [null]])(
  '%p is about no field, and shown as a whole',
  (error) => {
    expect(fieldProblems(error, FIELDS)).toEqual({ at: {}, rest: error });
  },
);
