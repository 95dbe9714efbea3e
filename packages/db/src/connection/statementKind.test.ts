import { expect, test } from '@jest/globals';
import { statementKind } from './statementKind.js';

test.each([
  ['select 1', 'select'],
  ['\n    with due as (select 1) delete from x', 'with'],
  ['(select 1) union (select 2)', 'select'],
  ['INSERT into usage values (1)', 'insert'],
  ['copy spans ("id") from stdin', 'copy'],
  ['begin', 'control'],
  ['rollback to savepoint step; release savepoint step', 'control'],
  ['commit', 'commit'],
  ['update x set y = 1', 'update'],
  ['delete from x', 'delete'],
  ['listen sourcemaps', 'other'],
  ['-- a comment', 'other'],
  ['', 'other'],
])('the kind of %j is %s', (text, kind) => {
  expect(statementKind(text)).toBe(kind);
});
