import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { OPERATOR } from '@sluice/contract';
import { openTransaction, untilWaiting, useDatabase } from '@sluice/testkit';
import { addMember, createOrganization, createProject, createUser, inTransaction } from '@sluice/db';
import { claimDeliveries, type ClaimedDelivery } from './claimDeliveries.js';
import { parkDelivery } from './deliveries.js';
import { pauseDestination, resumeDestination } from './destination.js';
import { deleteDestination } from '../settings/destinations.js';
import { settleDelivery } from './settleDelivery.js';

let organizationId: string;
let projectId: string;
let destinationId: string;

const { db } = useDatabase({ poolSize: 8 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
  projectId = (await createProject(db, { organization: 'acme', project: 'shop' })).project.id;
});
beforeEach(async () => {
  await db.pool.query('truncate alert_destinations, alert_deliveries, alert_attempts');
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name) values ($1, 'webhook', 'Hook') returning id`,
    [organizationId],
  );
  destinationId = rows[0]?.id ?? '';
});

const key = () => ({ organizationId, destinationId });
const pause = (): Promise<boolean | undefined> => inTransaction(db, (tx) => pauseDestination(tx, key(), 'gone'));
const resume = (): Promise<boolean> => inTransaction(db, (tx) => resumeDestination(tx, key()));

test('owners find one message in their inbox for each pause', async () => {
  const { id: userId } = await createUser(db, { email: 'ada@example.com', isVerified: true });
  await inTransaction(db, (tx) => addMember(tx, { organizationId, userId }, 'owner', OPERATOR));
  const settleDescribed = (delivery: ClaimedDelivery): Promise<boolean> =>
    settleDelivery(db, delivery, {
      outcome: { result: 'dead', status: 410, tookMs: 1, problem: 'HTTP 410', response: null },
      random: 0.5,
      describePause: ({ id, reason }) => ({ id, title: `paused: ${reason}` }),
    });
  const inbox = async (): Promise<readonly unknown[]> =>
    (
      await db.pool.query<object>(
        `select user_id, project_id, message ->> 'title' as title, message ->> 'id' = id::text as "isItsId" from alert_inbox`,
      )
    ).rows;
  const [first, second] = [await claimNew(), await claimNew()];
  expect([await settleDescribed(first), await settleDescribed(second)]).toEqual([true, true]);
  const message = { user_id: userId, project_id: `-${organizationId}`, title: 'paused: HTTP 410', isItsId: true };
  expect(await inbox()).toEqual([message]);
  await resume();
  await settleDescribed(await claimNew());
  expect(await inbox()).toEqual([message, message]);
});

// Invariant: `failures` is how many messages in a row ended without being sent.

const settleRefused = (delivery: ClaimedDelivery): Promise<boolean> =>
  settleDelivery(db, delivery, {
    outcome: { result: 'dead', scope: 'message', status: 400, tookMs: 1, problem: 'HTTP 400', response: null },
    random: 0.5,
  });
const refuse = async (messages: number): Promise<void> => {
  for (let n = 0; n < messages; n += 1) await settleRefused(await claimNew());
};
const destination = async (): Promise<unknown> =>
  (await db.pool.query<object>('select failures, paused_reason from alert_destinations')).rows[0];

test('a destination that refuses five messages in a row is paused, and the fifth waits', async () => {
  await refuse(4);
  expect([await destination(), await isPaused()]).toEqual([{ failures: 4, paused_reason: null }, false]);
  await refuse(1);
  expect(await destination()).toEqual({
    failures: 5,
    paused_reason: 'refused 5 messages in a row; the last one: HTTP 400',
  });
  expect(await deliveryStates()).toEqual(['failed', 'failed', 'failed', 'failed', 'paused']);
});

test('a message that is accepted, or a resume, begins the count anew', async () => {
  await refuse(4);
  await settleDelivery(db, await claimNew(), {
    outcome: { result: 'sent', status: 200, tookMs: 1, problem: null, response: null },
    random: 0.5,
  });
  await refuse(4);
  expect([await destination(), await isPaused()]).toEqual([{ failures: 4, paused_reason: null }, false]);
  await refuse(1);
  await resume();
  await settleRefused((await claimDeliveries(db, { limit: 1, leaseMs: 60_000 }))[0] as ClaimedDelivery);
  expect([await destination(), await isPaused()]).toEqual([{ failures: 1, paused_reason: null }, false]);
});

test('members are not paused by refusals', async () => {
  await db.pool.query(`update alert_destinations set kind = 'members'`);
  await refuse(6);
  expect([await destination(), await isPaused()]).toEqual([{ failures: 0, paused_reason: null }, false]);
});

// Invariant: a delivery that is committed as `paused` has a paused destination: see `pauseDestination`.

test('a resume wakes what waits in all projects and in the organization itself, at once', async () => {
  await settleDead(await claimNew());
  await settleDead(await claimNew(`-${organizationId}`));
  expect([await deliveryStates(), await isPaused()]).toEqual([['paused', 'paused'], true]);
  expect(await resume()).toBe(true);
  expect([await deliveryStates(), await isPaused()]).toEqual([['waiting', 'waiting'], false]);
  expect(await claimDeliveries(db, { limit: 10, leaseMs: 60_000 })).toHaveLength(2);
});

test('a message that is refused permanently while its destination is resumed pauses it again', async () => {
  const delivery = await claimNew();
  await pause();
  const resuming = await openTransaction(db, (tx) => resumeDestination(tx, key()));
  const settled = settleDead(delivery);
  await resuming.untilWaitedFor();
  await resuming.commit();
  expect(await settled).toBe(true);
  expect([await deliveryStates(), await isPaused()]).toEqual([['paused'], true]);
});

test('a message that is parked while its destination is resumed is due', async () => {
  await pause();
  const delivery = await claimNew();
  const resuming = await openTransaction(db, (tx) => resumeDestination(tx, key()));
  const parked = parkDelivery(db, delivery);
  await resuming.untilWaitedFor();
  await resuming.commit();
  await parked;
  expect([await deliveryStates(), await isPaused()]).toEqual([['waiting'], false]);
});

test('whatever comes first, no message stays behind in a destination that was resumed', async () => {
  for (let round = 0; round < 10; round += 1) {
    await pause();
    const deliveries = [await claimNew(), await claimNew()];
    const held = await openTransaction(db, ({ client }) =>
      client.query('select from alert_destinations where id = $1 for update', [destinationId]),
    );
    const works = [...deliveries.map((delivery) => () => settleDead(delivery)), resume];
    const all = Promise.all((round % 2 === 0 ? works : works.reverse()).map((work) => work()));
    await untilWaiting(db, works.length);
    await held.commit();
    await all;
    const states = await deliveryStates();
    expect(states.includes('paused') && !(await isPaused())).toBe(false);
    await db.pool.query('truncate alert_deliveries, alert_attempts');
    await resume();
  }
});

test('a resume that is rolled back leaves the destination and its messages paused', async () => {
  await settleDead(await claimNew());
  const killed = await openTransaction(db, (tx) => resumeDestination(tx, key()));
  await killed.rollBack();
  expect([await deliveryStates(), await isPaused()]).toEqual([['paused'], true]);
});

// Invariant: no delivery is committed as `paused` whose destination is deleted.

const remove = (): Promise<void> =>
  deleteDestination(db, { organizationId, id: destinationId }, { actor: OPERATOR, ifVersion: undefined });

const settleLater = (delivery: ClaimedDelivery): Promise<boolean> =>
  settleDelivery(db, delivery, {
    outcome: { result: 'retry', status: 503, tookMs: 1, problem: 'HTTP 503', response: null },
    random: 0.5,
  });

test('what waits or is paused ends with its destination, in projects and in the organization itself', async () => {
  await settleLater(await claimNew());
  await settleDead(await claimNew(`-${organizationId}`));
  await remove();
  const { rows } = await db.pool.query('select problem, finished_at from alert_deliveries');
  const ended = { problem: 'the destination was deleted', finished_at: expect.any(Date) };
  expect([await deliveryStates(), rows]).toEqual([
    ['failed', 'failed'],
    [ended, ended],
  ]);
});

test('a claimed message whose destination was deleted is neither paused nor parked', async () => {
  const [dead, parked] = [await claimNew(), await claimNew()];
  await pause();
  await remove();
  expect(await settleDead(dead)).toBe(true);
  await parkDelivery(db, parked);
  expect(await deliveryStates()).toEqual(['failed', 'waiting']);
});

test('whatever comes first, no message stays paused in a destination that is deleted', async () => {
  const deliveries = [await claimNew(), await claimNew()];
  const held = await openTransaction(db, ({ client }) =>
    client.query('select from alert_destinations where id = $1 for update', [destinationId]),
  );
  const [first, second] = deliveries as [ClaimedDelivery, ClaimedDelivery];
  const before = settleDead(first);
  await untilWaiting(db, 1);
  const removed = remove();
  await untilWaiting(db, 2);
  const after = settleDead(second);
  await untilWaiting(db, 3);
  await held.commit();
  await Promise.all([before, removed, after]);
  expect(await deliveryStates()).toEqual(['failed', 'failed']);
});

async function claimNew(project = projectId): Promise<ClaimedDelivery> {
  await db.pool.query(
    `insert into alert_deliveries (project_id, id, organization_id, destination_id, message) values ($1, $2, $3, $4, '{}')`,
    [project, randomUUID(), organizationId, destinationId],
  );
  const [claimed] = await claimDeliveries(db, { limit: 1, leaseMs: 60_000 });
  if (claimed === undefined) throw new Error('nothing was claimed');
  return claimed;
}

function settleDead(delivery: ClaimedDelivery): Promise<boolean> {
  return settleDelivery(db, delivery, {
    outcome: { result: 'dead', status: 410, tookMs: 1, problem: 'HTTP 410', response: null },
    random: 0.5,
  });
}

async function deliveryStates(): Promise<readonly string[]> {
  return (await db.pool.query<{ state: string }>('select state from alert_deliveries order by 1')).rows.map(
    ({ state }) => state,
  );
}

async function isPaused(): Promise<boolean> {
  return (await db.pool.query('select from alert_destinations where paused_at is not null')).rowCount === 1;
}
