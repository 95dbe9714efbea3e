import { expect, test } from '@jest/globals';
import { resultOf } from './results.mjs';

test('a result has the versions of the servers that were measured', () => {
  const machine = { machine: {}, versions: { node: 'v20', postgres: '18.4' }, commit: 'c', changed: false };
  const context = { date: '2026-11-25', options: { runs: 3 }, machine };
  expect(resultOf({ part: 'citus', versions: { postgres: '15.18' }, results: [] }, context)).toEqual({
    part: 'citus',
    date: '2026-11-25',
    ...machine,
    versions: { node: 'v20', postgres: '15.18' },
    options: { runs: 3 },
    results: [],
  });
  expect(resultOf({ part: 'drain' }, context)).toMatchObject({ versions: machine.versions });
});
