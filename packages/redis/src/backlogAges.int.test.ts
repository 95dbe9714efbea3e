import { expect, test } from '@jest/globals';
import { waitFor } from '@sluice/testkit';
import { createBacklogAges } from './backlogAges.js';
import { keys } from './keys.js';
import { useRedis } from './testing/useRedis.js';

const redis = useRedis();

test('the ages of the backlog are read as they were written, until they expire', async () => {
  const ages = createBacklogAges(redis.client());
  expect(await ages.read()).toBeUndefined();
  const read = { atMs: 1_700_000_000_000, ages: { exception: 1_200, log: 0 } };
  await ages.write(read, 60_000);
  expect(await ages.read()).toEqual(read);
  await ages.write(read, 20);
  await waitFor(async () => (await ages.read()) === undefined);
});

test.each([
  '[1,2]',
  '7',
  '{"atMs":1}',
  '{"atMs":1,"ages":{"exception":1}}',
  '{"atMs":"1","ages":{"exception":1,"log":2}}',
])('ages of another version are none: %s', async (text) => {
  await redis.client().set(keys.backlogAges, text);
  expect(await createBacklogAges(redis.client()).read()).toBeUndefined();
});
