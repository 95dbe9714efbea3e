import { expect, test } from '@jest/globals';
import { createStyle } from './style.js';
import { usageTable } from './usageTable.js';

test('usage is summed by project and type, with the reasons of refusals', () => {
  const row = { project: 'web', type: 'log', reason: '' } as const;
  const text = usageTable(
    [
      { ...row, outcome: 'processed', count: 1_200 },
      { ...row, outcome: 'processed', count: 34 },
      { ...row, outcome: 'filtered', reason: 'crawler', count: 5 },
      { ...row, project: 'app', type: 'span', outcome: 'rate_limited', reason: 'backlog', count: 7 },
    ],
    createStyle(false),
  );
  expect(text.split('\n')).toEqual([
    'PROJECT  TYPE  PROCESSED  FILTERED  RATE_LIMITED  QUOTA_EXCEEDED  INVALID  RECEIVED',
    'app      span          0         0             7               0        0         7',
    'web      log       1,234         5             0               0        0     1,239',
    'all                1,234         5             7               0        0     1,246',
    '',
    'REFUSED AS    BECAUSE  EVENTS',
    'rate_limited  backlog       7',
    'filtered      crawler       5',
  ]);
});
