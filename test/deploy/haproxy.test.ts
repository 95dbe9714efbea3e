import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../e2e/support/freePort.js';
import { ask } from '../e2e/support/http.js';
import { gatewayNames } from '../e2e/support/processes.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { createProject } from '../e2e/support/tenant.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { startLoad, summaryOf, type Load } from '../faults/support/load.js';
import { expectKept } from '../faults/support/oracle.js';
import { faultsSeed, seededRandom } from '../faults/support/random.js';
import { startRig, untilAcknowledged, type Rig } from '../faults/support/rig.js';

/** Two HAProxies with `deploy/proxy/haproxy.cfg` in front of two gateways. */

const FILE = join(repoRoot, 'deploy/proxy/haproxy.cfg');
const isInstalled = spawnSync('haproxy', ['-v']).status === 0;
/** The title of a test that needs it; says why it is skipped. */
const describeWithHaproxy = isInstalled ? describe : describe.skip;

/** Longer than HAProxy needs to see that `/readyz` fails. */
const DRAIN_MS = '1500';
const PROXIES = 2;

interface Proxy {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The shipped configuration with the addresses of this system. */
function configurationFor(rig: Rig, port: number): string {
  const portOf = (url: string): string => new URL(url).port;
  const text = readFileSync(FILE, 'utf8').replace('bind :8080', `bind 127.0.0.1:${port}`);
  return text.replace(/server (\S+) \S+ port \d+/g, (line, name: string) => {
    const service = rig.processes.services.get(name) ?? rig.processes.services.get(name.replace(/-\d$/, ''));
    if (service === undefined) throw new Error(`no service for ${line}`);
    return `server ${name} 127.0.0.1:${portOf(service.publicUrl)} port ${portOf(service.adminUrl)}`;
  });
}

async function startProxy(rig: Rig): Promise<Proxy> {
  const port = await freePort();
  const file = join(rig.system.dataDir, `haproxy-${port}.cfg`);
  writeFileSync(file, configurationFor(rig, port));
  const process = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await ask(`${url}/healthz`)).status === 200, { what: 'HAProxy' });
  return { url, process };
}

describeWithHaproxy('two HAProxies (needs haproxy)', () => {
  let rig: Rig;
  const proxies: Proxy[] = [];
  beforeAll(async () => {
    rig = await startRig({ env: { DRAIN_MS } });
    for (let count = 0; count < PROXIES; count += 1) proxies.push(await startProxy(rig));
  }, 300_000);
  afterAll(async () => {
    for (const { process } of proxies) {
      process.kill('SIGKILL');
      await once(process, 'exit');
    }
    await rig.stop();
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

  test('have a valid configuration', () => {
    expect(() => execFileSync('haproxy', ['-c', '-q', '-f', FILE])).not.toThrow();
  });

  test('lose no request while each gateway restarts', async () => {
    const batches = await underLoad(async (load) => {
      for (const name of gatewayNames) {
        await rig.restart(name);
        await untilAcknowledged(load, 50);
      }
    });
    expect(summaryOf(batches)).toMatchObject({ refused: 0, unknown: 0 });
    expect(batches.flatMap(({ breaks, refusals }) => [...breaks, ...refusals])).toEqual([]);
  }, 300_000);

  test('keep what is acknowledged when a gateway is killed, and answer nothing in its place', async () => {
    const batches = await underLoad(async (load) => {
      await rig.service('gateway-1').end('SIGKILL');
      await untilAcknowledged(load, 100);
      await rig.service('gateway-1').start();
    });
    expect(batches.flatMap(({ refusals }) => refusals)).toEqual([]);
  }, 300_000);

  test('lead each path to its service', async () => {
    const [proxy] = proxies;
    const paths = ['/api/0/organizations', '/api/0/projects/a/b/sourcemaps', '/api/0/projects/a/b/releases'];
    const answers = await Promise.all(paths.map((path) => ask(`${proxy?.url}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect((await ask(`${proxy?.url}/api/envelope`, { method: 'POST', body: '{}' })).status).toBe(401);
  }, 60_000);
});
