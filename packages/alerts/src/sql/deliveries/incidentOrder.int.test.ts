import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { openTransaction, useDatabase } from '@sluice/testkit';
import { createOrganization, inTransaction } from '@sluice/db';
import { composeDeliveries } from './composeDeliveries.js';
import { claimDeliveries, type ClaimedDelivery } from './claimDeliveries.js';
import { readDeliveryFirings } from './deliveries.js';
import type { FiringCandidate } from '../../decide/firing.js';
import { findInFlight, readSuperseded } from './incidentOrder.js';
import { recordFirings } from '../firings/recordFirings.js';
import { settleDelivery } from './settleDelivery.js';

const PROJECT = '1';
const SUBJECT = 'series:3:0';
let organizationId: string;
let destinationId: string;

const { db } = useDatabase({ poolSize: 4 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
});
beforeEach(async () => {
  await db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts');
  await addDestination('opsgenie');
});

let occurrence = 0;

const claim = (): Promise<readonly ClaimedDelivery[]> => claimDeliveries(db, { limit: 10, leaseMs: 60_000 });

test('a recovery waits for the answer to its firing, and supersedes its repeats', async () => {
  expect(await report('firing')).toBe(1);
  const firing = await claimOne();
  expect(await supersededOf(firing)).toEqual([]);
  expect(await report('recovered')).toBe(0);
  await refuse(firing);
  expect(await compose()).toBe(1);
  await db.pool.query('update alert_deliveries set next_at = now()');
  const claimed = await claim();
  const superseded = await Promise.all(claimed.map(async (one) => [one.id === firing.id, await supersededOf(one)]));
  expect(new Map(superseded as [boolean, string[]][])).toEqual(
    new Map([
      [true, [SUBJECT]],
      [false, []],
    ]),
  );
});

test('a repeated recovery does not end the firing after it', async () => {
  await report('firing');
  await report('recovered');
  await report('firing');
  const claimed = await claim();
  const superseded = await Promise.all(claimed.map(supersededOf));
  expect(superseded.map(({ length }) => length).sort()).toEqual([0, 1, 1]);
});

test('an attempt cannot begin while a delivery is made', async () => {
  await report('firing');
  const making = await openTransaction(db, (tx) => findInFlight(tx, PROJECT, [destinationId]));
  expect(await claim()).toEqual([]);
  await making.commit();
  expect(await claim()).toHaveLength(1);
});

test('an attempt whose process died is waited for as long as its claim', async () => {
  await report('firing');
  await claimOne();
  await db.pool.query(`update alert_deliveries set claimed_until = now() - interval '1 second'`);
  expect(await report('recovered')).toBe(1);
});

test('a destination without incidents waits for nothing', async () => {
  await addDestination('webhook');
  await report('firing');
  await claimOne();
  expect(await report('recovered')).toBe(1);
});

async function addDestination(kind: string): Promise<void> {
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into alert_destinations (organization_id, kind, name) values ($1, $2, 'x') returning id`,
    [organizationId, kind],
  );
  destinationId = rows[0]?.id ?? '';
}

/** Records a change of the series, and makes a delivery of what is due. Returns the number of deliveries. */
async function report(state: 'firing' | 'recovered'): Promise<number> {
  occurrence += 1;
  const candidate: FiringCandidate = {
    projectId: PROJECT,
    organizationId,
    ruleId: '3',
    conditionIndex: 0,
    kind: 'endpoint',
    state,
    subject: SUBJECT,
    occurrence: String(occurrence),
    details: {},
    destinationIds: [destinationId],
    cooldownS: 0,
    digestS: 0,
    suppressedBy: null,
  };
  await inTransaction(db, (tx) => recordFirings(tx, PROJECT, [candidate]));
  return compose();
}

async function compose(): Promise<number> {
  await db.pool.query('update alert_notices set due_at = now() where delivery_id is null');
  return composeDeliveries(db, PROJECT);
}

async function claimOne(): Promise<ClaimedDelivery> {
  const [delivery, ...others] = await claim();
  if (delivery === undefined || others.length > 0) throw new Error(`${others.length} others`);
  return delivery;
}

/** The subjects of which an attempt says nothing any more. */
async function supersededOf(delivery: ClaimedDelivery): Promise<readonly string[]> {
  const firings = await readDeliveryFirings(db, delivery);
  return readSuperseded(
    db,
    delivery,
    firings.map(({ ruleId, subject, at }) => ({ ruleId, subject, at: at.toISOString() })),
  );
}

function refuse(delivery: ClaimedDelivery): Promise<boolean> {
  return settleDelivery(db, delivery, {
    outcome: { result: 'retry', status: 503, tookMs: 1, problem: 'x', response: null },
    random: 0,
  });
}
