import { expect, test } from '@jest/globals';
import { describePlannedMigrations } from './describePlannedMigrations.js';

test('a plan names the builds of a step, and says of its locks what waits for them', () => {
  const lines = describePlannedMigrations([
    {
      name: '9990-spans',
      builds: [{ index: 'spans_op', table: 'spans' }],
      locks: [
        { table: 'spans', mode: 'ACCESS EXCLUSIVE', blocksWrites: true, blocksReads: true },
        { table: 'users', mode: 'SHARE ROW EXCLUSIVE', blocksWrites: true, blocksReads: false },
        { table: 'issues', mode: 'SHARE UPDATE EXCLUSIVE', blocksWrites: false, blocksReads: false },
      ],
      statements: 1,
    },
  ]).split('\n');
  expect(lines.slice(0, -1)).toEqual([
    '9990-spans: 1 concurrent index builds, 1 statements',
    '  builds spans_op on spans concurrently',
    '  locks spans in ACCESS EXCLUSIVE mode: blocks reads and writes',
    '  locks users in SHARE ROW EXCLUSIVE mode: blocks writes',
    '  locks issues in SHARE UPDATE EXCLUSIVE mode: blocks neither reads nor writes',
  ]);
  expect(lines.at(-1)).toMatch(/^Statements of a step run in one transaction/);
});
