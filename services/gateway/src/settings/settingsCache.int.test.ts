import { afterEach, beforeEach, expect, test } from '@jest/globals';
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

let redis: TestRedis;
let settings: TestProjection;
let gateway: RunningGateway;
let database: StubDatabase;
/** Blocks lookups in PostgreSQL until it resolves. */
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

test('a new key is not cached as unknown during a flood of invented keys', async () => {
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

test('a new key is not cached as unknown while PostgreSQL is unavailable', async () => {
  const key = newKey();
  database.keys.set(key, newProject());
  database.isUnavailable = true;
  expect(await statusOf(key)).toBe(401);
  database.isUnavailable = false;
  expect(await statusOf(key)).toBe(202);
});
