import { beforeAll, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { listUncountedDays } from './listUncountedDays.js';

const RANGE = { fromMs: Date.UTC(2026, 10, 10, 12), toMs: Date.UTC(2026, 10, 14) };
const { db } = useDatabase({ poolSize: 2 });
beforeAll(async () => {
  // Of our project: hits on the 9th, 10th, 11th and 14th, and an exception at the end of the 13th. The 10th is counted.
  await db.pool.query(`insert into hit_days values
    (1, '2026-11-09', '', 1, 0, 0, 0), (1, '2026-11-10', '', 1, 0, 0, 0), (1, '2026-11-11', 'a', 0, 2, 0, 0),
    (1, '2026-11-12', 'a', 0, 0, 0, 0), (1, '2026-11-14', '', 1, 0, 0, 0), (2, '2026-11-13', '', 1, 0, 0, 0)`);
  await db.pool.query(`insert into issue_hours values
    (1, 'aa', '', '2026-11-13T23:00:00Z', 2), (2, 'aa', '', '2026-11-12T01:00:00Z', 2)`);
  await db.pool.query(`insert into derived_days values
    (1, 'hit', '2026-11-10', 1, now(), 1), (1, 'exception', '2026-11-11', 1, now(), 1)`);
});

test('days of the range with events that were never counted are listed, of each kind and project', async () => {
  expect(await listUncountedDays(db, '1', ['hit'], RANGE)).toEqual(['2026-11-11']);
  expect(await listUncountedDays(db, '1', ['exception'], RANGE)).toEqual(['2026-11-13']);
  expect(await listUncountedDays(db, '1', ['hit', 'exception'], RANGE)).toEqual(['2026-11-11', '2026-11-13']);
  expect(await listUncountedDays(db, '3', ['hit', 'exception'], RANGE)).toEqual([]);
});
