import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { readSdkCounts } from '@sluice/accounting';
import { HOUR_MS } from '@sluice/contract';
import { createMetrics, poolDefaults, silentLogger } from '@sluice/runtime';
import { useDatabase, useRole, waitFor } from '@sluice/testkit';
import { openGatewayDatabase, type GatewayDatabasePool } from '../openGatewayDatabase.js';
import { createRefusals, type Refusals } from './createRefusals.js';

/** What gateways count of Sentry SDKs, in PostgreSQL, with the database role of the gateway. */

const NOW = Date.UTC(2026, 10, 20, 12, 30);
let pool: GatewayDatabasePool;
/** Refuses writes (`down`), or loses the answers to them (`lost`). */
let outage: 'down' | 'lost' | undefined;
let failures = 0;
const database = useDatabase();
const ofGateway = useRole(database, 'sluice_gateway', 1);
beforeEach(async () => {
  outage = undefined;
  await database.db.pool.query('truncate sdk_counts');
  pool = openGatewayDatabase(
    ofGateway.url,
    poolDefaults('gateway', { logger: silentLogger, metrics: createMetrics() }),
  );
});
afterEach(() => pool.close());

test('what Sentry SDKs send or drop adds up over gateways, and is right after an outage of PostgreSQL', async () => {
  const [first, second] = [newGateway(), newGateway()];
  await Promise.all([first.start(), second.start()]);
  report(first);
  await waitFor(async () => (await stored()).includes('item session  2'));
  outage = 'lost';
  report(first);
  report(second);
  await untilFailed(2);
  outage = 'down';
  report(first);
  await untilFailed(2);
  outage = undefined;
  await Promise.all([first.stop(), second.stop()]);
  expect(await stored()).toEqual(['discarded error before_send 12', 'item session  8']);
  expect((await database.db.pool.query('select from sdk_counts')).rowCount).toBe(4);
});

test('text that PostgreSQL refuses does not keep other counts from being stored', async () => {
  const gateway = newGateway();
  await gateway.start();
  gateway.countSdkItems('7', { untaken: new Map([['ses\0sion', 1]]), discarded: [] });
  const surrogates = ['\ud83d', '\udfff'].map((category) => ({ category, reason: category, quantity: 1 }));
  gateway.countSdkItems('7', { untaken: new Map(), discarded: surrogates });
  await gateway.stop();
  expect(await stored()).toEqual(['discarded \ufffd \ufffd 2', 'item session  1']);
});

function newGateway(): Refusals {
  const nothing = (): Promise<void> => Promise.resolve();
  return createRefusals({
    storeSamples: nothing,
    storeOrigins: nothing,
    storeKeys: nothing,
    storeSdkCounts: async (gateway, counts) => {
      if (counts.length === 0) return;
      if (outage !== 'down') await pool.storeSdkCounts(gateway, counts);
      if (outage === undefined) return;
      failures += 1;
      throw new Error('connection terminated');
    },
    clock: () => NOW,
    logger: silentLogger,
  });
}

const report = (gateway: Refusals): void =>
  gateway.countSdkItems('7', {
    untaken: new Map([['session', 2]]),
    discarded: [{ category: 'error', reason: 'before_send', quantity: 3 }],
  });

/** Resolves when so many more writes have failed. */
async function untilFailed(more: number): Promise<void> {
  const before = failures;
  await waitFor(() => failures >= before + more);
}

/** The totals of the hour. */
async function stored(): Promise<readonly string[]> {
  const { notTaken, droppedBySdks } = await readSdkCounts(database.db, '7', { fromMs: NOW - HOUR_MS, toMs: NOW });
  return [
    ...droppedBySdks.map(({ category, reason, count }) => `discarded ${category} ${reason} ${count}`),
    ...notTaken.map(({ name, count }) => `item ${name}  ${count}`),
  ];
}
