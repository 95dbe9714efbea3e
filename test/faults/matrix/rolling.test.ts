import { describe, expect, test } from '@jest/globals';
import { gatewayNames, workerNames } from '../../e2e/support/processes.js';
import { createProject } from '../../e2e/support/tenant.js';
import { waitFor } from '../../e2e/support/waitFor.js';
import { startBalancer } from '../support/balancer.js';
import { startLoad, summaryOf } from '../support/load.js';
import { expectKept } from '../support/oracle.js';
import { nextRelease } from '../support/preload.js';
import { faultsSeed, seededRandom } from '../support/random.js';
import { useRig } from '../support/rig.js';
import { useResource } from '@sluice/testkit/useResource';

/** Rows 2 and 26 of the fault matrix: a new release is deployed under load. */
const rig = useRig({ env: { BACKLOG_AGE_HIGH_MS: '900000' } });
const balancer = useResource(
  () => startBalancer(rig.system.gatewayUrls),
  (started) => started.stop(),
);

describe('a rolling restart', () => {
  test('of all services, one after the other, under load fails no request', async () => {
    await rollUnderLoad(async () => {
      for (const name of rig.processes.services.keys()) await roll(name);
    });
  }, 300_000);

  test('to a release with a newer job format and back: each worker processes the versions that it can read', async () => {
    await rollUnderLoad(async () => {
      // New gateways with old workers: their jobs wait. New workers join: the jobs are stored.
      await roll('gateway-1', nextRelease());
      const waiting = (): Promise<number> => rig.withRedis((client) => client.zcard('{sl0}:log:delayed'));
      await waitFor(async () => (await waiting()) > 0, { what: 'jobs that wait for newer workers' });
      for (const name of workerNames) await (await rig.processes.add(`${name}-2`)).start(nextRelease());
      await roll('gateway-2', nextRelease());
      for (const name of workerNames) await rig.service(name).end();
      // Rollback in order: first no process writes the new format, then none reads it.
      for (const name of gatewayNames) await roll(name);
      for (const name of workerNames) await rig.service(name).start();
    });
    const [letters] = await rig.system.sql<{ count: number }>('select count(*)::int as count from dead_letters');
    expect(letters?.count).toBe(0);
    for (const name of workerNames) await rig.service(`${name}-2`).end();
  }, 300_000);
});

/** A gateway is removed from the load balancer before it is stopped, as orchestrators do. */
async function roll(name: string, env: Readonly<Record<string, string>> = {}): Promise<void> {
  const service = rig.service(name);
  const isGateway = (gatewayNames as readonly string[]).includes(name);
  if (isGateway) await balancer.withdraw(service.publicUrl);
  await service.end('SIGTERM');
  await service.start(env);
  if (isGateway) balancer.enter(service.publicUrl);
}

/** Restarts services under load through the load balancer; no client may notice, and everything is stored. */
async function rollUnderLoad(work: () => Promise<void>): Promise<void> {
  const project = await createProject(rig.system, rig.organization);
  const load = startLoad({ project, targets: [balancer.url], random: seededRandom(faultsSeed), pauseMs: 10 });
  try {
    await waitFor(() => load.batches.length > 20, { what: 'the load to run' });
    await work();
    const before = load.batches.length;
    await waitFor(() => load.batches.length > before + 50, { what: 'the load to go on' });
  } finally {
    await load.stop();
  }
  expect(balancer.failures).toEqual([]);
  const { acknowledged, ...rest } = summaryOf(load.batches);
  expect(rest).toEqual({ refused: 0, unknown: 0 });
  expect(acknowledged).toBeGreaterThan(100);
  expect(load.batches.filter(({ refusals, breaks }) => refusals.length + breaks.length > 0)).toEqual([]);
  await expectKept(rig.system, project, { batches: load.batches, timeoutMs: 60_000 });
}
