import { beforeEach, expect, test } from '@jest/globals';
import type { EndpointCondition } from '@sluice/contract';
import { eventId, openTransaction, useDatabase } from '@sluice/testkit';
import { countSeriesMinutes, inTransaction } from '@sluice/db';
import { seriesId } from '@sluice/db';
import { compactMinutes, type CrowdedWindow } from './compactMinutes.js';
import { evaluateSeries } from '../../evaluate/evaluateSeries.js';
import { ruleOf, rulesOf } from '../../evaluate/testing/rules.js';

const MINUTE = 60_000;
/** A quarter of a minute after a full minute. */
const NOW = Date.UTC(2026, 10, 20, 12, 30, 15);
const ERRORS: EndpointCondition = {
  kind: 'endpoint',
  measure: 'error_rate',
  name: 'GET /',
  direction: 'above',
  threshold: 90,
  windowMinutes: 1_440,
  forMinutes: 0,
};
const SERIES = seriesId('3', 0, ERRORS);
const WINDOW: CrowdedWindow = { projectId: '1', series: SERIES, fromMs: NOW - 1_440 * MINUTE, endMs: NOW };
const database = useDatabase({ poolSize: 6 });
beforeEach(() => database.db.pool.query('truncate alert_minutes, alert_subjects, alert_firings'));

let batches = 0;

test('minutes keep their sums, with one row each', async () => {
  for (const minute of [1, 1, 1, 2, 2, 3]) await write(minute);
  await write(1, '2');
  await write(1, '2');
  await compactMinutes(database.db, [WINDOW]);
  expect([await stored(), await stored('2')]).toEqual([
    [12, 6, 3],
    [4, 2, 2],
  ]);
});

test('events that arrive late are added', async () => {
  await write(1);
  await write(1);
  await compactMinutes(database.db, [WINDOW]);
  await write(1);
  expect(await stored()).toEqual([6, 3, 2]);
  await compactMinutes(database.db, [WINDOW]);
  expect(await stored()).toEqual([6, 3, 1]);
});

test('events that are being written meanwhile are not lost', async () => {
  await write(1);
  await write(1);
  const writing = await openTransaction(database.db, (tx) => countSeriesMinutes(tx, events(1)));
  await compactMinutes(database.db, [WINDOW]);
  await writing.commit();
  expect(await stored()).toEqual([6, 3, 2]);
});

test('several processes and writers at the same time lose and add nothing', async () => {
  const work = Array.from({ length: 40 }, (_, index) =>
    index % 4 === 3 ? compactMinutes(database.db, [WINDOW]) : write(1 + (index % 2)),
  );
  await Promise.all(work);
  await compactMinutes(database.db, [WINDOW]);
  expect(await stored()).toEqual([60, 30, 2]);
});

test('an evaluation names the windows that are slow to sum', async () => {
  const crowded: CrowdedWindow[] = [];
  const evaluate = (minute: number) =>
    evaluateSeries(database.db, rulesOf(ruleOf([ERRORS])), {
      nowMs: NOW + minute * MINUTE,
      settledBefore: () => Infinity,
      onCrowded: (windows) => crowded.push(...windows),
    });
  await write(1);
  await evaluate(0);
  expect(crowded).toEqual([]);
  await database.db.pool.query(
    `insert into alert_minutes select 1, $1, $2, gen_random_uuid(), 1, 0 from generate_series(1, 3500)`,
    [SERIES, new Date(NOW - 60 * MINUTE)],
  );
  await evaluate(1);
  expect(crowded).toEqual([
    { projectId: '1', series: SERIES, fromMs: NOW - 15_000 + MINUTE - 1_440 * MINUTE, endMs: NOW - 15_000 + MINUTE },
  ]);
});

function events(minutesAgo: number, projectId = '1') {
  batches += 1;
  return [0, 1].map((index) => ({
    projectId,
    series: SERIES,
    isOver: index === 0,
    id: eventId(index, `batch ${batches}`, NOW - minutesAgo * MINUTE),
  }));
}

/** Count, those over the threshold, and rows of the project. */
async function stored(projectId = '1'): Promise<readonly number[]> {
  const { rows } = await database.db.pool.query<{ sums: number[] }>(
    `select array[sum(count), sum("over"), count(*)]::int4[] as sums from alert_minutes where project_id = $1`,
    [projectId],
  );
  return rows[0]?.sums ?? [];
}

function write(minutesAgo: number, projectId = '1'): Promise<void> {
  return inTransaction(database.db, (tx) => countSeriesMinutes(tx, events(minutesAgo, projectId)));
}
