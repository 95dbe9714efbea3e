import { describe, expect, test } from '@jest/globals';
import { useDatabase, useRedis, useRedisClient } from '@sluice/testkit';
import { checkClocks } from './checkClocks.js';

const database = useDatabase({ migrated: false });
const connection = useRedisClient(useRedis());

describe('the clocks', () => {
  test.each([
    [0, 'ok', 'agree'],
    [3_000, 'ok', 'agree'],
    [10_000, 'warn', 'ahead'],
    [-10_000, 'warn', 'behind'],
    [90_000, 'fail', 'ahead'],
    [-90_000, 'fail', 'behind'],
  ])('of a machine that is %d ms ahead have the status %s', async (ahead, status, word) => {
    const findings = await checkClocks(() => Date.now() + ahead, database.db, connection.client);
    expect(findings.map(({ name }) => name)).toEqual(['clock and postgres', 'clock and redis']);
    for (const finding of findings) expect(finding).toMatchObject({ status, message: expect.stringContaining(word) });
  });
});
