import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createOrganization, createProject } from '@sluice/db';
import { createMetrics, silentLogger } from '@sluice/runtime';
import { useDatabase } from '@sluice/testkit';
import { randomUUID } from 'node:crypto';
import { createAlertsMetrics } from '../alertsMetrics.js';
import { createEvaluator } from './createEvaluator.js';

const MINUTE = 60_000;
let projectId: string;
const database = useDatabase({ poolSize: 4 });
beforeAll(async () => {
  const { id: organizationId } = await createOrganization(database.db, 'acme');
  projectId = (await createProject(database.db, { organization: 'acme', project: 'web' })).project.id;
  await database.db.pool.query('truncate alert_rules');
  await database.db.pool.query(
    `insert into alert_rules (organization_id, project_id, name, conditions, counted_since)
     values ($1, $2, 'rate', '[{"kind":"issue_rate","measure":"events","above":3,"windowMinutes":5}]', now() - interval '1 day')`,
    [organizationId, projectId],
  );
});
beforeEach(() => database.db.pool.query('truncate alert_firings, issue_minutes, issue_hashes, issues cascade'));

test('what fires ends although the last rule was deleted', async () => {
  const { db } = database;
  await db.pool.query('create table kept as table alert_rules');
  await db.pool.query('delete from alert_rules');
  await db.pool.query(
    `insert into alert_subjects (project_id, rule_id, subject, state, is_notified) values ($1, 3, 'series:3:0', 'firing', true)`,
    [projectId],
  );
  await db.pool.query(
    `insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject)
     values ($1, gen_random_uuid(), 1, 3, 'log_rate', 'series:3:0')`,
    [projectId],
  );
  await newEvaluator().evaluate();
  await db.pool.query('insert into alert_rules overriding system value table kept');
  const { rows } = await db.pool.query(
    `select details ->> 'ended' as ended from alert_firings where state = 'recovered'`,
  );
  expect(rows).toEqual([{ ended: 'deleted' }]);
});

describe('rates of issues', () => {
  test.each([
    ['was stored between two passes', undefined],
    ['is still being stored', 30 * MINUTE],
  ])('a burst of a backlog that %s is reported once', async (_, oldestAgeMs) => {
    const { queue, evaluate } = newEvaluator();
    queue.oldestAgeMs = 30 * MINUTE;
    await evaluate();
    await storeBurst(20);
    if (oldestAgeMs === undefined) delete queue.oldestAgeMs;
    await evaluate();
    await evaluate();
    expect(await firings()).toBe(1);
  });

  test('a burst of the last hour, while no process evaluated, is reported once', async () => {
    await storeBurst(20);
    await newEvaluator().evaluate();
    await newEvaluator().evaluate();
    expect(await firings()).toBe(1);
  });

  test('a burst of the last hour that the rule did not see is not reported', async () => {
    await database.db.pool.query(`update alert_rules set counted_since = now() - interval '18 minutes'`);
    await storeBurst(20);
    await newEvaluator().evaluate();
    await database.db.pool.query(`update alert_rules set counted_since = now() - interval '1 day'`);
    expect(await firings()).toBe(0);
  });

  test('a pass that fails is made up for by the next one', async () => {
    const { queue, evaluate } = newEvaluator();
    queue.oldestAgeMs = 30 * MINUTE;
    await evaluate();
    await storeBurst(20);
    delete queue.oldestAgeMs;
    await database.db.pool.query('alter table alert_firings add constraint broken check (false)');
    await expect(evaluate()).rejects.toThrow('broken');
    await database.db.pool.query('alter table alert_firings drop constraint broken');
    await evaluate();
    expect(await firings()).toBe(1);
  });
});

/** An evaluator of a new process, and the age of the oldest exception that is not stored. */
function newEvaluator() {
  const queue: { oldestAgeMs?: number } = {};
  const depth = { read: () => Promise.resolve(queue) };
  const metrics = createAlertsMetrics(createMetrics(), Date.now);
  return {
    queue,
    evaluate: createEvaluator({ db: database.db, depth, metrics, logger: silentLogger }, { budgetMs: 60_000 }),
  };
}

/** Stores exceptions of an issue that arrived so many minutes ago. */
async function storeBurst(minutesAgo: number): Promise<void> {
  const id = randomUUID();
  await database.db.pool.query(
    `insert into issues (project_id, id, title, culprit, level, count, users, first_seen, last_seen, last_event_id)
     values ($1, $2, 'Error', 'x', 'error', 50, 1, now(), now(), $2)`,
    [projectId, id],
  );
  await database.db.pool.query(`insert into issue_hashes (project_id, hash, issue_id) values ($1, $2, $3)`, [
    projectId,
    id,
    id,
  ]);
  await database.db.pool.query(
    `insert into issue_minutes values ($1, $2, '', date_trunc('minute', now()) - make_interval(mins => $3), 50)`,
    [projectId, id, minutesAgo],
  );
}

async function firings(): Promise<number | null> {
  return (await database.db.pool.query('select from alert_firings')).rowCount;
}
