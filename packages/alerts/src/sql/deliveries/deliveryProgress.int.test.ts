import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import { useDatabase } from '@sluice/testkit';
import { createOrganization, inTransaction } from '@sluice/db';
import { claimDeliveries, type ClaimedDelivery } from './claimDeliveries.js';
import { requestTest, resendDelivery, storeMessage } from './deliveries.js';
import { releaseDelivery, settlePart } from './deliveryProgress.js';

let organizationId: string;

const { db } = useDatabase({ poolSize: 4 });
beforeAll(async () => {
  ({ id: organizationId } = await createOrganization(db, 'acme'));
});
beforeEach(async () => {
  await db.pool.query('truncate alert_deliveries, alert_attempts');
  await requestTest(db, { organizationId, destinationId: '1', projectId: `-${organizationId}` });
});
/** Ends the lease of all claims. */
const expire = () => db.pool.query(`update alert_deliveries set claimed_until = now() - interval '1 s'`);

test('what is settled is there for the next attempt, and not for the same message that is sent again', async () => {
  const first = await claim();
  expect(first.progress).toEqual({});
  await storeMessage(db, first, { title: 'x' });
  expect(await settlePart(db, first, { key: 'ada@example.com', refusal: null })).toBe(true);
  expect(await settlePart(db, first, { key: 'gone@example.com', refusal: '550 no\0' })).toBe(true);
  await expire();
  const second = await claim();
  expect(second.progress).toEqual({ 'ada@example.com': null, 'gone@example.com': '550 no' });
  await db.pool.query(`update alert_deliveries set state = 'sent'`);
  await inTransaction(db, (tx) => resendDelivery(tx, second));
  expect((await claim()).progress).toEqual({});
});

test('an attempt whose lease has ended settles nothing', async () => {
  const first = await claim();
  await expire();
  const second = await claim();
  expect(await settlePart(db, first, { key: 'ada@example.com', refusal: null })).toBe(false);
  expect(await settlePart(db, second, { key: 'bob@example.com', refusal: null })).toBe(true);
  await expire();
  expect((await claim()).progress).toEqual({ 'bob@example.com': null });
});

test('each part begins the lease anew', async () => {
  const delivery = await claim();
  await db.pool.query(`update alert_deliveries set claimed_until = now() + interval '1 s'`);
  await settlePart(db, delivery, { key: 'ada@example.com', refusal: null });
  const { rows } = await db.pool.query(
    `select claimed_until > now() + interval '30 s' as "isRenewed" from alert_deliveries`,
  );
  expect(rows).toEqual([{ isRenewed: true }]);
});

test('a released delivery is due at once, with the same id; the log shows the attempt and the schedule does not', async () => {
  const first = await claim();
  await releaseDelivery(db, first, 12.4);
  const second = await claim();
  expect(second).toMatchObject({ id: first.id, attempt: 2, tries: 1 });
  const { rows } = await db.pool.query('select attempt, took_ms, status, result, problem from alert_attempts');
  expect(rows).toEqual([
    {
      attempt: 1,
      took_ms: 12,
      status: null,
      result: 'retry',
      problem: 'the process was stopped before the receiver answered',
    },
  ]);
});

test('a delivery that another process has claimed is not released', async () => {
  const first = await claim();
  await expire();
  const second = await claim();
  await releaseDelivery(db, first, 1);
  expect(await claimDeliveries(db, { limit: 10, leaseMs: 60_000 })).toEqual([]);
  expect(await settlePart(db, second, { key: 'a', refusal: null })).toBe(true);
  expect((await db.pool.query('select from alert_attempts')).rowCount).toBe(0);
});

async function claim(): Promise<ClaimedDelivery> {
  const [claimed] = await claimDeliveries(db, { limit: 10, leaseMs: 60_000 });
  if (claimed === undefined) throw new Error('nothing is due');
  return claimed;
}
