import { describe, expect, test } from '@jest/globals';
import { waitFor } from '@sluice/testkit';
import { createBacklogFlag } from './backlogFlag.js';
import { memoryPressure } from './memoryPressure.js';
import { useRedis } from './testing/useRedis.js';

const redis = useRedis();

describe('the backlog flag', () => {
  test('is cleared, and its monitor dead, before the first write', async () => {
    const flag = createBacklogFlag(redis.client());
    expect(await flag.read()).toEqual({ monitorAlive: false, holdOffSeconds: undefined });
  });

  test('is set with an estimate, set again, and cleared', async () => {
    const flag = createBacklogFlag(redis.client());
    await flag.heartbeat(60_000);
    await flag.raise({ holdOffSeconds: 30 }, 60_000);
    await flag.raise({ holdOffSeconds: 12 }, 60_000);
    expect(await flag.read()).toEqual({ monitorAlive: true, holdOffSeconds: 12 });
    await flag.lower();
    expect(await flag.read()).toEqual({ monitorAlive: true, holdOffSeconds: undefined });
  });

  test('expires, and the monitor counts as dead, without further writes', async () => {
    const flag = createBacklogFlag(redis.client());
    await flag.heartbeat(50);
    await flag.raise({ holdOffSeconds: 30 }, 50);
    await waitFor(async () => (await flag.read()).holdOffSeconds === undefined);
    await waitFor(async () => !(await flag.read()).monitorAlive);
  });

  test.each([0, 1.5, -1])('%d is no hold-off', async (holdOffSeconds) => {
    await expect(createBacklogFlag(redis.client()).raise({ holdOffSeconds }, 1_000)).rejects.toThrow('whole number');
  });
});

describe('memory pressure', () => {
  test('is the memory that Redis uses, and its limit', async () => {
    await redis.client().config('SET', 'maxmemory', '123456789');
    const { usedBytes, maxBytes } = await memoryPressure(redis.client());
    expect(usedBytes).toBeGreaterThan(100_000);
    expect(maxBytes).toBe(123_456_789);
  });

  test('is measured against the machine where Redis has no limit', async () => {
    await redis.client().config('SET', 'maxmemory', 0);
    expect((await memoryPressure(redis.client())).maxBytes).toBeGreaterThan(2 ** 28);
  });
});
