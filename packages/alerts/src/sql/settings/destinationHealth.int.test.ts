import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { readAlertHealth } from './readAlertHealth.js';
import { readLastProblems } from './readLastProblems.js';

const database = useDatabase({ poolSize: 2 });
beforeAll(async () => {
  await query(`insert into organizations (id, slug) values (9, 'acme')`);
  await query(`insert into projects (id, organization_id, slug) values (1, 9, 'shop')`);
});
beforeEach(async () => {
  await query('truncate alert_destinations, alert_deliveries, alert_attempts');
  await query(`insert into alert_destinations (organization_id, id, kind, name) values (9, 7, 'teams', 'Team')`);
});

const query = (text: string): Promise<unknown> => database.db.pool.query(text);
const TROUBLED = [[['7', 'HTTP 400']], [['7', 400]]];

test('a destination that refuses each message permanently is failing, until it takes one', async () => {
  await deliver('failed');
  await deliver('failed');
  expect(await seen()).toEqual(TROUBLED);
  await query('update alert_destinations set last_sent_at = now()');
  expect(await seen()).toEqual([[], []]);
  await deliver('failed');
  expect(await seen()).toEqual(TROUBLED);
});

test('a destination whose message waits for another attempt is failing', async () => {
  await deliver('waiting', { result: 'retry' });
  expect(await seen()).toEqual(TROUBLED);
});

test('what was refused more than a week ago says nothing, nor does a message that was sent', async () => {
  await deliver('failed', { daysAgo: 8 });
  await deliver('sent', { result: 'sent' });
  expect(await seen()).toEqual([[], []]);
});

/** Stores a delivery whose one attempt had a result, so many days ago. */
async function deliver(state: string, { result = 'dead', daysAgo = 0 } = {}): Promise<void> {
  const at = `now() - interval '${daysAgo} days'`;
  await query(
    `with d as (insert into alert_deliveries (project_id, id, organization_id, destination_id, state, attempts, problem, created_at)
       values (1, gen_random_uuid(), 9, 7, '${state}', 1, 'HTTP 400', ${at}) returning project_id, id)
     insert into alert_attempts (project_id, delivery_id, attempt, at, took_ms, status, result, problem)
     select project_id, id, 1, ${at}, 5, 400, '${result}', 'HTTP 400' from d`,
  );
}

async function seen(): Promise<unknown> {
  const { failing } = await readAlertHealth(database.db);
  const problems = await readLastProblems(database.db, '9');
  return [failing.map(({ id, problem }) => [id, problem]), [...problems].map(([id, { status }]) => [id, status])];
}
