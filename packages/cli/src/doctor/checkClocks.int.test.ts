import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeRedis, connectPatientRedis, type RedisClient } from '@sluice/redis';
import { createTestDatabase, startTestRedis, type TestDatabase, type TestRedis } from '@sluice/testkit';
import { checkClocks } from './checkClocks.js';

let database: TestDatabase;
let redis: TestRedis;
let client: RedisClient;
beforeAll(async () => {
  [database, redis] = await Promise.all([createTestDatabase({ migrated: false }), startTestRedis()]);
  client = connectPatientRedis({ url: redis.url, name: 'test' });
});
afterAll(async () => {
  await closeRedis(client);
  await Promise.all([database.drop(), redis.stop()]);
});

describe('the clocks', () => {
  test.each([
    [0, 'ok', 'agree'],
    [3_000, 'ok', 'agree'],
    [10_000, 'warn', 'ahead'],
    [-10_000, 'warn', 'behind'],
    [90_000, 'fail', 'ahead'],
    [-90_000, 'fail', 'behind'],
  ])('of a machine that is %d ms ahead have the status %s', async (ahead, status, word) => {
    const findings = await checkClocks(() => Date.now() + ahead, database.db, client);
    expect(findings.map(({ name }) => name)).toEqual(['clock and postgres', 'clock and redis']);
    for (const finding of findings) expect(finding).toMatchObject({ status, message: expect.stringContaining(word) });
  });
});
