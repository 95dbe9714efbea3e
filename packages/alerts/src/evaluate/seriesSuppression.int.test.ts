import { beforeEach, describe, expect, test } from '@jest/globals';
import { eventId, useDatabase } from '@sluice/testkit';
import { countSeriesMinutes, inTransaction, seriesId } from '@sluice/db';
import { evaluateSeries } from './evaluateSeries.js';
import { LOGS, MAINTENANCE, ruleOf, rulesOf } from './testing/rules.js';

const MINUTE = 60_000;
/** A quarter of a minute after a full minute. */
const NOW = Date.UTC(2026, 10, 20, 12, 30, 15);
const database = useDatabase({ poolSize: 4 });
beforeEach(() => database.db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_minutes'));

let batches = 0;

const OPEN = { ...rulesOf(ruleOf([LOGS])), maintenance: MAINTENANCE };

describe('a series whose firing was suppressed', () => {
  test('by the cool-down is reported once when it is over and the series still fires', async () => {
    const rules = rulesOf(ruleOf([LOGS], { cooldownS: 600 }));
    await logs(-1, ...range(1, 20));
    for (const minute of range(0, 20)) {
      await evaluate(minute, rules);
      await letAMinutePass();
    }
    expect(await notified()).toEqual(['firing 12:29', 'recovered 12:29', 'firing 12:31']);
    await evaluate(22, rules);
    expect((await notified()).at(-1)).toBe('recovered 12:31');
  });

  test.each([
    ['a maintenance window', OPEN],
    ['a mute', rulesOf(ruleOf([LOGS], { mutedUntil: new Date(NOW + 90_000) }))],
  ])('by %s is reported when that is over, and recovers', async (_, rules) => {
    await logs(...range(-1, 5));
    await evaluate(0, rules);
    await evaluate(1, rules);
    expect(await notified()).toEqual([]);
    for (const minute of range(2, 7)) await evaluate(minute);
    expect(await notified()).toEqual(['firing 12:29', 'recovered 12:29']);
  });

  test('by a window that was open in the minute is suppressed, also if the minute is evaluated later', async () => {
    const window = { organizationId: '9', projectId: null, fromMs: 0, toMs: NOW + 2 * MINUTE };
    const rules = { ...rulesOf(ruleOf([LOGS])), maintenance: [window] };
    await evaluate(0, rules);
    await logs(1);
    await evaluate(9, rules);
    const { rows } = await database.db.pool.query(`select suppressed_by from alert_firings where state = 'firing'`);
    expect(rows).toEqual([{ suppressed_by: 'maintenance' }]);
  });

  test('is not reported if it ended meanwhile', async () => {
    await logs(-1);
    await evaluate(0, OPEN);
    for (const minute of range(1, 3)) await evaluate(minute);
    expect(await notified()).toEqual([]);
  });

  test('is reported once by several processes', async () => {
    await logs(...range(-1, 1));
    await evaluate(0, OPEN);
    await Promise.all([1, 2, 3].map(() => evaluate(1)));
    expect(await notified()).toEqual(['firing 12:29']);
  });
});

test('a clock that was ahead for one evaluation does not blind series', async () => {
  await evaluate(0);
  await evaluate(60);
  await logs(1);
  await evaluate(2);
  await evaluate(3);
  expect(await notified()).toEqual(['firing 12:31', 'recovered 12:31']);
});

/** Stores logs above the threshold that arrived so many minutes after NOW. */
async function logs(...minutes: readonly number[]): Promise<void> {
  batches += 1;
  const stored = minutes.flatMap((minute) =>
    Array.from({ length: 11 }, (_, index) => ({
      projectId: '1',
      series: seriesId('3', 0, LOGS),
      isOver: false,
      id: eventId(index, `batch ${batches} ${minute}`, NOW + minute * MINUTE),
    })),
  );
  await inTransaction(database.db, (tx) => countSeriesMinutes(tx, stored));
}

/** Makes what was reported a minute older. A literal: Citus refuses to subtract from a column in an UPDATE. */
async function letAMinutePass(): Promise<void> {
  const { rows } = await database.db.pool.query<{ at: Date | null }>(
    'select max(notified_at) as at from alert_subjects',
  );
  const at = rows[0]?.at;
  if (at) await database.db.pool.query('update alert_subjects set notified_at = $1', [new Date(at.getTime() - MINUTE)]);
}

/** What destinations got: the state, and since when it fires. */
async function notified(): Promise<readonly string[]> {
  return (
    await database.db.pool.query<{ text: string }>(
      `select f.state || ' ' || to_char((f.details ->> 'since')::timestamptz at time zone 'UTC', 'HH24:MI') as text
       from alert_firings f join alert_notices n on n.firing_id = f.id and n.project_id = f.project_id order by f.at`,
    )
  ).rows.map(({ text }) => text);
}

/** Evaluates so many minutes after NOW. */
function evaluate(minute: number, rules = rulesOf(ruleOf([LOGS]))): Promise<unknown> {
  return evaluateSeries(database.db, rules, { nowMs: NOW + minute * MINUTE, settledBefore: () => Infinity });
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
