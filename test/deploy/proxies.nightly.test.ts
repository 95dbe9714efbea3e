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
import { startLoad, type Load } from '../faults/support/load.js';
import { expectKept } from '../faults/support/oracle.js';
import { faultsSeed, seededRandom } from '../faults/support/random.js';
import { startRig, untilAcknowledged, type Rig } from '../faults/support/rig.js';

/** Two proxies with the shipped configuration in front of two gateways. */

/** Longer than HAProxy needs to see that `/readyz` fails. */
const DRAIN_MS = '1500';
const PROXIES = 2;

/** A program, and how it runs with the addresses of this system. */
interface Engine {
  readonly name: string;
  readonly file: string;
  readonly configure: (text: string, rig: Rig, port: number) => string;
  readonly check: (file: string) => readonly string[];
  readonly run: (file: string) => readonly string[];
  /** Whether it reads readiness. Without that, a request may arrive when a port closes, and ends without an answer. */
  readonly readsReadiness: boolean;
}

interface Proxy {
  readonly url: string;
  readonly process: ChildProcess;
}

const portOf = (url: string): string => new URL(url).port;

const haproxy: Engine = {
  name: 'haproxy',
  file: 'deploy/proxy/haproxy.cfg',
  configure: (text, rig, port) =>
    text.replace('bind :8080', `bind 127.0.0.1:${port}`).replace(/server (\S+) \S+ port \d+/g, (line, name: string) => {
      const service = rig.processes.services.get(name) ?? rig.processes.services.get(name.replace(/-\d$/, ''));
      if (service === undefined) throw new Error(`no service for ${line}`);
      return `server ${name} 127.0.0.1:${portOf(service.publicUrl)} port ${portOf(service.adminUrl)}`;
    }),
  check: (file) => ['-c', '-q', '-f', file],
  run: (file) => ['-db', '-f', file],
  readsReadiness: true,
};

/** As deploy/README.md says for machines without a name server: addresses in place of names. */
const nginx: Engine = {
  name: 'nginx',
  file: 'deploy/proxy/nginx.conf',
  configure: (text, rig, port) => {
    const server = (name: string): string =>
      `server 127.0.0.1:${portOf(rig.service(name).publicUrl)} max_fails=1 fail_timeout=2s;`;
    return text
      .replace('/tmp/nginx.pid', join(rig.system.dataDir, `nginx-${port}.pid`))
      .replace('listen 8080', `listen 127.0.0.1:${port}`)
      .replace(/^\s*resolver .*$/m, '')
      .replace(/server gateway:8000 .*;/, gatewayNames.map(server).join(' '))
      .replace(/server (sourcemaps|api):8000 .*;/g, (_line, name: string) => server(name));
  },
  check: (file) => ['-t', '-q', '-c', file],
  run: (file) => ['-g', 'daemon off;', '-c', file],
  readsReadiness: false,
};

async function startProxy(engine: Engine, rig: Rig): Promise<Proxy> {
  const port = await freePort();
  const file = join(rig.system.dataDir, `${engine.name}-${port}.conf`);
  writeFileSync(file, engine.configure(readFileSync(join(repoRoot, engine.file), 'utf8'), rig, port));
  execFileSync(engine.name, engine.check(file), { stdio: 'pipe' });
  const process = spawn(engine.name, engine.run(file), { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await waitFor(async () => (await ask(`${url}/healthz`)).status === 200, { what: engine.name });
  return { url, process };
}

const isInstalled = ({ name }: Engine): boolean => spawnSync(name, ['-v']).status === 0;

describe.each([haproxy, nginx])('two proxies (needs $name)', (engine) => {
  const check = isInstalled(engine) ? test : test.skip;
  let rig: Rig;
  const proxies: Proxy[] = [];
  beforeAll(async () => {
    if (!isInstalled(engine)) return;
    rig = await startRig({ env: { DRAIN_MS } });
    for (let count = 0; count < PROXIES; count += 1) proxies.push(await startProxy(engine, rig));
  }, 300_000);
  afterAll(async () => {
    for (const { process } of proxies) {
      process.kill('SIGTERM');
      await once(process, 'exit');
    }
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
    'answer nothing in place of a gateway that restarts, and lose no request if they read readiness',
    async () => {
      const batches = await underLoad(async (load) => {
        for (const name of gatewayNames) {
          await rig.restart(name);
          await untilAcknowledged(load, 50);
        }
      });
      const breaks = batches.flatMap((batch) => batch.breaks);
      expect(batches.flatMap(({ refusals }) => refusals)).toEqual([]);
      expect(engine.readsReadiness ? breaks : []).toEqual([]);
    },
    300_000,
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
      expect((await ask(`${proxy?.url}/api/envelope`, { method: 'POST', body: '{}' })).status).toBe(401);
    },
    60_000,
  );
});
