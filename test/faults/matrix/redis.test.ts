import { describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents } from '../../e2e/support/events.js';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { sendEvents } from '../../e2e/support/send.js';
import { waitForStored } from '../../e2e/support/stored.js';
import { createOrganization, createProject } from '../../e2e/support/tenant.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { appendOnlySize, rewindRedis } from '../support/appendOnlyFile.js';
import { addBallast, dropBallast } from '../support/ballast.js';
import { refusalsOf, summaryOf } from '../support/load.js';
import { underLoad, untilAcknowledged, useRig } from '../support/rig.js';

/** Rows 4, 5, 8, 9, 11 and 28 of the fault matrix: Redis frozen, killed, full, rewound, loading, emptied. */
const rig = useRig({ redisSettings: { 'enable-debug-command': 'local' } });

describe('a job that two workers process concurrently', () => {
  test('is stored once if a worker is paused for longer than its locks', async () => {
    const other = await rig.processes.add('logs-2');
    const batches = await underLoad(
      rig,
      async (load) => {
        rig.signal('logs', 'SIGSTOP');
        await other.start();
        try {
          await letPass(25_000);
        } finally {
          rig.signal('logs', 'SIGCONT');
        }
        await untilAcknowledged(load, 20);
      },
      { load: { types: ['log'], pauseMs: 20 }, timeoutMs: 60_000 },
    );
    await other.end();
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
  }, 150_000);
});

describe('a killed Redis', () => {
  test('loses nothing acknowledged (ten times under load)', async () => {
    await underLoad(rig, async (load) => {
      for (let time = 0; time < 10; time++) {
        await untilAcknowledged(load, 15);
        await killRedis();
        await rig.processes.redis.start();
      }
      await untilAcknowledged(load, 15);
    });
  }, 150_000);

  test('that loads a large file causes 503 or no response, then normal operation', async () => {
    await addBallast(rig);
    const batches = await underLoad(rig, async (load) => {
      await killRedis();
      await rig.processes.redis.start();
      await untilAcknowledged(load, 20);
      await dropBallast(rig);
    });
    for (const refusal of refusalsOf(batches)) expect(refusal).toMatch(/^503 /);
  }, 150_000);
});

describe('a nearly full Redis', () => {
  const usedBytes = (): Promise<number> =>
    rig.withRedis(async (client) => Number(/used_memory:(\d+)/.exec(await client.info('memory'))?.[1]));

  test('refuses before its memory limit, and is drained by workers', async () => {
    const project = await createProject(rig.system, rig.organization);
    for (const name of workerNames) await rig.service(name).end();
    const limit = (await usedBytes()) + 40_000_000;
    await rig.withRedis((client) => client.config('SET', 'maxmemory', String(limit)));
    const large = 'x'.repeat(20_000);
    let highest = 0;
    const batches = await underLoad(
      rig,
      async (load) => {
        await waitFor(
          async () => {
            highest = Math.max(highest, await usedBytes());
            return summaryOf(load.batches).refused > 50;
          },
          { what: 'refusals', timeoutMs: 60_000 },
        );
        for (const name of workerNames) await rig.service(name).start();
        await untilAcknowledged(load, 50, 60_000);
      },
      {
        project,
        timeoutMs: 60_000,
        load: { types: ['log', 'exception'], make: (type) => makeEvent(type, { payload: { message: large } }) },
      },
    );
    expect(refusalsOf(batches).some((refusal) => refusal.startsWith('503 '))).toBe(true);
    expect(highest).toBeLessThan(limit);
    // The memory limit itself was never reached: Redis rejected no command.
    const errors = await rig.withRedis((client) => client.info('errorstats'));
    expect(errors).not.toMatch(/errorstat_OOM/);
    await rig.withRedis((client) => client.config('SET', 'maxmemory', '0'));
  }, 200_000);
});

describe('a Redis that lost its last second', () => {
  test('stores no event twice, and loses only events acknowledged in that second', async () => {
    let cutFrom = 0;
    let cutTo = 0;
    const batches = await underLoad(
      rig,
      async (load) => {
        await untilAcknowledged(load, 50);
        cutFrom = Date.now();
        const size = appendOnlySize(rig);
        await letPass(1_000);
        cutTo = await rewindRedis(rig, size);
        await untilAcknowledged(load, 50);
      },
      {
        timeoutMs: 60_000,
        load: { pauseMs: 20 },
        mayBeLost: (batch) => batch.endedAt >= cutFrom && batch.startedAt <= cutTo,
      },
    );
    expect(batches.filter(({ endedAt }) => endedAt >= cutFrom && endedAt <= cutTo).length).toBeGreaterThan(10);
  }, 150_000);
});

describe('an emptied Redis', () => {
  test('has its quotas rebuilt from stored events: neither negative nor granted twice', async () => {
    const organization = await createOrganization(rig.system, { 'monthly.logs': 100 });
    const project = await createProject(rig.system, organization);
    const [gateway = ''] = rig.system.gatewayUrls;
    expect((await sendEvents(gateway, project, makeEvents('log', 60))).json).toMatchObject({ processed: 60 });
    await waitForStored(rig.system, project, 60);
    await rig.withRedis((client) => client.flushall());
    for (const name of gatewayNames) {
      const { publicUrl } = rig.service(name);
      await waitFor(async () => (await sendEvents(publicUrl, project, [])).status === 202, { what: `${name} again` });
    }
    const answer = await sendEvents(gateway, project, makeEvents('log', 60));
    expect(answer.json).toMatchObject({ processed: 40, quota_exceeded: 20 });
    await waitForStored(rig.system, project, 100);
    const usage = await rig.system.sql<{ count: number }>(
      `select sum(count)::int as count from usage where project_id = $1 and outcome = 'processed'`,
      [project.id],
    );
    expect(usage).toEqual([{ count: 100 }]);
  }, 60_000);
});

async function killRedis(): Promise<void> {
  process.kill(await rig.redisPid(), 'SIGKILL');
  await rig.processes.redis.stop();
}
