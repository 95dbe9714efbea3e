import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EndpointCondition, LogRateCondition } from '@sluice/contract';
import type { AlertCondition, ConditionOf } from '../conditions/conditions.js';
import { ensureTestPartitions, eventId, useDatabase } from '@sluice/testkit';
import { countSeriesMinutes, inTransaction, seriesId } from '@sluice/db';
import { storeMetrics } from '@sluice/metrics';
import type { AlertRules } from '../alertRule.js';
import { evaluateSeries } from './evaluateSeries.js';
import { MAINTENANCE, ruleOf as anyRuleOf, rulesOf } from './testing/rules.js';

const MINUTE = 60_000;
/** A quarter of a minute after a full minute. */
const NOW = Date.UTC(2026, 10, 20, 12, 30, 15);
const BOUNDS = { direction: 'above', threshold: 10, windowMinutes: 2, forMinutes: 0 } as const;
const LOGS: LogRateCondition = { kind: 'log_rate', query: {}, ...BOUNDS };
const ERRORS: EndpointCondition = { kind: 'endpoint', measure: 'error_rate', name: 'GET /', ...BOUNDS };
const METRIC: ConditionOf<'metric'> = { kind: 'metric', name: 'size', statistic: 'p95', ...BOUNDS };
const database = useDatabase({ poolSize: 8 });
beforeAll(() => ensureTestPartitions(database.db, NOW - 86_400_000, NOW));
beforeEach(() =>
  database.db.pool.query(
    'truncate alert_firings, alert_subjects, alert_notices, alert_minutes, metric_points, metric_names',
  ),
);

/** A rule that was made in the minute before NOW. */
const ruleOf: typeof anyRuleOf = (conditions, more) =>
  anyRuleOf(conditions, { countedSince: new Date(NOW - MINUTE), ...more });

let batches = 0;

describe('series', () => {
  test('logs above a threshold fire, and recover once the window has fewer', async () => {
    const rules = rulesOf(ruleOf([LOGS], { countedSince: new Date(0) }));
    await count(LOGS, 80_000, { events: 6 });
    await count(LOGS, 20_000, { events: 5 });
    expect(await evaluate(rules)).toEqual(['1 log_rate firing 11']);
    expect(await states()).toEqual([
      {
        subject: 'series:3:0',
        state: 'firing',
        since: new Date(Date.UTC(2026, 10, 20, 12, 29)),
        value: 11,
        evaluated_at: new Date(Date.UTC(2026, 10, 20, 12, 30)),
      },
    ]);
    expect(await evaluate(rules, 1)).toEqual(['1 log_rate firing 11', '1 log_rate recovered 5']);
    const { rows } = await database.db.pool.query(
      `select details ->> 'since' as since, details -> 'condition' ->> 'kind' as kind, suppressed_by from alert_firings`,
    );
    expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
      new Set([JSON.stringify({ since: '2026-11-20T12:29:00.000Z', kind: 'log_rate', suppressed_by: null })]),
    );
  });

  test('minutes of the current window only are counted, and the current minute is not judged', async () => {
    await count(LOGS, 3 * MINUTE, { events: 20 });
    await count(LOGS, 1_000, { events: 20 });
    expect(await evaluate(rulesOf(ruleOf([LOGS])))).toEqual([]);
  });

  test('the share of root spans with an error', async () => {
    await count(ERRORS, 20_000, { events: 20, over: 3 });
    expect(await evaluate(rulesOf(ruleOf([ERRORS])))).toEqual(['1 endpoint firing 15']);
  });

  test('a percentile of a metric, of the environment', async () => {
    const sample = (index: number, environment: string, value: number) => ({
      projectId: '1',
      id: eventId(index, 'metrics', NOW - 30_000),
      environment,
      release: null,
      values: { size: value },
    });
    await inTransaction(database.db, (tx) => storeMetrics(tx, [sample(1, 'live', 8), sample(2, 'test', 100)]));
    await inTransaction(database.db, (tx) => storeMetrics(tx, [sample(3, 'live', 8)]));
    expect(await evaluate(rulesOf(ruleOf([{ ...METRIC, environment: 'live' }])))).toEqual([]);
    const [fired] = await evaluate(rulesOf(ruleOf([METRIC], { id: '4' })));
    expect(fired).toMatch(/^1 metric firing \d/);
  });

  test('a rule of an organization is evaluated for each project', async () => {
    await count(LOGS, 20_000, { events: 11, projectId: '1' });
    await count(LOGS, 20_000, { events: 12, projectId: '2' });
    const rules = rulesOf(ruleOf([LOGS], { projectId: null }));
    expect(await evaluate(rules)).toEqual(['1 log_rate firing 11', '2 log_rate firing 12']);
    await database.db.pool.query('truncate alert_firings, alert_subjects, alert_notices');
    expect(await evaluate(rulesOf(ruleOf([LOGS], { projectId: null, exceptProjects: ['1'] })))).toEqual([
      '2 log_rate firing 12',
    ]);
  });

  test('a muted rule and a maintenance window suppress', async () => {
    await count(LOGS, 20_000, { events: 11 });
    const muted = ruleOf([LOGS], { mutedUntil: new Date(NOW + 1) });
    const maintained = { ...rulesOf(ruleOf([LOGS])), maintenance: MAINTENANCE };
    const suppressed: unknown[] = [];
    for (const rules of [rulesOf(muted), maintained]) {
      await database.db.pool.query('truncate alert_firings, alert_subjects, alert_notices');
      const [firing] = await evaluateSeries(database.db, rules, { nowMs: NOW });
      suppressed.push(firing?.suppressedBy);
    }
    expect(suppressed).toEqual(['muted', 'maintenance']);
  });
});

describe('an evaluation', () => {
  const fires = rulesOf(ruleOf([LOGS]));

  test('that is repeated adds nothing', async () => {
    await count(LOGS, 20_000, { events: 11 });
    await evaluate(fires);
    expect(await evaluate(fires)).toHaveLength(1);
    expect((await database.db.pool.query('select from alert_notices')).rowCount).toBe(1);
  });

  test('by several processes at the same time reports once', async () => {
    await count(LOGS, 20_000, { events: 11 });
    const results = await Promise.all(
      Array.from({ length: 4 }, () => evaluateSeries(database.db, fires, { nowMs: NOW, settledBefore: () => NOW })),
    );
    expect(results.flat()).toHaveLength(1);
    expect(await reported()).toHaveLength(1);
  });

  test('that fails before its end leaves nothing, and the next one reports', async () => {
    await count(LOGS, 20_000, { events: 11 });
    await database.db.pool.query('alter table alert_notices add constraint broken check (false)');
    await expect(evaluate(fires)).rejects.toThrow('broken');
    expect([await reported(), await states()]).toEqual([[], []]);
    await database.db.pool.query('alter table alert_notices drop constraint broken');
    expect(await evaluate(fires)).toHaveLength(1);
  });

  test('judges the minutes of an outage in order, each once', async () => {
    const rules = rulesOf(ruleOf([{ ...LOGS, windowMinutes: 1 }]));
    const condition = { ...LOGS, windowMinutes: 1 };
    await evaluate(rules);
    // Above in the second and fifth minute of six.
    await count(condition, -1 * MINUTE, { events: 11 });
    await count(condition, -4 * MINUTE, { events: 12 });
    expect(await evaluate(rules, 6)).toEqual([
      '1 log_rate firing 11',
      '1 log_rate recovered 0',
      '1 log_rate firing 12',
      '1 log_rate recovered 0',
    ]);
  });

  test('waits with a recovery until the minute is settled, and counts what came late', async () => {
    await count(LOGS, 20_000, { events: 11 });
    await evaluate(fires);
    const settled = NOW;
    expect(await evaluate(fires, 2, settled)).toHaveLength(1);
    await count(LOGS, -30_000, { events: 12 });
    expect(await evaluate(fires, 2, settled)).toHaveLength(1);
    expect(await states()).toMatchObject([{ state: 'firing', value: 12 }]);
  });

  test('fires before a minute is settled if the count is above', async () => {
    await count(LOGS, 20_000, { events: 10 });
    expect(await evaluate(fires, 0, 0)).toEqual([]);
    await count(LOGS, 20_000);
    expect(await evaluate(fires, 0, 0)).toEqual(['1 log_rate firing 11']);
  });

  test('does not fire below before the whole window was counted', async () => {
    const below = { ...LOGS, direction: 'below' } as const;
    const rules = rulesOf(ruleOf([below], { countedSince: new Date(NOW - 30_000) }));
    expect(await evaluate(rules, 2)).toEqual([]);
    expect(await evaluate(rules, 3)).toEqual(['1 log_rate firing 0']);
  });
});

describe('a rule that was off for 40 minutes', () => {
  const WIDE = { ...LOGS, windowMinutes: 60 };
  const MAXIMUM: ConditionOf<'metric'> = { ...METRIC, statistic: 'max' };
  const enabled = (condition: AlertCondition): AlertRules =>
    rulesOf(ruleOf([condition], { countedSince: new Date(NOW + 40 * MINUTE) }));
  const measure = (minutes: number): Promise<unknown> =>
    inTransaction(database.db, (tx) =>
      storeMetrics(tx, [
        {
          projectId: '1',
          id: eventId(1, `metric ${minutes}`, NOW + minutes * MINUTE),
          environment: 'live',
          release: null,
          values: { size: 100 },
        },
      ]),
    );

  test('is not judged for them by a metric', async () => {
    await evaluate(rulesOf(ruleOf([MAXIMUM])));
    await measure(10);
    expect(await evaluate(enabled(MAXIMUM), 44)).toEqual([]);
    await measure(45);
    expect(await evaluate(enabled(MAXIMUM), 50)).toEqual(['1 metric firing 100', '1 metric recovered']);
  });

  test('fires for a value that was stored meanwhile if the window of the metric contains it', async () => {
    const wide = { ...MAXIMUM, windowMinutes: 60 };
    await evaluate(rulesOf(ruleOf([wide])));
    await measure(10);
    expect(await evaluate(enabled(wide), 44)).toEqual(['1 metric firing 100']);
  });

  test.each([
    ['a window that ended before', LOGS],
    ['a window that reaches back before them', WIDE],
  ])('is not judged by what was counted before, in %s', async (_, condition) => {
    await evaluate(rulesOf(ruleOf([condition])));
    await count(condition, -5_000, { events: 20 });
    expect(await evaluate(enabled(condition), 44)).toEqual([]);
    await count(condition, -45 * MINUTE, { events: 11 });
    expect(await evaluate(enabled(condition), 46)).toEqual(['1 log_rate firing 11']);
  });
});

describe('a new rule', () => {
  test('is evaluated from the minute in which it was made, however late a process sees it', async () => {
    const rules = rulesOf(ruleOf([{ ...LOGS, windowMinutes: 1 }]));
    await count({ ...LOGS, windowMinutes: 1 }, -1 * MINUTE, { events: 11 });
    expect(await evaluate(rules, 6)).toEqual(['1 log_rate firing 11', '1 log_rate recovered 0']);
  });

  test('fires below although the last minute is settled at no evaluation', async () => {
    const rules = rulesOf(ruleOf([{ ...LOGS, direction: 'below', windowMinutes: 1 }]));
    for (let minute = 0; minute < 4; minute += 1) await evaluate(rules, minute, NOW + (minute - 1) * MINUTE);
    expect(await reported()).toEqual(['1 log_rate firing 0']);
  });
});

/** Stores events that arrived so many milliseconds before NOW. */
async function count(condition: AlertCondition, ageMs: number, { events = 1, over = 0, projectId = '1' } = {}) {
  batches += 1;
  const series = seriesId('3', 0, condition);
  const stored = Array.from({ length: events }, (_, index) => ({
    projectId,
    series,
    id: eventId(index, `batch ${batches}`, NOW - ageMs),
    isOver: index < over,
  }));
  await inTransaction(database.db, (tx) => countSeriesMinutes(tx, stored));
}

/** Evaluates at NOW plus minutes, with everything settled; the kinds of what was reported. */
async function evaluate(rules: AlertRules, minutes = 0, settled: number = Infinity): Promise<readonly string[]> {
  await evaluateSeries(database.db, rules, { nowMs: NOW + minutes * MINUTE, settledBefore: () => settled });
  return reported();
}

async function reported(): Promise<readonly string[]> {
  const { rows } = await database.db.pool.query<{ text: string }>(
    `select concat_ws(' ', project_id, kind, state, details ->> 'value') as text from alert_firings
     order by at, project_id, state`,
  );
  return rows.map(({ text }) => text);
}

async function states(): Promise<readonly unknown[]> {
  const { rows } = await database.db.pool.query(
    `select subject, state, since, value, evaluated_at from alert_subjects where subject <> 'rule' order by project_id, subject`,
  );
  return rows as readonly unknown[];
}
