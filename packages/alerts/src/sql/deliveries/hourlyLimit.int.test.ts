import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openTransaction, useDatabase } from '@sluice/testkit';
import { inTransaction, type Tx } from '@sluice/db';
import { firingCandidate } from '../../testing/firingCandidate.js';
import { composeDeliveries, findDueProjects } from './composeDeliveries.js';
import type { FiringCandidate } from '../../decide/firing.js';
import { recordFirings } from '../firings/recordFirings.js';
import { chargeHours } from './chargeHours.js';

const PROJECTS = ['1', '2', '3'];
const { db } = useDatabase({ poolSize: 4 });
beforeAll(() => db.pool.query(`insert into organizations (id, slug) values (9, 'acme')`));
beforeEach(async () => {
  await db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_deliveries');
  await db.pool.query('truncate alert_destinations, alert_destination_hours');
});
const compose = (): Promise<number> => composeDeliveries(db, '1');
const one = async (text: string): Promise<unknown> => (await db.pool.query(text)).rows[0];

test('gives a destination its hourly limit, and the rest as one message of the next hour', async () => {
  await insertDestination(2);
  const made: number[] = [];
  for (const occurrence of ['a', 'b', 'c', 'd']) {
    await fire(occurrence);
    made.push(await compose());
  }
  expect(made).toEqual([1, 1, 0, 0]);
  expect(
    await one(`select count(*)::int as n, bool_and(due_at = hour_of(now()) + interval '1 hour') as next
      from alert_notices where delivery_id is null`),
  ).toEqual({ n: 2, next: true });
  await nextHour();
  await db.pool.query(`update alert_notices set due_at = now() where delivery_id is null`);
  expect(await compose()).toBe(1);
});

test('what overflows a limit is one message of each project, and the project that waits longest is the next one', async () => {
  await insertDestination(1);
  const sent: string[] = [];
  while (sent.length < PROJECTS.length) {
    const before = sent.length;
    // All fire again each hour: a project that was sent has waited for a shorter time than the others.
    for (const projectId of PROJECTS) await fire(`${before}`, projectId);
    for (const projectId of await findDueProjects(db, 10))
      if ((await composeDeliveries(db, projectId)) > 0) sent.push(projectId);
    expect(sent).toHaveLength(before + 1);
    await nextHour();
  }
  expect(sent).toEqual(PROJECTS);
});

test('the message that lifts spike protection does not wait for the next hour, in which there is nothing to lift', async () => {
  await insertDestination(1);
  await fire('a');
  expect(await compose()).toBe(1);
  await fire('b');
  expect(await compose()).toBe(0);
  await fire('12:00', '1', { kind: 'spike_cap', subject: 'drop:spike_cap:exception', state: 'notice' });
  expect(await compose()).toBe(1);
});

test('a message that is rolled back does not count in the limit', async () => {
  await insertDestination(1);
  await fire('a');
  await db.pool.query(`alter table alert_notices add constraint killed check (delivery_id is null)`);
  await expect(compose()).rejects.toThrow('killed');
  await db.pool.query('alter table alert_notices drop constraint killed');
  expect(await compose()).toBe(1);
});

test('of two that want more messages than are left, the second gets the rest', async () => {
  const demand = { organizationId: '9', destinationId: '7', messages: 3, limit: 4 };
  const spend = (tx: Tx) => chargeHours(tx, [demand]).then((granted) => granted.get('7'));
  let first: number | undefined;
  const held = await openTransaction(db, async (tx) => (first = await spend(tx)));
  const second = inTransaction(db, spend);
  await held.untilWaitedFor();
  await held.commit();
  expect([first, await second, await inTransaction(db, spend)]).toEqual([3, 1, undefined]);
  expect(await one('select sent from alert_destination_hours')).toEqual({ sent: 4 });
});

test('what a refused demand read as left is taken by nobody else', async () => {
  const demand = (messages: number) => [{ organizationId: '9', destinationId: '7', messages, limit: 4 }];
  await inTransaction(db, (tx) => chargeHours(tx, demand(2)));
  // Refused as a whole, and granted what is left.
  const held = await openTransaction(db, (tx) => chargeHours(tx, demand(3)));
  const second = inTransaction(db, (tx) => chargeHours(tx, demand(1)));
  await held.untilWaitedFor();
  await held.commit();
  expect((await second).get('7')).toBeUndefined();
  expect(await one('select sent from alert_destination_hours')).toEqual({ sent: 4 });
});

/** Records a firing, and makes everything due that waits. */
async function fire(occurrence: string, projectId = '1', more: Partial<FiringCandidate> = {}): Promise<void> {
  await inTransaction(db, (tx) => recordFirings(tx, projectId, [firingCandidate({ projectId, occurrence, ...more })]));
  await db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
}

function insertDestination(hourlyLimit: number): Promise<unknown> {
  return db.pool.query(
    `insert into alert_destinations (organization_id, id, kind, name, hourly_limit) values (9, 7, 'webhook', 'Hook', $1)`,
    [hourlyLimit],
  );
}

function nextHour(): Promise<unknown> {
  return db.pool.query(`update alert_destination_hours set hour = hour - interval '1 hour'`);
}
