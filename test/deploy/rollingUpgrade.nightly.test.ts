import { describe, expect, test } from '@jest/globals';
import { gatewayNames } from '../e2e/support/processes.js';
import { createProject } from '../e2e/support/tenant.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { startLoad, summaryOf } from '../faults/support/load.js';
import { expectKept } from '../faults/support/oracle.js';
import { faultsSeed, seededRandom } from '../faults/support/random.js';
import { useRig } from '../faults/support/rig.js';
import { startReadinessBalancer } from './readinessBalancer.js';
import { useResource } from '@sluice/testkit/useResource';

const REQUESTS = 1_500;

/** Longer than a balancer needs to see that `/readyz` fails. */
const DRAIN_MS = '1500';
const rig = useRig({ env: { DRAIN_MS } });
const balancer = useResource(
  () => startReadinessBalancer(gatewayNames.map((name) => rig.service(name))),
  (started) => started.stop(),
);

describe('a rolling upgrade', () => {
  test('of the gateways behind a balancer that reads readiness loses no request', async () => {
    const project = await createProject(rig.system, rig.organization);
    const load = startLoad({ project, targets: [balancer.url], random: seededRandom(faultsSeed), pauseMs: 5 });
    try {
      await waitFor(() => load.batches.length > 100, { what: 'the load to run' });
      for (const name of gatewayNames) {
        await rig.restart(name);
        // As an orchestrator does, which asks whether a server is ready before it stops the next one.
        await waitFor(() => balancer.ready() === gatewayNames.length, { what: 'the balancer to see the gateway' });
      }
      await waitFor(() => balancer.requests() > REQUESTS, { what: `${REQUESTS} requests`, timeoutMs: 60_000 });
    } finally {
      await load.stop();
    }
    expect(balancer.failures).toEqual([]);
    const { acknowledged, ...rest } = summaryOf(load.batches);
    expect(rest).toEqual({ refused: 0, unknown: 0 });
    expect(acknowledged).toBeGreaterThan(REQUESTS / 2);
    await expectKept(rig.system, project, { batches: load.batches, timeoutMs: 60_000 });
  }, 300_000);
});
