import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startTestRedisSentinels, type TestRedisSentinels } from '@sluice/testkit/startTestRedisSentinels';
import { waitFor } from '../../e2e/support/waitFor.js';
import { summaryOf } from '../support/load.js';
import { leftoversIn } from '../support/observe.js';
import { restartEach, startRig, underLoad, untilAcknowledged, type Rig } from '../support/rig.js';

/** Rows 47 to 49 of the fault matrix: every service finds its Redis through three sentinels. */

let rig: Rig;
let redis: TestRedisSentinels;
beforeAll(async () => {
  rig = await startRig({
    envOf: async () => {
      redis = await startTestRedisSentinels();
      const env = { REDIS_URL: redis.url };
      return () => env;
    },
  });
}, 180_000);
afterAll(async () => {
  await rig.stop();
  await redis.stop();
}, 60_000);

const calmly = { timeoutMs: 60_000, load: { pauseMs: 50 } };

test('every process restarts under load, and every event is stored once', async () => {
  await underLoad(rig, (load) => restartEach(rig, load), calmly);
}, 240_000);

test('every sentinel restarts under load: no batch is refused', async () => {
  const batches = await underLoad(
    rig,
    async (load) => {
      for (const sentinel of redis.sentinels) {
        await sentinel.restart();
        await redis.whole();
        await untilAcknowledged(load, 20);
      }
    },
    calmly,
  );
  expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
}, 240_000);

test('both servers hand over and restart under load: nothing acknowledged is lost or stored twice', async () => {
  await underLoad(
    rig,
    async (load) => {
      for (let round = 0; round < redis.servers.length; round += 1) {
        const master = await redis.master();
        await redis.handOver();
        await master.restart();
        await redis.whole();
        expect((await redis.master()).port).not.toBe(master.port);
        await untilAcknowledged(load, 20, 60_000);
      }
    },
    calmly,
  );
  const left = async (): Promise<readonly string[]> => leftoversIn((await redis.master()).url);
  await waitFor(async () => (await left()).length === 0, { what: 'empty queues', timeoutMs: 30_000 });
}, 240_000);
