import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { inTransaction } from '@sluice/db';
import { firingCandidate } from '../../testing/firingCandidate.js';
import { claimDeliveries, type ClaimedDelivery } from './claimDeliveries.js';
import { composeDeliveries } from './composeDeliveries.js';
import { endDelivery, readDeliveryFirings, requestTest, resendDelivery, storeMessage } from './deliveries.js';
import { countPausedDestinations } from './destination.js';
import { recordFirings } from '../firings/recordFirings.js';
import { settleDelivery } from './settleDelivery.js';
import type { DeliveryOutcome } from '../../decide/deliveryOutcome.js';

const PROJECT = '1';
const KEY = { organizationId: '9', destinationId: '7' };
const { db } = useDatabase({ poolSize: 4 });
beforeAll(() => db.pool.query(`insert into organizations (id, slug) values (9, 'acme')`));
beforeEach(async () => {
  await db.pool.query('truncate alert_firings, alert_subjects, alert_notices, alert_deliveries, alert_attempts');
  await db.pool.query('truncate alert_destinations, alert_destination_hours');
  await db.pool.query(
    `insert into alert_destinations (organization_id, id, kind, name) values (9, 7, 'webhook', 'Hook')`,
  );
});

describe('by hand', () => {
  test('a test is attempted once, and pauses nothing', async () => {
    const id = await requestTest(db, { ...KEY, projectId: PROJECT });
    const delivery = await claimOne();
    expect(delivery).toMatchObject({ id, kind: 'test' });
    await settle(delivery, { result: 'dead', status: 404, problem: 'HTTP 404' });
    expect(await state()).toEqual({ state: 'failed', problem: 'HTTP 404' });
    expect(await countPausedDestinations(db)).toBe(0);
  });

  test('a message is sent again as a new delivery', async () => {
    const first = await claimNew();
    expect(await resend(first)).toBeUndefined();
    await storeMessage(db, first, { title: 'x' });
    await settle(first);
    const id = await resend(first);
    expect(await claimOne()).toMatchObject({ id, kind: 'resend', message: { title: 'x' } });
    expect(await resend({ projectId: '2', id: first.id })).toBeUndefined();
  });

  test('a delivery that failed before it was composed is sent again with its notices, once', async () => {
    const first = await claimNew();
    await endDelivery(db, first, 'its processes died');
    const id = await resend(first);
    const again = await claimOne();
    expect(again).toMatchObject({ id, kind: 'resend', message: null });
    expect(await readDeliveryFirings(db, again)).toHaveLength(1);
    expect(await resend(first)).toBeUndefined();
  });
});

/** Makes a delivery of one firing, without a message. */
async function claimNew(): Promise<ClaimedDelivery> {
  await inTransaction(db, (tx) => recordFirings(tx, PROJECT, [firingCandidate()]));
  await db.pool.query(`update alert_notices set due_at = now()`);
  await composeDeliveries(db, PROJECT);
  return claimOne();
}

async function claimOne(): Promise<ClaimedDelivery> {
  const [claimed] = await claimDeliveries(db, { limit: 10, leaseMs: 60_000 });
  if (claimed === undefined) throw new Error('nothing is due');
  return claimed;
}

function settle(delivery: ClaimedDelivery, more: Partial<DeliveryOutcome> = {}): Promise<boolean> {
  return settleDelivery(db, delivery, {
    outcome: { result: 'sent', status: 200, tookMs: 12.4, problem: null, response: 'ok', ...more },
    random: 0.5,
  });
}

async function state(): Promise<unknown> {
  return (await db.pool.query('select state, problem from alert_deliveries')).rows[0];
}

function resend(delivery: { readonly projectId: string; readonly id: string }): Promise<string | undefined> {
  return inTransaction(db, (tx) => resendDelivery(tx, delivery));
}
