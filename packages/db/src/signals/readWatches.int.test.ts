import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { EndpointCondition, LogRateCondition, StoredCondition } from '@sluice/contract';
import { occurrence, eventId, useDatabase } from '@sluice/testkit';
import { inTransaction } from '../connection/inTransaction.js';
import { upsertIssues } from '@sluice/issues';
import { createOrganization } from '../tenancy/organizations.js';
import { createProject } from '../tenancy/projects.js';
import { seriesId } from './seriesId.js';
import { countSeriesMinutes } from './countSeriesMinutes.js';
import { readWatches } from './readWatches.js';

const BOUNDS = { direction: 'above', threshold: 5, windowMinutes: 5, forMinutes: 0 } as const;
const ENDPOINT: EndpointCondition = { kind: 'endpoint', measure: 'p95', name: 'GET /', ...BOUNDS };
const LOGS: LogRateCondition = { kind: 'log_rate', query: { levels: ['error'] }, ...BOUNDS };
const RATE = { kind: 'issue_rate', measure: 'events', above: 3, windowMinutes: 5 };
let organization: string;
let projects: readonly string[];
const database = useDatabase();
beforeAll(async () => {
  const { db } = database;
  organization = (await createOrganization(db, 'one')).id;
  const made = ['a', 'b'].map((project) => createProject(db, { organization: 'one', project }));
  projects = (await Promise.all(made)).map(({ project }) => project.id).sort();
  await createOrganization(db, 'two');
  await createProject(db, { organization: 'two', project: 'c' });
});
beforeEach(() => database.db.pool.query('truncate alert_rules, alert_minutes, issue_minutes'));

describe('what workers watch', () => {
  test('conditions of a project’s rule, by project and name', async () => {
    const [projectId = ''] = projects;
    const id = await addRule([{ kind: 'new_issue' }, ENDPOINT, LOGS, RATE], { projectId });
    const watches = await readWatches(database.db, ['issue_rate', 'endpoint', 'log_rate']);
    expect([...watches.issueRates]).toEqual([projectId]);
    expect(watches.endpoints.get(projectId)?.get('GET /')).toEqual([
      { series: seriesId(id, 1, ENDPOINT), condition: ENDPOINT },
    ]);
    expect(watches.logs.get(projectId)).toEqual([{ series: seriesId(id, 2, LOGS), query: LOGS.query }]);
  });

  test('a condition keeps its series if only other kinds are read', async () => {
    const [projectId = ''] = projects;
    const id = await addRule([RATE, ENDPOINT, LOGS], { projectId });
    const watches = await readWatches(database.db, ['log_rate']);
    expect([watches.issueRates.size, watches.endpoints.size]).toEqual([0, 0]);
    expect(watches.logs.get(projectId)).toEqual([{ series: seriesId(id, 2, LOGS), query: LOGS.query }]);
  });

  test('a rule of an organization watches all its projects, except those that it excludes', async () => {
    const [first = '', second = ''] = projects;
    await addRule([RATE]);
    await addRule([LOGS], { exceptProjects: [first] });
    const watches = await readWatches(database.db, ['issue_rate', 'log_rate']);
    expect([...watches.issueRates].sort()).toEqual(projects);
    expect([...watches.logs.keys()]).toEqual([second]);
  });

  test('a rule that is disabled, or of another kind, watches nothing', async () => {
    await addRule([RATE], { enabled: false });
    await addRule([{ kind: 'new_issue' }]);
    expect((await readWatches(database.db, ['issue_rate'])).issueRates.size).toBe(0);
  });
});

describe('counted minutes', () => {
  const MINUTE = Date.UTC(2026, 10, 20, 12, 30);

  test('a transaction appends one row for each series and minute', async () => {
    const event = (index: number, arrivalMs: number, isOver = false) => ({
      projectId: '1',
      series: 's',
      id: eventId(index, 'batch', arrivalMs),
      isOver,
    });
    const count = (...events: ReturnType<typeof event>[]): Promise<void> =>
      inTransaction(database.db, (tx) => countSeriesMinutes(tx, events));
    await count(event(2, MINUTE + 59_999), event(1, MINUTE, true), event(3, MINUTE + 60_000));
    await count(event(4, MINUTE + 1));
    const { rows } = await database.db.pool.query(
      `select minute, part, count::int, "over"::int from alert_minutes order by minute, part`,
    );
    expect(rows).toEqual([
      { minute: new Date(MINUTE), part: eventId(1, 'batch', MINUTE), count: 2, over: 1 },
      { minute: new Date(MINUTE), part: eventId(4, 'batch', MINUTE + 1), count: 1, over: 0 },
      { minute: new Date(MINUTE + 60_000), part: eventId(3, 'batch', MINUTE + 60_000), count: 1, over: 0 },
    ]);
  });

  test('exceptions of watched projects add up by fingerprint, environment and minute', async () => {
    const watched = (index: number, environment: string | null) =>
      occurrence(index, { environment, isWatched: true, hashes: ['aa', 'bb'] });
    await inTransaction(database.db, (tx) => upsertIssues(tx, [watched(1, 'live'), watched(2, 'live'), occurrence(3)]));
    await inTransaction(database.db, (tx) => upsertIssues(tx, [watched(4, 'live'), watched(5, null)]));
    const { rows } = await database.db.pool.query(
      `select hash, environment, minute, count::int from issue_minutes order by environment`,
    );
    expect(rows).toEqual([
      { hash: 'aa', environment: '', minute: new Date(MINUTE), count: 1 },
      { hash: 'aa', environment: 'live', minute: new Date(MINUTE), count: 3 },
    ]);
  });
});

interface NewRule {
  readonly projectId?: string | undefined;
  readonly enabled?: boolean;
  readonly exceptProjects?: readonly string[];
}

async function addRule(conditions: readonly StoredCondition[], rule: NewRule = {}): Promise<string> {
  const { rows } = await database.db.pool.query<{ id: string }>(
    `insert into alert_rules (organization_id, project_id, name, enabled, conditions, except_projects)
     values ($1, $2, 'rule', $3, $4, $5) returning id`,
    [organization, rule.projectId ?? null, rule.enabled ?? true, JSON.stringify(conditions), rule.exceptProjects ?? []],
  );
  return rows[0]?.id ?? '';
}
