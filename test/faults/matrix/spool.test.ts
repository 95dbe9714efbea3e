import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { gatewayNames } from '../../e2e/support/processes.js';
import { letPass } from '../../e2e/support/waitFor.js';
import { addBallast, dropBallast } from '../support/ballast.js';
import { summaryOf } from '../support/load.js';
import { faultsSeed, seededRandom } from '../support/random.js';
import { underLoad, untilAcknowledged, untilSpoolEmpty, useRig } from '../support/rig.js';

/** Rows 6 to 8 and 11 of the fault matrix for gateways with spools: Redis is unavailable, and clients do not notice. */

const random = seededRandom(faultsSeed);

const rig = useRig({ redisSettings: { 'enable-debug-command': 'local' } });
beforeAll(async () => {
  for (const name of gatewayNames) await rig.restart(name, spoolOf(name));
}, 180_000);

/** Stops and restarts Redis while batches are acknowledged. */
const outages: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  stopped: async () => {
    await rig.processes.redis.stop();
    return () => rig.processes.redis.start();
  },
  killed: async () => {
    process.kill(await rig.redisPid(), 'SIGKILL');
    await rig.processes.redis.stop();
    return () => rig.processes.redis.start();
  },
  frozen: async () => {
    const pid = await rig.redisPid();
    process.kill(pid, 'SIGSTOP');
    return () => {
      process.kill(pid, 'SIGCONT');
      return Promise.resolve();
    };
  },
  loading: async () => {
    await addBallast(rig);
    process.kill(await rig.redisPid(), 'SIGKILL');
    await rig.processes.redis.stop();
    const loaded = rig.processes.redis.start();
    return async () => {
      await loaded;
      expect(await rig.withRedis((client) => client.info('errorstats'))).toMatch(/errorstat_LOADING/);
      await dropBallast(rig);
    };
  },
  full: async () => {
    await rig.withRedis((client) => client.config('SET', 'maxmemory', '1'));
    return async () => {
      await rig.withRedis((client) => client.config('SET', 'maxmemory', '0'));
    };
  },
};

describe(`gateways with spools (seed ${faultsSeed})`, () => {
  test.each(Object.entries(outages))(
    'Redis %s: everything is acknowledged, and stored once',
    async (_name, begin) => {
      const batches = await underLoad(
        rig,
        async (load) => {
          const end = await begin();
          try {
            await untilAcknowledged(load, 50);
            await letPass(random() * 1_000);
          } finally {
            await end();
          }
          await untilAcknowledged(load, 50);
          await untilEmpty();
        },
        // Spans and replays are held off while Redis is nearly full, with or without a spool.
        { load: { senders: 4, types: ['exception', 'log', 'hit'] }, timeoutMs: 60_000 },
      );
      expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    },
    120_000,
  );

  test('lose nothing if Redis stops and each is killed meanwhile and during the replay', async () => {
    await underLoad(
      rig,
      async (load) => {
        for (const name of gatewayNames) {
          await untilAcknowledged(load, 20);
          await rig.processes.redis.stop();
          await letPass(500 + random() * 500);
          await rig.service(name).end('SIGKILL');
          await rig.processes.redis.start();
          await rig.service(name).start(spoolOf(name));
          await letPass(random() * 300);
          await rig.service(name).end('SIGKILL');
          await rig.service(name).start(spoolOf(name));
        }
        await untilAcknowledged(load, 20);
        await untilEmpty();
      },
      { load: { senders: 4 }, timeoutMs: 60_000 },
    );
  }, 120_000);
});

async function untilEmpty(): Promise<void> {
  for (const name of gatewayNames) await untilSpoolEmpty(rig, name);
}

function spoolOf(name: string): Readonly<Record<string, string>> {
  return {
    SPOOL_DIR: join(rig.system.dataDir, `spool-${name}`),
  };
}
