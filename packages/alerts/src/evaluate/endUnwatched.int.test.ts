import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LogRateCondition } from '@sluice/contract';
import { waitFor, eventId, openTransaction, useDatabase } from '@sluice/testkit';
import { countSeriesMinutes, inTransaction, seriesId, type Tx } from '@sluice/db';
import type { AlertRule, AlertRules } from '../alertRule.js';
import { endUnwatched } from './endUnwatched.js';
import { evaluateSeries, type SeriesTimes } from './evaluateSeries.js';
import { LOGS, MAINTENANCE, ruleOf, rulesOf } from './testing/rules.js';

const MINUTE = 60_000;
/** A quarter of a minute after a full minute. */
const NOW = Date.UTC(2026, 10, 20, 12, 30, 15);
const STRICTER = { ...LOGS, threshold: 5 };
const FIRING = 'firing 7';
const database = useDatabase({ poolSize: 4 });
beforeAll(() => database.db.pool.query(`insert into organizations (id, slug) values (9, 'acme')`));
beforeEach(async () => {
  await database.db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_minutes');
  await database.db.pool.query('delete from alert_rules');
});

describe('a series that fires when its rule is', () => {
  beforeEach(async () => {
    await logs(LOGS, 0, 0, 1, 2, 3);
    await evaluate(0, ruleOf([LOGS]));
  });

  test('deleted ends once, also if several processes see it', async () => {
    await Promise.all([1, 2, 3].map(() => evaluate(0)));
    await evaluate(1);
    expect(await notified()).toEqual([FIRING, 'recovered deleted 7']);
  });

  test('deleted with its project ends once', async () => {
    const rules = { ...rulesOf(ruleOf([LOGS])), organizationOf: new Map<string, string>() };
    const evaluateDeleted = (): Promise<unknown> => evaluateAll(rules, { nowMs: NOW });
    await Promise.all([evaluateDeleted(), evaluateDeleted()]);
    await evaluateDeleted();
    expect(await notified()).toEqual([FIRING, 'recovered deleted with its project 7']);
  });

  test('disabled ends, and fires anew when it is enabled', async () => {
    await storeRule(false);
    await evaluate(1);
    await evaluate(2, ruleOf([LOGS]));
    expect(await notified()).toEqual([FIRING, 'recovered disabled 7', FIRING]);
  });

  test('changed ends, and fires anew with the other condition', async () => {
    await storeRule(true);
    await logs(STRICTER, 0, 1);
    await evaluate(1, ruleOf([STRICTER]));
    expect(await notified()).toEqual([FIRING, 'recovered changed 7', FIRING]);
  });

  test('given its condition at another place ends, and fires there', async () => {
    await storeRule(true);
    await logs(LOGS, 1, 1);
    await evaluate(1, ruleOf([STRICTER, LOGS]));
    expect(await notified()).toEqual([FIRING, 'recovered changed 7', FIRING]);
  });

  test('sent elsewhere recovers at the destination that got the firing', async () => {
    const elsewhere = ruleOf([LOGS], { destinationIds: ['8'] });
    await evaluate(1, elsewhere);
    await evaluate(4, elsewhere);
    await evaluate(5, elsewhere);
    expect(await notified()).toEqual([FIRING, 'recovered 7']);
  });

  test('renamed goes on', async () => {
    await evaluate(1, ruleOf([LOGS], { name: 'other' }));
    expect(await notified()).toEqual([FIRING]);
  });

  test('deleted has one end if a process that does not know it sees the recovery', async () => {
    await evaluate(3, ruleOf([LOGS]));
    const storing = await openTransaction(database.db, lockStates);
    // Both have read that it fires. The recovery is stored first.
    const recovered = evaluate(4, ruleOf([LOGS]));
    await untilStoring(1);
    const ended = evaluate(4);
    await untilStoring(2);
    await storing.commit();
    await Promise.all([recovered, ended]);
    expect(await notified()).toEqual([FIRING, 'recovered 7']);
  });
});

test('the end of a firing that nobody got is sent to nobody', async () => {
  await logs(LOGS, 0, 0);
  const rules = { ...rulesOf(ruleOf([LOGS])), maintenance: MAINTENANCE };
  await evaluateAll(rules, { nowMs: NOW, settledBefore: () => Infinity });
  await evaluate(0);
  expect(await notified()).toEqual([]);
});

test('a changed condition does not count the minutes in which the one before it held', async () => {
  const slow = { ...LOGS, forMinutes: 2 };
  const other = { ...slow, threshold: 9 };
  await logs(slow, 0, 0);
  await evaluate(0, ruleOf([slow]));
  await logs(other, 0, 1);
  await evaluate(1, ruleOf([other]));
  expect(await notified()).toEqual([]);
});

test('an end is not due before its firing', async () => {
  await logs(LOGS, 0, 0);
  await evaluate(0, ruleOf([LOGS], { digestS: 600 }));
  await evaluate(0);
  const { rows } = await database.db.pool.query<{ due: Date }>('select distinct due_at as due from alert_notices');
  expect(rows).toHaveLength(1);
});

/** Stores logs above the threshold of a condition, which arrived in the minute before each of these minutes after NOW. */
async function logs(condition: LogRateCondition, index: number, ...minutes: readonly number[]): Promise<void> {
  const stored = minutes.flatMap((minute) =>
    Array.from({ length: 11 }, (_, each) => ({
      projectId: '1',
      series: seriesId('3', index, condition),
      isOver: false,
      id: eventId(each, `${JSON.stringify(condition)} ${index} ${minute}`, NOW + (minute - 1) * MINUTE),
    })),
  );
  await inTransaction(database.db, (tx) => countSeriesMinutes(tx, stored));
}

/** Ends what is no longer watched, then evaluates, as the service does. */
async function evaluateAll(rules: AlertRules, times: SeriesTimes): Promise<void> {
  await endUnwatched(database.db, rules, times);
  await evaluateSeries(database.db, rules, times);
}

/** Resolves when so many evaluations wait to store states. */
async function untilStoring(count: number): Promise<void> {
  const waiting = `select from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`;
  await waitFor(async () => (await database.db.pool.query(waiting)).rows.length === count);
}

/** What destinations got: the state, what was done to the rule, and the destination. */
async function notified(): Promise<readonly string[]> {
  return (
    await database.db.pool.query<{ text: string }>(
      `select concat_ws(' ', f.state, f.details ->> 'ended', n.destination_id) as text from alert_firings f
       join alert_notices n on n.firing_id = f.id and n.project_id = f.project_id order by f.at, n.destination_id`,
    )
  ).rows.map(({ text }) => text);
}

function storeRule(enabled: boolean): Promise<unknown> {
  return database.db.pool.query(
    `insert into alert_rules (organization_id, id, project_id, name, enabled, conditions) values (9, 3, 1, 'rule', $1, '[]')`,
    [enabled],
  );
}

/** Evaluates so many minutes after NOW. */
function evaluate(minute: number, ...rules: readonly AlertRule[]): Promise<unknown> {
  return evaluateAll(rulesOf(...rules), { nowMs: NOW + minute * MINUTE, settledBefore: () => Infinity });
}

/** States are stored under this lock, in the order in which it was asked for. */
function lockStates(tx: Tx): Promise<unknown> {
  return tx.client.query(`select pg_advisory_xact_lock(hashtextextended('sluice.alerts.series', 0))`);
}
