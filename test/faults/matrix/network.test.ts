import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { startTcpProxy, type TcpProxy } from '@sluice/testkit';
import { ask } from '../../e2e/support/http.js';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { letPass, waitFor } from '../../e2e/support/waitFor.js';
import { refusalsOf, summaryOf, type Load } from '../support/load.js';
import { startRig, underLoad, untilAcknowledged, type Rig } from '../support/rig.js';

/** Rows 7, 17, 18 and 25 of the fault matrix: the network between processes is slow, silent, broken or half open. */

let rig: Rig;
let gatewaysToRedis: TcpProxy;
let workersToRedis: TcpProxy;
let workersToPostgres: TcpProxy;
beforeAll(async () => {
  rig = await startRig();
  const { redisUrl, databaseUrl } = rig.system;
  const portOf = (url: string): number => Number(new URL(url).port);
  gatewaysToRedis = await startTcpProxy(portOf(redisUrl));
  workersToRedis = await startTcpProxy(portOf(redisUrl));
  workersToPostgres = await startTcpProxy(portOf(databaseUrl));
  const worker = { REDIS_URL: workersToRedis.urlFor(redisUrl), DATABASE_URL: workersToPostgres.urlFor(databaseUrl) };
  for (const name of gatewayNames) await rig.restart(name, { REDIS_URL: gatewaysToRedis.urlFor(redisUrl) });
  for (const name of workerNames) await rig.restart(name, worker);
}, 180_000);
afterAll(async () => {
  await Promise.all([gatewaysToRedis, workersToRedis, workersToPostgres].map((proxy) => proxy.close()));
  await rig.stop();
}, 180_000);

describe('between gateways and Redis', () => {
  test.each([
    ['a cut', (proxy: TcpProxy) => proxy.cut(), 3_000],
    ['a black hole', (proxy: TcpProxy) => proxy.blackHole(), 8_000],
    ['a trickle', (proxy: TcpProxy) => proxy.trickle(16, 5), 5_000],
    ['half a second of delay', (proxy: TcpProxy) => proxy.delay(500), 5_000],
  ])(
    '%s loses nothing, doubles nothing, and heals without a restart',
    async (_name, hurt, ms) => {
      const batches = await underLoad(rig, async (load) => {
        hurt(gatewaysToRedis);
        await letPass(ms);
        gatewaysToRedis.restore();
        await untilAcknowledged(load, 30, 20_000);
      });
      expectOnlyUnavailable(refusalsOf(batches));
    },
    180_000,
  );

  test('repeatedly lost replies: each batch is stored once', async () => {
    let lost = 0;
    await underLoad(rig, async (load) => {
      const before = gatewaysToRedis.lostReplies();
      for (let time = 0; time < 10; time++) {
        // Every publish ends with this word; the charge is a script.
        gatewaysToRedis.loseReplyTo(time % 2 === 0 ? 'exec' : 'evalsha');
        await untilAcknowledged(load, 5, 20_000);
      }
      lost = gatewaysToRedis.lostReplies() - before;
    });
    expect(lost).toBeGreaterThan(4);
  }, 180_000);

  test('Redis frozen for 10 s: commands that time out and run late are charged and stored once', async () => {
    const batches = await underLoad(rig, async (load) => {
      const pid = await rig.redisPid();
      process.kill(pid, 'SIGSTOP');
      try {
        await letPass(10_000);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await untilAcknowledged(load, 30, 15_000);
    });
    expect(batches.some(({ ambiguous, refusals }) => ambiguous || refusals.length > 0)).toBe(true);
    expectOnlyUnavailable(refusalsOf(batches));
  }, 180_000);
});

describe('between workers and Redis', () => {
  test.each([
    ['a cut of 3 s', (proxy: TcpProxy) => proxy.cut(), 3_000],
    ['a black hole of 20 s', (proxy: TcpProxy) => proxy.blackHole(), 20_000],
  ])(
    '%s is not visible to clients, and heals without a restart',
    async (_name, hurt, ms) => {
      const batches = await underLoad(
        rig,
        async (load) => {
          hurt(workersToRedis);
          await letPass(ms);
          workersToRedis.restore();
          await untilAcknowledged(load, 30);
        },
        { timeoutMs: 60_000, load: { pauseMs: 20 } },
      );
      expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    },
    150_000,
  );
});

describe('between workers and PostgreSQL', () => {
  const calmly = (fault: (load: Load) => Promise<void>, timeoutMs: number) =>
    underLoad(rig, fault, { timeoutMs, load: { pauseMs: 20 } });

  test('an interruption of 3 s: jobs are retained, nothing is dead-lettered', async () => {
    const batches = await calmly(async (load) => {
      workersToPostgres.cut();
      await letPass(3_000);
      workersToPostgres.restore();
      await untilAcknowledged(load, 30);
    }, 40_000);
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
  }, 120_000);

  test('a lost reply to COMMIT: committed events are not stored again', async () => {
    const skipped = await metricOfWorkers('sluice_worker_duplicates_skipped_total');
    await calmly(async (load) => {
      for (let time = 0; time < 5; time++) {
        const before = workersToPostgres.lostReplies();
        workersToPostgres.loseReplyTo('commit');
        await waitFor(() => workersToPostgres.lostReplies() > before, { what: 'a lost COMMIT' });
        await untilAcknowledged(load, 5);
      }
    }, 40_000);
    expect(await metricOfWorkers('sluice_worker_duplicates_skipped_total')).toBeGreaterThan(skipped);
  }, 120_000);

  test('a slow server, and a table locked for 10 s: memory is bounded, and no job lock is lost', async () => {
    const stalled = await metricOfWorkers('sluice_queue_jobs_total', 'end="stalled"');
    await calmly(async (load) => {
      workersToPostgres.delay(500);
      await letPass(8_000);
      workersToPostgres.restore();
      await rig.system.sql('begin; lock table logs in access exclusive mode; select pg_sleep(10); commit');
      for (const name of workerNames) expect(await residentKb(name)).toBeLessThan(400_000);
      await untilAcknowledged(load, 30);
    }, 60_000);
    expect(await metricOfWorkers('sluice_queue_jobs_total', 'end="stalled"')).toBe(stalled);
  }, 150_000);

  test('a black hole: timers end the old connections, and the server ends their transactions', async () => {
    const batches = await calmly(async (load) => {
      workersToPostgres.blackHole();
      await letPass(10_000);
      workersToPostgres.restore();
      await untilAcknowledged(load, 30);
    }, 150_000);
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
  }, 240_000);
});

/** The sum of a metric's samples over all workers, where its labels fit. */
async function metricOfWorkers(name: string, labels = ''): Promise<number> {
  const texts = await Promise.all(
    workerNames.map(async (worker) => (await ask(`${rig.service(worker).adminUrl}/metrics`)).text),
  );
  const sample = new RegExp(`^${name}\\{[^}]*${labels}[^}]*\\} (\\d+)`, 'gm');
  return texts.flatMap((text) => [...text.matchAll(sample)]).reduce((sum, [, count]) => sum + Number(count), 0);
}

async function residentKb(name: string): Promise<number> {
  const { text } = await ask(`${rig.service(name).adminUrl}/metrics`);
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]) / 1024;
}

/** Clients received no refusals except retryable ones. */
function expectOnlyUnavailable(refusals: readonly string[]): void {
  for (const refusal of refusals) expect(refusal).toMatch(/^503 /);
}
