import { expect, test } from '@jest/globals';
import { playHistories } from '../testing/playHistories.js';
import { useRedis } from '../testing/useRedis.js';

/** Of the 2,000 in `allowance.model.slow.test.ts`. */
const HISTORIES = 200;

const redis = useRedis();

test(`${HISTORIES} random histories end on Redis as on the model`, async () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`allowance model: FC_SEED=${seed}\n`);
  const seen = new Set<string>();
  await playHistories(redis.client(), seen, { numRuns: HISTORIES, seed });
  expect(seen).toContain('decided');
  // The number of histories bounds the time, not the machine: this limit ends a test that hangs.
}, 600_000);
