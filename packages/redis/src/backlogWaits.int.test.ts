import { expect, test } from '@jest/globals';
import { waitFor } from '@sluice/testkit';
import { createBacklogWaits } from './backlogWaits.js';
import { keys } from './keys.js';
import { useRedis } from './testing/useRedis.js';

const redis = useRedis();

test('waits are read as they were written, until they expire', async () => {
  const waits = createBacklogWaits(redis.client());
  expect(await waits.read()).toBeUndefined();
  await waits.write({ exception: 1_200, log: 0 }, 60_000);
  expect(await waits.read()).toEqual({ exception: 1_200, log: 0 });
  await waits.write({ exception: 1_200, log: 0 }, 20);
  await waitFor(async () => (await waits.read()) === undefined);
});

test.each(['[1,2]', '7', 'null', '{}', '{"exception":1}', '{"exception":"1","log":2}'])(
  'what another version wrote is no wait: %s',
  async (text) => {
    await redis.client().set(keys.backlogWaits, text);
    expect(await createBacklogWaits(redis.client()).read()).toBeUndefined();
  },
);
