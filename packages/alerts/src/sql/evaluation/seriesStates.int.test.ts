import { beforeEach, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { NEW_SERIES } from '../../decide/seriesState.js';
import { readSeriesStates, storeSeriesStates, type SeriesChange } from './seriesStates.js';

const NOW_MS = Date.UTC(2026, 0, 1, 12);
const database = useDatabase({ poolSize: 2 });
beforeEach(() => database.db.pool.query('truncate alert_subjects'));

/** Twelve series of four projects, those of a project not beside each other. */
const targets = Array.from({ length: 12 }, (_, index) => ({
  projectId: String((index % 4) + 1),
  subject: `series:${index}:0`,
  rule: { id: String(index) },
  series: null,
}));
const changes: readonly SeriesChange[] = targets.map((target, index) => ({
  target,
  before: NEW_SERIES,
  value: index,
  next: { state: 'pending', sinceMs: NOW_MS - index * 1_000, evaluatedMs: NOW_MS + index },
}));

test('states belong to their series, in whatever order they are asked for', async () => {
  expect(await store(changes)).toEqual(changes);
  const unknown = { ...targets[0], projectId: '9', subject: 'series:0:0', rule: { id: '0' } };
  const reversed = [...targets].reverse();
  const states = await readSeriesStates(database.db, [unknown, ...reversed]);
  expect(states[0]).toMatchObject(NEW_SERIES);
  expect(states.slice(1)).toMatchObject([...changes].reverse().map(({ next }) => next));
  const { rows } = await database.db.pool.query('select distinct rule_id = value as is_own from alert_subjects');
  expect(rows).toEqual([{ is_own: true }]);
});

test('returns those that no other process has evaluated meanwhile', async () => {
  await store(changes);
  const later = changes.map((change) => ({
    ...change,
    before: change.next,
    next: { ...change.next, evaluatedMs: NOW_MS + 60_000 },
  }));
  const isOther = (_: SeriesChange, index: number): boolean => index % 3 === 1;
  expect(await store(later.filter(isOther))).toHaveLength(4);
  expect(await store(later)).toEqual(later.filter((change, index) => !isOther(change, index)));
});

function store(some: readonly SeriesChange[]): Promise<readonly SeriesChange[]> {
  return inTransaction(database.db, (tx) => storeSeriesStates(tx, some, NOW_MS));
}
