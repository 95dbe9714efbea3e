import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import type { GatewayDatabase } from '../gatewayDeps.js';
import {
  newKey,
  newProject,
  send,
  startGateway,
  stubDatabase,
  testProjection,
  type RunningGateway,
  type StubDatabase,
  type TestProjection,
} from '../testing/gatewayHarness.js';

jest.setTimeout(30_000);

let redis: TestRedis;
let settings: TestProjection;
let gateway: RunningGateway;
let database: StubDatabase;
/** Until when a look-up in Postgres takes. */
let hold: Promise<void>;

beforeEach(async () => {
  redis = await startTestRedis();
  settings = testProjection(redis.url);
  database = stubDatabase();
  hold = Promise.resolve();
  const slow: GatewayDatabase = {
    ...database,
    findKey: async (key) => {
      const found = database.findKey(key);
      await hold;
      return found;
    },
  };
  gateway = await startGateway(redis.url, { database: slow, config: { unknownKeyMs: 600_000 } });
  await settings.projection.markComplete(600_000);
});
afterEach(async () => {
  await gateway.stop();
  await settings.close();
  await redis.stop();
});

const statusOf = async (key: string): Promise<number> => (await send(gateway.url, key, { events: [] })).status;

test('a key made a moment ago is not remembered as unknown because of a flood of invented ones', async () => {
  const key = newKey();
  database.keys.set(key, newProject());
  let release = (): void => undefined;
  hold = new Promise((resolve) => (release = resolve));
  const flood = Array.from({ length: 8 }, () => statusOf(newKey()));
  await waitFor(() => database.keyCalls === 8);
  expect(await statusOf(key)).toBe(401);
  release();
  expect(new Set(await Promise.all(flood))).toEqual(new Set([401]));
  expect(await statusOf(key)).toBe(202);
});

test('a key made a moment ago is not remembered as unknown because Postgres was away', async () => {
  const key = newKey();
  database.keys.set(key, newProject());
  database.isAway = true;
  expect(await statusOf(key)).toBe(401);
  database.isAway = false;
  expect(await statusOf(key)).toBe(202);
});
