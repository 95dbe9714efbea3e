import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { openTransaction, useDatabase } from '@sluice/testkit';
import { createOrganization, createProject, inTransaction } from '@sluice/db';
import { composeDeliveries, findDueProjects } from './composeDeliveries.js';
import { claimDeliveries, type ClaimedDelivery } from './claimDeliveries.js';
import {
  endDelivery,
  parkDelivery,
  readDeliveryAge,
  readDeliveryFirings,
  requestTest,
  resendDelivery,
  storeMessage,
} from './deliveries.js';
import { countPausedDestinations, pauseDestination, resumeDestination } from './destination.js';
import { settlePart } from './deliveryProgress.js';
import { firingId, type FiringCandidate } from '../../decide/firing.js';
import { recordFirings } from '../firings/recordFirings.js';
import { settleDelivery } from './settleDelivery.js';
import { chargeHours } from './chargeHours.js';
import type { DeliveryOutcome } from '../../decide/deliveryOutcome.js';

const PROJECT = '1';
const LEASE = { limit: 10, leaseMs: 60_000 };
let organizationId: string;
let destinationId: string;

const { db } = useDatabase({ poolSize: 6 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
  expect(await createProject(db, { organization: 'acme', project: 'shop' })).toMatchObject({
    project: { id: PROJECT },
  });
});
beforeEach(async () => {
  await db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts');
  await db.pool.query('truncate alert_destinations, alert_destination_hours');
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name) values ($1, 'webhook', 'Hook') returning id`,
    [organizationId],
  );
  destinationId = rows[0]?.id ?? '';
});

const compose = (): Promise<number> => composeDeliveries(db, PROJECT);
const key = () => ({ organizationId, destinationId });
const pause = (): Promise<boolean | undefined> => inTransaction(db, (tx) => pauseDestination(tx, key(), 'gone'));
const resume = (): Promise<boolean> => inTransaction(db, (tx) => resumeDestination(tx, key()));

describe('composing', () => {
  test('makes one message of a burst', async () => {
    const burst = Array.from({ length: 50 }, (_, index) => candidate(`e${index}`));
    await fire(...burst);
    expect(await findDueProjects(db, 10)).toEqual([PROJECT]);
    expect([await compose(), await compose()]).toEqual([1, 0]);
    const delivery = await claimOne();
    const reported = await readDeliveryFirings(db, delivery);
    expect(reported.map(({ id }) => id).sort()).toEqual(burst.map(firingId).sort());
    expect(await findDueProjects(db, 10)).toEqual([]);
  });

  test('leaves notices whose digest is not over', async () => {
    await inTransaction(db, (tx) => recordFirings(tx, PROJECT, [candidate('a', { digestS: 600 }), candidate('b')]));
    expect(await compose()).toBe(0);
    await db.pool.query(`update alert_notices set due_at = now() where firing_id = $1`, [firingId(candidate('b'))]);
    expect(await compose()).toBe(1);
    expect(await one('select count(*)::int as n from alert_notices where delivery_id is null')).toEqual({ n: 1 });
  });

  test('two processes at the same time put no notice into two messages', async () => {
    await fire(candidate('a'), candidate('b'));
    const results = await Promise.all([compose(), compose(), compose()]);
    expect(results.reduce((a, b) => a + b)).toBeGreaterThanOrEqual(1);
    const { rows } = await db.pool.query(
      `select count(*)::int as notices, count(distinct n.firing_id)::int as firings from alert_notices n
       join alert_deliveries d on d.project_id = n.project_id and d.id = n.delivery_id`,
    );
    expect(rows).toEqual([{ notices: 2, firings: 2 }]);
  });

  test('while a process composes for a project, another does not divide its burst', async () => {
    await fire(candidate('a'));
    const held = await openTransaction(db, (tx) => chargeHours(tx, [{ ...key(), messages: 1, limit: 30 }]));
    const first = compose();
    await held.untilWaitedFor();
    await inTransaction(db, (tx) => recordFirings(tx, PROJECT, [candidate('b')]));
    await db.pool.query(`update alert_notices set due_at = now() where firing_id = $1`, [firingId(candidate('b'))]);
    // It does not wait for the first.
    expect(await composeDeliveries({ ...db, bounds: { ...db.bounds, statementMs: 5_000 } }, PROJECT)).toBe(0);
    await held.rollBack();
    expect([await first, await compose()]).toEqual([1, 1]);
  });

  test('takes what becomes due within the linger along, but not without anything that is due', async () => {
    await inTransaction(db, (tx) => recordFirings(tx, PROJECT, [candidate('a'), candidate('b')]));
    expect(await compose()).toBe(0);
    await db.pool.query(`update alert_notices set due_at = now() where firing_id = $1`, [firingId(candidate('b'))]);
    expect(await compose()).toBe(1);
    expect(await one('select count(distinct delivery_id)::int as n from alert_notices')).toEqual({ n: 1 });
  });

  test('waits for the end of quiet hours', async () => {
    const hours = JSON.stringify({ timeZone: 'UTC', from: '00:00', to: '00:00' });
    await db.pool.query('update alert_destinations set quiet_hours = $1', [hours]);
    await fire(candidate('a'));
    expect(await compose()).toBe(0);
    expect(await one(`select due_at > now() as later from alert_notices`)).toEqual({ later: true });
  });

  test('waits while a destination is paused, and sends one message when it is resumed', async () => {
    await pause();
    expect(await countPausedDestinations(db)).toBe(1);
    await fire(candidate('a'), candidate('b'));
    expect(await compose()).toBe(0);
    expect([await resume(), await resume()]).toEqual([true, false]);
    expect([await compose(), await compose()]).toEqual([1, 0]);
  });

  test('sends nothing to a deleted destination', async () => {
    await fire(candidate('a'));
    await db.pool.query('update alert_destinations set deleted_at = now()');
    expect([await compose(), await findDueProjects(db, 10)]).toEqual([0, []]);
  });
});

describe('delivering', () => {
  beforeEach(async () => {
    await fire(candidate('a'));
    await compose();
  });

  test('an attempt is claimed by one process', async () => {
    const all = await Promise.all([1, 2, 3].map(() => claimDeliveries(db, LEASE)));
    expect(all.flat()).toMatchObject([{ attempt: 1, destinationId, message: null }]);
  });

  test('what a dead process claimed is claimed again, and the old claim no longer counts', async () => {
    const dead = await claimOne();
    expect(await claimDeliveries(db, LEASE)).toEqual([]);
    await db.pool.query(`update alert_deliveries set claimed_until = now() - interval '1 second'`);
    const again = await claimOne();
    expect(again).toMatchObject({ id: dead.id, attempt: 2 });
    expect([await storeMessage(db, dead, { by: 'dead' }), await settle(dead)]).toEqual([undefined, false]);
    expect(await storeMessage(db, again, { by: 'again' })).toEqual({ by: 'again' });
    expect(await settle(again)).toBe(true);
    expect(await one('select state, message, attempts from alert_deliveries')).toEqual({
      state: 'sent',
      message: { by: 'again' },
      attempts: 2,
    });
    expect(await one('select array_agg(attempt) as attempts from alert_attempts')).toEqual({ attempts: [2] });
  });

  test('what was never attempted while a destination was paused is one message when it is resumed', async () => {
    await db.pool.query('update alert_destinations set hourly_limit = 5');
    for (const occurrence of ['b', 'c', 'd']) {
      await fire(candidate(occurrence));
      await compose();
    }
    await pause();
    for (const delivery of await claimDeliveries(db, LEASE)) await parkDelivery(db, delivery);
    await resume();
    expect(await claimDeliveries(db, LEASE)).toEqual([]);
    expect(await compose()).toBe(1);
    expect(await readDeliveryFirings(db, await claimOne())).toHaveLength(4);
  });

  test('what may have arrived keeps its id and message when it is resumed, and the hourly limit counts it', async () => {
    await db.pool.query('update alert_destinations set hourly_limit = 5');
    await db.pool.query(
      `insert into alert_deliveries (project_id, id, organization_id, destination_id, state, message, attempts)
       select 1, gen_random_uuid(), $1, $2, 'paused', '{"title": "x"}', 11 from generate_series(1, 20)`,
      [organizationId, destinationId],
    );
    const ids = async () => one('select array_agg(id order by id) as ids from alert_deliveries where attempts = 11');
    const before = await ids();
    await db.pool.query(`update alert_deliveries set state = 'sent' where attempts = 0`);
    await pause();
    await db.pool.query('truncate alert_destination_hours');
    await resume();
    expect(await ids()).toEqual(before);
    expect((await db.pool.query('select sent from alert_destination_hours order by hour')).rows).toEqual(
      [5, 5, 5, 5].map((sent) => ({ sent })),
    );
    expect(await claimDeliveries(db, { ...LEASE, limit: 100 })).toHaveLength(5);
    await fire(candidate('b'));
    expect(await compose()).toBe(0);
  });

  test('attempts whose process died do not use up the schedule', async () => {
    for (let kill = 0; kill < 10; kill += 1) {
      await claimOne();
      await db.pool.query(`update alert_deliveries set claimed_until = now() - interval '1 s'`);
    }
    const delivery = await claimOne();
    expect(delivery).toMatchObject({ attempt: 11, tries: 1 });
    await settle(delivery, { result: 'retry', status: 503, problem: 'HTTP 503' });
    expect(await one('select state from alert_deliveries')).toEqual({ state: 'waiting' });
    await db.pool.query('update alert_deliveries set next_at = now()');
    expect(await claimOne()).toMatchObject({ attempt: 12, tries: 2 });
  });

  test('a retry that falls into quiet hours waits for their end', async () => {
    const delivery = await claimOne();
    const at = (ms: number): string => new Date(Date.now() + ms).toISOString().slice(11, 16);
    const hours = { timeZone: 'UTC', from: at(-3_600_000), to: at(7_200_000) };
    await db.pool.query('update alert_destinations set quiet_hours = $1', [hours]);
    await settle(delivery, { result: 'retry', status: 503, problem: 'HTTP 503' });
    expect(
      await one(`select to_char(next_at at time zone 'UTC', 'HH24:MI') as "nextAt" from alert_deliveries`),
    ).toEqual({ nextAt: hours.to });
  });

  test('mail that is not accepted for two days does not stop the inbox of members', async () => {
    await db.pool.query(`update alert_destinations set kind = 'members'`);
    await db.pool.query('update alert_deliveries set attempts = 10');
    await settle(await claimOne(), { result: 'retry', status: 452, problem: 'bob@example.com: 452 mailbox full' });
    expect(await one('select state, problem from alert_deliveries')).toEqual({
      state: 'failed',
      problem:
        'added to the inbox; the email failed: 11 attempts failed; the last one: bob@example.com: 452 mailbox full',
    });
    expect(await countPausedDestinations(db)).toBe(0);
    await fire(candidate('b'));
    expect(await compose()).toBe(1);
  });

  test('addresses that never take a mail do not keep it from one that did', async () => {
    await db.pool.query(`update alert_destinations set kind = 'email'`);
    await db.pool.query('update alert_deliveries set attempts = 10');
    const delivery = await claimOne();
    await settlePart(db, delivery, { key: 'ada@example.com', refusal: null });
    await settle(delivery, { result: 'retry', status: 452, problem: 'bob@example.com: 452 mailbox full' });
    expect(await one('select state, problem from alert_deliveries')).toEqual({
      state: 'sent',
      problem: '11 attempts failed; the last one: bob@example.com: 452 mailbox full',
    });
    expect(await countPausedDestinations(db)).toBe(0);
  });

  test('each attempt gets the message of the first', async () => {
    const first = await claimOne();
    await storeMessage(db, first, { title: 'New issue' });
    await settle(first, { result: 'retry', status: 503, problem: 'HTTP 503' });
    await db.pool.query('update alert_deliveries set next_at = now()');
    expect(await claimOne()).toMatchObject({ attempt: 2, message: { title: 'New issue' } });
  });

  test('a failure is repeated after a growing delay, or after what the receiver asks', async () => {
    const wait = async (more: Partial<DeliveryOutcome>): Promise<number | undefined> => {
      const delivery = await claimOne();
      await settle(delivery, { result: 'retry', problem: 'HTTP 503', ...more });
      const row = await one<{ s: number }>(
        'select round(extract(epoch from next_at - now()))::int as s from alert_deliveries',
      );
      await db.pool.query('update alert_deliveries set next_at = now()');
      return row?.s;
    };
    expect([await wait({}), await wait({}), await wait({ retryAfterMs: 7_200_000 })]).toEqual([5, 30, 7_200]);
  });

  test('a destination that refuses permanently is paused, with the reason, and its messages wait', async () => {
    await settle(await claimComposed(), { result: 'dead', status: 410, problem: 'HTTP 410: the receiver is gone' });
    expect(await one('select state, problem from alert_deliveries')).toEqual({
      state: 'paused',
      problem: 'HTTP 410: the receiver is gone',
    });
    expect(await one('select paused_reason, failures from alert_destinations')).toEqual({
      paused_reason: 'HTTP 410: the receiver is gone',
      failures: 1,
    });
    expect(await claimDeliveries(db, LEASE)).toEqual([]);
    await resume();
    await settle(await claimOne());
    expect(await one('select state from alert_deliveries')).toEqual({ state: 'sent' });
    expect(await one('select failures, last_sent_at is not null as sent from alert_destinations')).toEqual({
      failures: 0,
      sent: true,
    });
  });

  test('after the last attempt the destination is paused', async () => {
    await db.pool.query('update alert_deliveries set attempts = 10');
    await settle(await claimOne(), { result: 'retry', problem: 'connection refused' });
    expect(await one('select paused_reason from alert_destinations')).toEqual({
      paused_reason: '11 attempts failed; the last one: connection refused',
    });
  });

  test('a message that fails all attempts while others are accepted fails alone', async () => {
    const failing = await claimOne();
    await settle(failing, { result: 'retry', problem: 'HTTP 500' });
    await db.pool.query(`update alert_attempts set at = now() - interval '2 days'`);
    await fire(candidate('b'));
    await compose();
    await settle(await claimOne());
    await db.pool.query(`update alert_deliveries set attempts = 10, next_at = now() where state = 'waiting'`);
    await settle(await claimComposed(), { result: 'retry', problem: 'HTTP 500' });
    expect(await one(`select state, problem from alert_deliveries where id = '${failing.id}'`)).toEqual({
      state: 'failed',
      problem: '11 attempts failed; the last one: HTTP 500; the destination accepted other messages meanwhile',
    });
    expect(await countPausedDestinations(db)).toBe(0);
    expect(await inTransaction(db, (tx) => resendDelivery(tx, failing))).toBeDefined();
  });

  test('what a destination accepted before the first attempt does not keep it from being paused', async () => {
    await db.pool.query(`update alert_destinations set last_sent_at = now() - interval '3 days'`);
    await settle(await claimOne(), { result: 'retry', problem: 'HTTP 500' });
    await db.pool.query(`update alert_attempts set at = now() - interval '2 days'`);
    await db.pool.query('update alert_deliveries set attempts = 10, next_at = now()');
    await settle(await claimOne(), { result: 'retry', problem: 'HTTP 500' });
    expect(await countPausedDestinations(db)).toBe(1);
  });

  test('after a resume the schedule of retries begins anew', async () => {
    await db.pool.query('update alert_deliveries set attempts = 10');
    await settle(await claimComposed(), { result: 'retry', problem: 'connection refused' });
    await resume();
    const delivery = await claimOne();
    expect(delivery).toMatchObject({ attempt: 12, tries: 1 });
    await settle(delivery, { result: 'retry', problem: 'connection refused' });
    expect(await one('select state from alert_deliveries')).toEqual({ state: 'waiting' });
    expect(await countPausedDestinations(db)).toBe(0);
  });

  test('a message of a destination that was paused meanwhile waits, and its schedule does not count the claim', async () => {
    await pause();
    const parked = await claimComposed();
    await parkDelivery(db, parked);
    expect(await claimDeliveries(db, LEASE)).toEqual([]);
    await resume();
    expect(await claimOne()).toMatchObject({ attempt: 2, tries: 1 });
    expect(await settle(parked)).toBe(false);
  });

  test('text that PostgreSQL refuses is stored without what it refuses', async () => {
    const delivery = await claimOne();
    const message = { title: 'a\0b', lines: ['cut \ud83d'] };
    expect(await storeMessage(db, delivery, message)).toEqual({ title: 'ab', lines: ['cut \ufffd'] });
    expect(await settle(delivery, { result: 'retry', problem: 'no\0', response: '\0{}\ud83d' })).toBe(true);
    expect(await one('select problem, response from alert_attempts')).toEqual({ problem: 'no', response: '{}\ufffd' });
  });

  test('a message that its receiver refuses fails, and its destination goes on', async () => {
    await settle(await claimOne(), { result: 'dead', scope: 'message', status: 413, problem: 'HTTP 413' });
    expect(await one('select state, problem from alert_deliveries')).toEqual({ state: 'failed', problem: 'HTTP 413' });
    expect(await countPausedDestinations(db)).toBe(0);
  });

  test('a delivery of which nothing is left to send ends', async () => {
    const delivery = await claimOne();
    await endDelivery(db, { ...delivery, attempt: 9 }, 'stale');
    await endDelivery(db, delivery, 'the project was deleted');
    expect(await one('select state, problem from alert_deliveries')).toEqual({
      state: 'failed',
      problem: 'the project was deleted',
    });
  });

  test('a settlement that is rolled back leaves the claim', async () => {
    const delivery = await claimOne();
    const open = await openTransaction(db, ({ client }) =>
      client.query('update alert_deliveries set problem = $1 where project_id = 1', ['held']),
    );
    const settled = settle(delivery);
    await open.untilWaitedFor();
    await open.rollBack();
    expect(await settled).toBe(true);
  });
});

test('the age of the oldest due delivery is readable', async () => {
  expect(await readDeliveryAge(db)).toBe(0);
  await requestTest(db, { ...key(), projectId: PROJECT });
  await db.pool.query(`update alert_deliveries set next_at = now() - interval '90 seconds'`);
  // On a busy machine time passes before it is read.
  expect(await readDeliveryAge(db)).toBeGreaterThanOrEqual(90);
});

/** Records firings, and makes their notices due. */
async function fire(...candidates: readonly FiringCandidate[]): Promise<void> {
  await inTransaction(db, (tx) => recordFirings(tx, PROJECT, candidates));
  await db.pool.query(`update alert_notices set due_at = now() where delivery_id is null`);
}

async function claimOne(): Promise<ClaimedDelivery> {
  const [claimed, ...others] = await claimDeliveries(db, LEASE);
  if (claimed === undefined || others.length > 0) throw new Error(`claimed ${others.length + (claimed ? 1 : 0)}`);
  return claimed;
}

/** Claims it, and stores its message, which an attempt does before it sends. */
async function claimComposed(): Promise<ClaimedDelivery> {
  const delivery = await claimOne();
  await storeMessage(db, delivery, { title: 'x' });
  return delivery;
}

function candidate(occurrence: string, more: Partial<FiringCandidate> = {}): FiringCandidate {
  return {
    projectId: PROJECT,
    organizationId,
    ruleId: '3',
    conditionIndex: 0,
    kind: 'new_issue',
    state: 'firing',
    subject: `issue:${occurrence}`,
    occurrence,
    details: {},
    destinationIds: [destinationId],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
    ...more,
  };
}

function outcome(more: Partial<DeliveryOutcome> = {}): DeliveryOutcome {
  return {
    result: 'sent',
    status: 200,
    tookMs: 12.4,
    problem: null,
    response: 'ok',
    ...more,
  };
}

async function one<Row>(text: string): Promise<Row | undefined> {
  return (await db.pool.query(text)).rows[0] as Row | undefined;
}

function settle(delivery: ClaimedDelivery, more: Partial<DeliveryOutcome> = {}): Promise<boolean> {
  return settleDelivery(db, delivery, { outcome: outcome(more), random: 0.5 });
}
