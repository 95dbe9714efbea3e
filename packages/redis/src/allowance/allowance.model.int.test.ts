import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestRedis, waitFor, type TestRedis } from '@sluice/testkit';
import fc from 'fast-check';
import type { Redis } from 'ioredis';
import { closeRedis, connectPatientRedis } from '../connection/connectRedis.js';
import { isRedisUsable } from '../connection/watchHealth.js';
import { arbitraryHistory } from '../testing/arbitraryHistory.js';
import { replayHistory } from '../testing/replayHistory.js';

const HISTORIES = 2_500;

let server: TestRedis;
let client: Redis;

beforeAll(async () => {
  server = await startTestRedis({ conf: { appendonly: 'no' } });
  client = connectPatientRedis({ url: server.url, name: 'model test' });
  await waitFor(() => isRedisUsable(client));
});

afterAll(async () => {
  await closeRedis(client);
  await server.stop();
});

test(`${HISTORIES} random histories end on Redis as on the model`, async () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`allowance model: FC_SEED=${seed}\n`);
  let played = 0;
  const property = fc.asyncProperty(arbitraryHistory, async (history) => {
    played += 1;
    await replayHistory(client, history);
  });
  await fc.assert(property, { numRuns: HISTORIES, seed });
  expect(played).toBe(HISTORIES);
}, 60_000);
