import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { spawn } from 'node:child_process';
import { ask } from '../e2e/support/http.js';
import { gatewayNames } from '../e2e/support/processes.js';
import { createProject } from '../e2e/support/tenant.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { startLoad, type Load } from '../faults/support/load.js';
import { expectKept } from '../faults/support/oracle.js';
import { faultsSeed, seededRandom } from '../faults/support/random.js';
import { startRig, untilAcknowledged, type Rig } from '../faults/support/rig.js';
import {
  isInstalled,
  PROXY_ENGINES,
  startProxy,
  type Proxy,
  type ProxyEngine,
  type ProxyUpstreams,
  type UpstreamPorts,
} from './proxyEngines.js';

/** Two proxies with the shipped configuration in front of two gateways. */

/** The default. */
const DRAIN_MS = '5000';
const PROXIES = 2;
const REQUESTS = 5_000;
/** Processes that keep the machine busy. */
const BURNERS = 2;

/** The processes of a system, as a proxy has them behind it. */
function upstreamsOf(rig: Rig): ProxyUpstreams {
  const portsOf = (name: string): UpstreamPorts => {
    const { publicUrl, adminUrl } = rig.service(name);
    return { port: Number(new URL(publicUrl).port), adminPort: Number(new URL(adminUrl).port) };
  };
  return { gateway: gatewayNames.map(portsOf), api: [portsOf('api')], sourcemaps: [portsOf('sourcemaps')] };
}

async function startReady(engine: ProxyEngine, rig: Rig): Promise<Proxy> {
  const proxy = await startProxy(engine, upstreamsOf(rig), rig.system.dataDir);
  await waitFor(async () => (await ask(`${proxy.url}/healthz`)).status === 200, { what: engine.name });
  return proxy;
}

describe.each(PROXY_ENGINES)('two proxies (needs $name)', (engine) => {
  const check = isInstalled(engine) ? test : test.skip;
  let rig: Rig;
  const proxies: Proxy[] = [];
  beforeAll(async () => {
    if (!isInstalled(engine)) return;
    rig = await startRig({ env: { DRAIN_MS } });
    for (let count = 0; count < PROXIES; count += 1) proxies.push(await startReady(engine, rig));
  }, 300_000);
  afterAll(async () => {
    for (const proxy of proxies) await proxy.stop();
    if (isInstalled(engine)) await rig.stop();
  }, 60_000);

  /** Runs `fault` under load through both, then the oracle. */
  async function underLoad(fault: (load: Load) => Promise<void>): Promise<Load['batches']> {
    const project = await createProject(rig.system, rig.organization);
    const targets = proxies.map(({ url }) => url);
    const load = startLoad({ project, targets, random: seededRandom(faultsSeed), pauseMs: 10 });
    try {
      await untilAcknowledged(load, 50);
      await fault(load);
      await untilAcknowledged(load, 50);
    } finally {
      await load.stop();
    }
    await expectKept(rig.system, project, { batches: load.batches, timeoutMs: 60_000 });
    return load.batches;
  }

  check(
    `lose none of ${REQUESTS} requests while the gateways restart in turn on a busy machine`,
    async () => {
      const burners = Array.from({ length: BURNERS }, () => spawn(process.execPath, ['-e', 'for (;;);']));
      const batches = await underLoad(async (load) => {
        while (load.batches.length < REQUESTS) {
          for (const name of gatewayNames) {
            await rig.restart(name);
            await untilAcknowledged(load, 50);
          }
        }
      }).finally(() => burners.forEach((burner) => burner.kill('SIGKILL')));
      expect(batches.length).toBeGreaterThanOrEqual(REQUESTS);
      expect(batches.flatMap(({ refusals }) => refusals)).toEqual([]);
      expect(batches.flatMap(({ breaks }) => breaks)).toEqual([]);
    },
    600_000,
  );

  check(
    'keep what is acknowledged when a gateway is killed, and answer nothing in its place',
    async () => {
      const batches = await underLoad(async (load) => {
        await rig.service('gateway-1').end('SIGKILL');
        await untilAcknowledged(load, 100);
        await rig.service('gateway-1').start();
      });
      expect(batches.flatMap(({ refusals }) => refusals)).toEqual([]);
    },
    300_000,
  );

  check(
    'lead each path to its service',
    async () => {
      const [proxy] = proxies;
      const paths = ['/api/0/organizations', '/api/0/projects/a/b/sourcemaps', '/api/0/projects/a/b/releases'];
      const answers = await Promise.all(paths.map((path) => ask(`${proxy?.url}${path}`)));
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      for (const path of ['/api/0/', '/api/0/organizations/a/chunk-upload/', '/api/0/organizations/a/releases/']) {
        expect(await ask(`${proxy?.url}${path}`)).toMatchObject({ status: 401, json: { detail: expect.any(String) } });
      }
      expect((await ask(`${proxy?.url}/api/envelope`, { method: 'POST', body: '{}' })).status).toBe(401);
    },
    60_000,
  );
});
