import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createOrganization, createProject, seriesId } from '@sluice/db';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { createAlertsMetrics } from '../alertsMetrics.js';
import { readAlertRules } from '../sql/firings/readAlertRules.js';
import { createEvaluator } from './createEvaluator.js';

/** Conditions of one part: see `divideRules`. */
const PART = 500;
const RATE = { kind: 'issue_rate', measure: 'events', above: 3, windowMinutes: 5 };
const LOGS = { kind: 'log_rate', query: {}, direction: 'above', threshold: 3, windowMinutes: 1, forMinutes: 0 };
/** So many projects of `big` have a part each. */
const PROJECTS = 4;
const projects: { readonly organizationId: string; readonly id: string }[] = [];
const database = useDatabase({ poolSize: 4 });
beforeAll(async () => {
  const { db } = database;
  for (const [organization, count] of [
    ['big', PROJECTS],
    ['small', 1],
  ] as const) {
    const { id: organizationId } = await createOrganization(db, organization);
    for (let index = 0; index < count; index += 1) {
      const { project } = await createProject(db, { organization, project: `p${index}` });
      projects.push({ organizationId, id: project.id });
    }
  }
});
beforeEach(() =>
  database.db.pool.query(
    'truncate alert_rules, alert_firings, alert_subjects, alert_notices, alert_minutes, issue_minutes, issue_hashes, issues cascade',
  ),
);

test('rules of a small organization are evaluated in one of two passes, however many another has', async () => {
  const small = projects[PROJECTS];
  if (small === undefined) throw new Error('no project');
  for (const project of projects.slice(0, PROJECTS)) await watch(project, RATE, PART - 1);
  await watch(small, RATE, 0);
  await storeBurst(small.id);
  const evaluate = newEvaluator();
  await evaluate();
  await evaluate();
  expect(await firings()).toEqual([small.id]);
});

test('what passes that end early evaluate late fires once, and nothing is left out', async () => {
  for (const project of projects) await watch(project, RATE, PART - 1);
  const evaluate = newEvaluator();
  await evaluate();
  for (const { id } of projects) await storeBurst(id);
  await evaluateAll(evaluate);
  expect(await firings()).toEqual(idsOf(projects));
  await evaluateAll(evaluate);
  // Another process has seen nothing.
  await evaluateAll(newEvaluator());
  expect(await firings()).toEqual(idsOf(projects));
});

test('each minute of a series that is evaluated late is judged once', async () => {
  for (const project of projects) await watch(project, LOGS, PART - 1);
  const { rules } = await readAlertRules(database.db);
  // Minutes above the threshold, with one below between them: each of the two fires, and recovers.
  for (const { id, projectId, conditions } of rules)
    for (const minutesAgo of [8, 5])
      await database.db.pool.query(
        `insert into alert_minutes (project_id, series, minute, part, count, "over")
         values ($1, $2, date_trunc('minute', now()) - make_interval(mins => $3), gen_random_uuid(), 50, 0)`,
        [projectId, seriesId(id, 0, conditions[0] as never), minutesAgo],
      );
  await database.db.pool.query(`update alert_rules set counted_since = now() - interval '15 minutes'`);
  const evaluate = newEvaluator();
  await evaluateAll(evaluate);
  await evaluateAll(evaluate);
  const { rows } = await database.db.pool.query(
    `select state, count(*)::int as count from alert_firings group by state order by state`,
  );
  expect(rows).toEqual([
    { state: 'firing', count: 2 * projects.length },
    { state: 'recovered', count: 2 * projects.length },
  ]);
});

/** A pass ends after its first part. */
function newEvaluator(): () => Promise<void> {
  const depth = { read: () => Promise.resolve({}) };
  const metrics = createAlertsMetrics(createMetrics(), Date.now);
  return createEvaluator({ db: database.db, depth, metrics, logger: silentLogger }, { budgetMs: 0 });
}

/** Gives a project a rule with this condition, and as many others as make it a part. */
async function watch(project: (typeof projects)[number], condition: object, fill: number): Promise<void> {
  const conditions = [condition, ...Array.from({ length: fill }, () => ({ ...RATE, above: 1_000_000 }))];
  await database.db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions, counted_since)
     values ($1, $2, 'rule', $3, now() - interval '1 day')`,
    [project.organizationId, project.id, JSON.stringify(conditions)],
  );
}

async function storeBurst(projectId: string): Promise<void> {
  const { pool } = database.db;
  const id = randomUUID();
  await pool.query(
    `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id)
     values ($1, $2, 'Error', 'x', 'error', 50, 1, now(), now(), $2)`,
    [projectId, id],
  );
  await pool.query(`insert into issue_hashes (project_id, hash, issue_id) values ($1, $2, $3)`, [projectId, id, id]);
  await pool.query(`insert into issue_minutes values ($1, $2, '', date_trunc('minute', now()), 50)`, [projectId, id]);
}

/** Evaluates every part: the organizations alternate. */
async function evaluateAll(evaluate: () => Promise<void>): Promise<void> {
  for (let turn = 0; turn < 2 * PROJECTS; turn += 1) await evaluate();
}

async function firings(): Promise<readonly string[]> {
  return (
    await database.db.pool.query<{ project_id: string }>('select project_id from alert_firings order by project_id')
  ).rows.map(({ project_id: projectId }) => projectId);
}

function idsOf(some: readonly (typeof projects)[number][]): readonly string[] {
  return some.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
}
