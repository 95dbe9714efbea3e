import { describe, expect, test } from '@jest/globals';
import {
  NO_IDS,
  NO_NAMES,
  NO_TIMES,
  noEvents,
  pageAt,
  pairs,
  TIME,
  unsent as db,
} from '@sluice/testkit/forgedPositions';
import { readProjectPage } from '../routes/organization/sql/readProjectPage.js';
import { listExceptions } from '../routes/exceptions/sql/listExceptions.js';
import { listHits } from '../routes/hits/sql/listHits.js';
import { ISSUE_SORTS } from '@sluice/contract';
import { listIssues } from '../routes/issues/sql/listIssues.js';
import { listLogs } from '../routes/logs/sql/listLogs.js';
import { PositionError } from '@sluice/reading';
import { listSpans } from '@sluice/traces';
import { listMetrics } from '@sluice/metrics';
import { listReplays } from '../routes/replays/sql/listReplays.js';
import { readMonth } from '../routes/stats/sql/readMonth.js';
import { listTraces } from '../routes/traces/sql/listTraces.js';
import { listUsers } from '../routes/users/sql/listUsers.js';

describe('a forged position is refused before a statement is sent', () => {
  test.each<[string, readonly string[], (after: string) => Promise<unknown>]>([
    ['exceptions', noEvents, (after) => listExceptions(db, '1', pageAt(after))],
    ['exceptions of a trace', noEvents, (after) => listExceptions(db, '1', pageAt(after), { trace: 't' })],
    ['logs', noEvents, (after) => listLogs(db, '1', pageAt(after), {})],
    ['spans', noEvents, (after) => listSpans(db, '1', pageAt(after), {})],
    ['hits', noEvents, (after) => listHits(db, '1', pageAt(after), {})],
    ['traces', noEvents, (after) => listTraces(db, '1', pageAt(after))],
    ['replays', noEvents, (after) => listReplays(db, '1', pageAt(after))],
    ['replays of a trace', noEvents, (after) => listReplays(db, '1', pageAt(after), { trace: 't' })],
    ...ISSUE_SORTS.map((sort): [string, readonly string[], (after: string) => Promise<unknown>] => {
      const isTime = sort === 'lastSeen' || sort === 'firstSeen' || sort === 'newest';
      const values = isTime ? NO_TIMES : [TIME, '--1', '1.5', '9'.repeat(19), '\0'];
      const ids = isTime ? NO_IDS : NO_IDS.map((id) => `1 ${id}`);
      return [`issues by ${sort}`, pairs(values, ids), (after) => listIssues(db, '1', pageAt(after), { sort })];
    }),
    ['users', pairs(NO_TIMES, NO_NAMES), (after) => listUsers(db, '1', pageAt(after))],
    ['metrics', NO_NAMES, (after) => listMetrics(db, '1', pageAt(after))],
    ['projects', NO_NAMES, (after) => readProjectPage(db, '1', { limit: 5, after })],
    ['a month’s projects', NO_NAMES, (after) => readMonth(db, '1', { month: 202_601, limit: 5, after })],
  ])('%s', async (_name, forged, read) => {
    for (const after of forged) {
      expect({ after, error: await read(after).catch((error: unknown) => error) }).toEqual({
        after,
        error: expect.any(PositionError) as unknown,
      });
    }
  });
});
