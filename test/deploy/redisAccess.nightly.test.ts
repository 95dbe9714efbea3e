import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { freePort } from '../e2e/support/freePort.js';
import { ask } from '../e2e/support/http.js';
import { gatewayNames, workerNames, type ProcessesOptions } from '../e2e/support/processes.js';
import { repoRoot } from '../e2e/support/repoRoot.js';
import { sluiceJson } from '../e2e/support/system.js';
import { letPass, waitFor } from '../e2e/support/waitFor.js';
import { startRig, underLoad, untilAcknowledged, type Rig } from '../faults/support/rig.js';
import { useDirectory } from '@sluice/testkit/useDirectory';

/** All services with the user of docs/operations.md, whose password is in a file; one server is reached by TLS only. */

const PASSWORD = 'p@ss/word:1';
/** Commands that exist only in later versions of Redis. */
const LATER = / \+client\|setinfo/;

const folder = useDirectory('access');
beforeAll(() => {
  writeFileSync(join(folder.path, 'password'), `${PASSWORD}\n`);
});

/** The documented rule, as Redis's setting `user`. */
function documentedUser(): string {
  const text = readFileSync(join(repoRoot, 'docs/operations.md'), 'utf8');
  const rule = /^user (sluice on >PASSWORD .*)$/m.exec(text)?.[1];
  if (rule === undefined) throw new Error('docs/operations.md has no rule of a user');
  return rule.replace('PASSWORD', PASSWORD).replace(LATER, '');
}

/** Settings of a server with a certificate of its own that no authority signed. */
function encrypted(port: number): Readonly<Record<string, string>> {
  const [key, certificate] = [join(folder.path, 'key.pem'), join(folder.path, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject];
  execFileSync('openssl', [...args, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  return {
    'tls-port': String(port),
    'tls-cert-file': certificate,
    'tls-key-file': key,
    'tls-ca-cert-file': certificate,
    'tls-auth-clients': 'no',
  };
}

interface Variant {
  readonly options: ProcessesOptions;
  readonly env: Readonly<Record<string, string>>;
}

const withFile = (): Readonly<Record<string, string>> => ({ REDIS_PASSWORD_FILE: join(folder.path, 'password') });

async function oneServer(): Promise<Variant> {
  const port = await freePort();
  const redisSettings = { ...encrypted(port), user: documentedUser() };
  const env = {
    ...withFile(),
    REDIS_URL: `rediss://sluice@127.0.0.1:${port}`,
    NODE_EXTRA_CA_CERTS: join(folder.path, 'certificate.pem'),
  };
  return { options: { redisSettings, env }, env };
}

function aCluster(): Promise<Variant> {
  const withUser = (url: string): string => url.replace('://', '://sluice@');
  const options: ProcessesOptions = {
    redisSettings: { user: documentedUser() },
    redisCluster: true,
    env: { ...withFile(), QUEUE_SHARDS: '6' },
    envOf: ({ redisUrl }) => Promise.resolve(() => ({ REDIS_URL: withUser(redisUrl) })),
  };
  return Promise.resolve({ options, env: { ...withFile(), QUEUE_SHARDS: '6' } });
}

const isInstalled = spawnSync('openssl', ['version']).status === 0;

describe.each([
  ['one server over TLS (needs openssl)', oneServer, isInstalled],
  ['a cluster', aCluster, true],
] as const)('%s, with a user who may do only what is documented', (_what, variant, canRun) => {
  const check = canRun ? test : test.skip;
  let rig: Rig;
  let env: Readonly<Record<string, string>>;
  beforeAll(async () => {
    if (!canRun) return;
    const { options, env: own } = await variant();
    rig = await startRig(options);
    env = own;
  }, 180_000);
  afterAll(() => (canRun ? rig.stop() : undefined), 60_000);

  function urls(): readonly string[] {
    return rig.processes.cluster === undefined
      ? [rig.system.redisUrl]
      : rig.processes.cluster.nodes.map(({ url }) => url);
  }

  /** Runs `work` as administrator on each server. */
  async function onServers<T>(work: (client: Redis) => Promise<T>): Promise<readonly T[]> {
    const clients = urls().map((url) => new Redis(url));
    try {
      return await Promise.all(clients.map(work));
    } finally {
      for (const client of clients) client.disconnect();
    }
  }

  async function readiness(name: string): Promise<{ status: number; text: string }> {
    return ask(`${rig.service(name).adminUrl}/readyz`);
  }

  check(
    'publishes, consumes and recovers; Redis denies nothing',
    async () => {
      await underLoad(
        rig,
        async (load) => {
          await untilAcknowledged(load, 30);
          // Jobs are requeued.
          await rig.processes.postgres.stop();
          await letPass(1_000);
          await rig.processes.postgres.start();
          // Jobs stall.
          await rig.service('logs').end('SIGKILL');
          await rig.service('logs').start();
          for (const name of ['gateway-1', 'housekeeping', 'alerts', 'backlog-monitor', 'api']) await rig.restart(name);
          await untilAcknowledged(load, 30);
        },
        { timeoutMs: 60_000, load: { pauseMs: 20 } },
      );
      const address = { DATABASE_URL: rig.system.databaseUrl, ...env };
      const redisUrl = env['REDIS_URL'] ?? rig.system.redisUrl.replace('://', '://sluice@');
      await sluiceJson({ ...address, REDIS_URL: redisUrl }, ['shards', 'list']);
      expect((await onServers((client) => client.acl('LOG'))).flat()).toEqual([]);
    },
    200_000,
  );

  check('is the only one that the services use', async () => {
    const lists = await onServers((client) => client.client('LIST'));
    const ours = lists.flatMap((list) =>
      String(list)
        .split('\n')
        .filter((line) => / name=(publisher|span)/.test(line)),
    );
    expect(ours.some((line) => line.includes('cmd=bzpopmin'))).toBe(true);
    expect(ours.filter((line) => !line.includes(' user=sluice '))).toEqual([]);
  });

  check(
    'makes gateways not ready, with the reason, if it may not write',
    async () => {
      expect((await readiness('gateway-1')).status).toBe(200);
      await onServers((client) => client.acl('SETUSER', 'sluice', '-set'));
      await waitFor(async () => (await readiness('gateway-1')).status === 503, { what: 'a gateway that is not ready' });
      const { text } = await readiness('gateway-1');
      expect(text).toContain('NOPERM');
      expect(text).toContain('docs/operations.md');
      await onServers((client) => client.acl('SETUSER', 'sluice', '+set'));
      const names = [...gatewayNames, ...workerNames];
      await waitFor(async () => (await Promise.all(names.map(readiness))).every(({ status }) => status === 200), {
        what: 'ready processes',
      });
    },
    60_000,
  );
});
