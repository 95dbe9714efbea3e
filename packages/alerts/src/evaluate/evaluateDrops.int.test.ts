import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '@sluice/contract';
import { DROPS } from '../drops/drops.js';
import { useDatabase, useRole } from '@sluice/testkit';
import { createOrganization, createProject, updateOrganization } from '@sluice/db';
import type { AlertRule, AlertRules } from '../alertRule.js';
import type { DropTimes } from '../drops/searchWindow.js';
import { evaluateDrops } from './evaluateDrops.js';
import { describeFirings, MAINTENANCE, ruleOf } from './testing/rules.js';

const HOUR = Date.UTC(2026, 10, 20, 12);
const NOW = HOUR + 30 * 60_000;
let organization: string;
let project: string;
const database = useDatabase({ poolSize: 6 });
const alerts = useRole(database, 'sluice_alerts', 6);
beforeAll(async () => {
  organization = (await createOrganization(database.db, 'one')).id;
  project = (await createProject(database.db, { organization: 'one', project: 'web' })).project.id;
});
beforeEach(() =>
  database.db.pool.query(
    'truncate alert_firings, alert_subjects, alert_notices, drop_evaluations, usage, refused_origins, refused_keys, losses, tokens',
  ),
);

test('the first refusals of an hour are reported once, those of the next hour again, and those stored late', async () => {
  await use('rate_limited', 'spike', 5);
  await use('rate_limited', 'byte_quota', 7);
  const expected = ['project byte_quota notice drop:byte_quota: 7', 'project spike_cap notice drop:spike_cap:log 5'];
  expect(await evaluate()).toEqual(expected);
  await use('rate_limited', 'spike', 2, { type: 'span', hourMs: HOUR - 2 * HOUR_MS });
  expect(await evaluate()).toEqual(expected);
  await use('rate_limited', 'spike', 6, { hourMs: HOUR + HOUR_MS });
  expect(await evaluate(rulesOf(), { nowMs: NOW + HOUR_MS })).toHaveLength(4);
});

test('a filter that begins to drop much', async () => {
  await use('processed', '', 5_000, { hourMs: HOUR - 3 * HOUR_MS });
  await use('filtered', 'ip', 50, { hourMs: HOUR - 5 * HOUR_MS });
  await use('filtered', 'ip', 300);
  await use('processed', '', 100);
  expect(await evaluate()).toEqual(['project filter notice drop:filter:ip 300']);
});

test('a silent project, once it is known that nothing waits', async () => {
  const hourMs = HOUR - HOUR_MS;
  for (const days of [1, 2, 3]) await use('processed', '', 120, { hourMs: hourMs - days * DAY_MS });
  await use('processed', '', 9, { hourMs: hourMs - HOUR_MS });
  expect(await evaluate(rulesOf(), { settledMs: HOUR - 1 })).toEqual([]);
  expect(await evaluate()).toEqual(['project silence notice drop:silence:']);
  await use('processed', '', 1, { hourMs: HOUR });
  await database.db.pool.query('truncate alert_firings');
  expect(await evaluate()).toEqual([]);
});

test('a job that runs once a day and stops is a silence, and one only', async () => {
  const hourMs = HOUR - HOUR_MS;
  for (const days of [1, 2, 3, 4]) await use('processed', '', 500, { hourMs: hourMs - days * DAY_MS });
  for (let hours = 0; hours < 24; hours += 1) {
    const nowMs = NOW + hours * HOUR_MS;
    await evaluate(rulesOf(), { nowMs, settledMs: nowMs });
  }
  expect(await evaluate()).toEqual(['project silence notice drop:silence:']);
});

test('a silence that a maintenance window of 30 hours suppressed is reported after it', async () => {
  for (const days of [1, 2, 3, 4, 5])
    for (const hours of [0, 6])
      await use('processed', '', 500, { hourMs: HOUR - HOUR_MS + hours * HOUR_MS - days * DAY_MS });
  const [fromMs, toMs] = [NOW - HOUR_MS, NOW + 29 * HOUR_MS];
  const window = { organizationId: organization, projectId: null, fromMs, toMs };
  await evaluate({ ...rulesOf(), maintenance: [window] });
  const nowMs = NOW + 30 * HOUR_MS;
  await evaluate(rulesOf(), { nowMs, settledMs: nowMs });
  const { rows } = await database.db.pool.query('select suppressed_by as by from alert_firings order by at');
  expect(rows).toEqual([{ by: 'maintenance' }, { by: null }]);
});

test('filtered events that are counted after their hour are reported', async () => {
  await use('filtered', 'ip', 300, { hourMs: HOUR - HOUR_MS });
  expect(await evaluate(rulesOf(), { nowMs: HOUR + 60_000 })).toEqual(['project filter notice drop:filter:ip 300']);
});

test('refused origins that are counted after their day are reported, apart from those of the next day', async () => {
  const dayMs = HOUR - (HOUR % DAY_MS);
  await database.db.pool.query(
    `insert into refused_origins (project_id, hour, origin, gateway, count)
     values ($1, $2, 'https://a.example', 'g', 12), ($1, $3, 'https://a.example', 'g', 9)`,
    [project, new Date(dayMs + DAY_MS - HOUR_MS), new Date(dayMs + DAY_MS)],
  );
  expect(await evaluate(rulesOf(), { nowMs: dayMs + DAY_MS + 60_000 })).toEqual([
    'project refused_origin notice drop:refused_origin: 12',
  ]);
});

test('refused origins, with the most frequent one', async () => {
  await database.db.pool.query(
    `insert into refused_origins (project_id, hour, origin, gateway, count)
     values ($1, $2, 'https://a.example', 'g', 4), ($1, $2, 'https://b.example', 'g', 8)`,
    [project, new Date(HOUR)],
  );
  expect(await evaluate()).toEqual(['project refused_origin notice drop:refused_origin: 12']);
  const { rows } = await database.db.pool.query(`select details ->> 'origin' as origin from alert_firings`);
  expect(rows).toEqual([{ origin: 'https://b.example' }]);
});

test('disabled keys that are used, each once a day and by all gateways together', async () => {
  const used = (key: string, gateway: string, count: number, ms = HOUR): Promise<unknown> =>
    database.db.pool.query(`insert into refused_keys values ($1, $2, $3, $4, 'app', $5, $6)`, [
      project,
      new Date(ms),
      key,
      gateway,
      new Date(HOUR - DAY_MS),
      count,
    ]);
  await used('aa', 'g', 6);
  await used('aa', 'h', 3, HOUR - HOUR_MS);
  await used('bb', 'g', 99, HOUR - 3 * DAY_MS);
  expect(await evaluate()).toEqual([]);
  await used('aa', 'h', 1);
  await used('cc', 'g', 20);
  const fired = [
    'project disabled_key notice drop:disabled_key:aa 10',
    'project disabled_key notice drop:disabled_key:cc 20',
  ];
  expect(await evaluate()).toEqual(fired);
  await used('aa', 'h', 50, HOUR - HOUR_MS * 2);
  expect(await evaluate()).toEqual(fired);
  const { rows } = await database.db.pool.query(
    `select distinct details - 'key' - 'count' - 'day' - 'conditionIndex' as details from alert_firings`,
  );
  expect(rows).toEqual([{ details: { label: 'app', disabledAt: '2026-11-19T12:00:00.000Z' } }]);
  await used('aa', 'g', 10, HOUR + DAY_MS);
  expect(await evaluate(rulesOf(), { nowMs: NOW + DAY_MS })).toHaveLength(3);
});

test('a monthly quota at 80 % and at 100 %, once a month each', async () => {
  await updateOrganization(database.db, 'one', { 'monthly.logs': 100 });
  await use('processed', '', 85);
  const first = 'organization monthly_quota notice drop:monthly_quota:logs:80 85';
  expect(await evaluate()).toEqual([first]);
  await use('processed', '', 15, { hourMs: HOUR + HOUR_MS });
  expect(await evaluate()).toEqual([first, 'organization monthly_quota notice drop:monthly_quota:logs:100 100']);
  expect(await evaluate()).toHaveLength(2);
  await updateOrganization(database.db, 'one', { 'monthly.logs': null });
});

test('a loss is reported to every organization with such a rule', async () => {
  await database.db.pool.query(
    `insert into losses (hour, type, acknowledged, stored, reported, found_at) values ($1, 'span', 10, 7, 3, $2)`,
    [new Date(HOUR), new Date(NOW)],
  );
  const other = ruleOf([{ kind: 'drops', of: ['losses'] }], { organizationId: '77', id: '4', projectId: null });
  const rules = rulesOf();
  const firings = await evaluate({ ...rules, rules: [...rules.rules, other] });
  expect([...firings].sort()).toEqual([
    '-77 losses notice drop:losses:span 3',
    'organization losses notice drop:losses:span 3',
  ]);
});

test('a quota that maintenance suppressed is reported once afterwards, but no cap of an hour', async () => {
  await updateOrganization(database.db, 'one', { 'monthly.logs': 100 });
  await use('processed', '', 85);
  await use('rate_limited', 'hourly_cap', 5);
  const open = {
    ...rulesOf(),
    maintenance: MAINTENANCE.map((window) => ({ ...window, organizationId: organization })),
  };
  expect(await evaluate(open)).toHaveLength(2);
  expect(await evaluate(open)).toHaveLength(2);
  await evaluate();
  await evaluate();
  const { rows } = await database.db.pool.query(
    `select kind, suppressed_by, suppressed from alert_firings order by kind, at`,
  );
  expect(rows).toEqual([
    { kind: 'hourly_cap', suppressed_by: 'maintenance', suppressed: 0 },
    { kind: 'monthly_quota', suppressed_by: 'maintenance', suppressed: 0 },
    { kind: 'monthly_quota', suppressed_by: null, suppressed: 1 },
  ]);
  await updateOrganization(database.db, 'one', { 'monthly.logs': null });
});

test('drops that were recorded before open no transaction', async () => {
  await use('rate_limited', 'hourly_cap', 5);
  expect(await evaluate()).toHaveLength(1);
  await database.db.pool.query('alter table alert_firings add constraint closed check (false) not valid');
  expect(await evaluate()).toHaveLength(1);
  await database.db.pool.query('alter table alert_firings drop constraint closed');
});

test('a token that expires within a week, and again on its last day', async () => {
  await database.db.pool.query(
    `insert into tokens (organization_id, digest, hint, scopes, created_at, expires_at, revoked_at)
     values ($1, '\\x01', 'abcd', '{}', $3, $2, null), ($1, '\\x02', 'gone', '{}', $3, $2, now())`,
    [organization, new Date(NOW + 6 * DAY_MS), new Date(NOW - 30 * DAY_MS)],
  );
  expect(await evaluate()).toEqual([expect.stringMatching(/^organization token_expiry notice drop:token_expiry:\d+$/)]);
  expect(await evaluate(rulesOf(), { nowMs: NOW + 4 * DAY_MS })).toHaveLength(1);
  expect(await evaluate(rulesOf(), { nowMs: NOW + 5.5 * DAY_MS })).toHaveLength(2);
});

test('a rule of a project reports its own drops, and none of the organization', async () => {
  await updateOrganization(database.db, 'one', { 'monthly.logs': 100 });
  await use('processed', '', 100);
  await use('rate_limited', 'hourly_cap', 5);
  expect(await evaluate(rulesOf({ projectId: project }))).toEqual(['project hourly_cap notice drop:hourly_cap: 5']);
  await updateOrganization(database.db, 'one', { 'monthly.logs': null });
});

test('several processes report a drop once', async () => {
  await use('rate_limited', 'backlog', 5, { type: 'span' });
  const times = { nowMs: NOW, settledMs: NOW };
  const results = await Promise.all([1, 2, 3].map(() => evaluateDrops(alerts.db, rulesOf(), times)));
  expect(results.flat()).toHaveLength(1);
});

test('a filter that began to drop while its rule was muted is reported when the mute ends', async () => {
  const end = HOUR + HOUR_MS;
  for (let hours = 1; hours < 24; hours += 1) await use('processed', '', 1_000, { hourMs: HOUR - hours * HOUR_MS });
  await use('filtered', 'ip', 1_000);
  expect(await evaluate(rulesOf({ mutedUntil: new Date(end) }))).toHaveLength(1);
  await use('filtered', 'ip', 1_000, { hourMs: end });
  const later = { nowMs: end + 60_000, settledMs: end };
  await evaluate(rulesOf(), later);
  await evaluate(rulesOf(), later);
  const { rows } = await database.db.pool.query('select suppressed_by from alert_firings order by at');
  expect(rows).toEqual([{ suppressed_by: 'muted' }, { suppressed_by: null }]);
});

async function evaluate(rules = rulesOf(), more: Partial<DropTimes> = {}): Promise<readonly string[]> {
  await evaluateDrops(alerts.db, rules, { nowMs: NOW, settledMs: NOW, ...more });
  return (await describeFirings(database, 'count')).map((firing) =>
    firing.replace(`-${organization} `, 'organization ').replace(`${project} `, 'project '),
  );
}

function rulesOf(more: Partial<AlertRule> = {}): AlertRules {
  return {
    rules: [
      ruleOf([{ kind: 'new_issue' }, { kind: 'drops', of: DROPS.map(({ kind }) => kind) }], {
        organizationId: organization,
        projectId: null,
        ...more,
      }),
    ],
    organizationOf: new Map([[project, organization]]),
    maintenance: [],
  };
}

function use(outcome: string, reason: string, count: number, { type = 'log', hourMs = HOUR } = {}): Promise<unknown> {
  return database.db.pool.query(
    `insert into usage (project_id, type, outcome, reason, hour, epoch, count) values ($1, $2, $3, $4, $5, 'e', $6)`,
    [project, type, outcome, reason, new Date(hourMs), count],
  );
}
