import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestCitus } from '@sluice/testkit/startTestCitus';
import type { TestRedisCluster } from '@sluice/testkit/startTestRedisCluster';
import { startChild, type Child } from './child.js';
import { freePort } from './freePort.js';
import { ask } from './http.js';
import { quickSettings } from './quickSettings.js';
import { repoRoot } from './repoRoot.js';
import { startReverseProxy } from './reverseProxy.js';
import { startServers, type ServerHandle, type ServersOptions } from './startServers.js';
import { sluiceJson, type Program, type SystemAddress } from './system.js';
import { waitFor } from './waitFor.js';

/** A service process that can be restarted after it was killed. */
export interface ServiceHandle {
  readonly name: string;
  readonly adminUrl: string;
  readonly publicUrl: string;
  child(): Child;
  /** Starts the process (again) and resolves when it is ready. With `FAIL_POINT` it crashes at that point. */
  start(env?: Readonly<Record<string, string>>): Promise<void>;
  end(signal?: NodeJS.Signals): Promise<void>;
}

export interface Processes {
  readonly address: SystemAddress;
  readonly services: ReadonlyMap<string, ServiceHandle>;
  readonly postgres: ServerHandle;
  /** The servers of PostgreSQL, where it is a Citus cluster of this system. */
  readonly citus: TestCitus | undefined;
  /** Where Redis is a cluster, `stop` ends all of it: see `cluster`. */
  readonly redis: ServerHandle;
  readonly cluster: TestRedisCluster | undefined;
  /** A further process of a service, `spans-2`; it is not started. */
  add(name: string): Promise<ServiceHandle>;
  stop(): Promise<void>;
}

/** Addresses of the database servers. */
type Servers = Pick<SystemAddress, 'databaseUrl' | 'redisUrl'>;

/** Differences from the default system. */
export interface ProcessesOptions extends ServersOptions {
  /** Settings of every service, beside the usual ones. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called when the database is migrated; returns further settings of each service. */
  readonly envOf?: (urls: Servers) => Promise<(name: string) => Readonly<Record<string, string>>>;
  /**
   * Called with the data directory before `postgres` and `redis` are created in it; returns a function that undoes it
   * at the end.
   */
  readonly arrange?: (dataDir: string) => Promise<() => Promise<void>>;
  /** What runs the services and commands. */
  readonly program?: Program;
}

export const workerNames = ['exceptions', 'spans', 'logs', 'hits', 'replays', 'metrics'] as const;
export const gatewayNames = ['gateway-1', 'gateway-2'] as const;
const otherNames = ['backlog-monitor', 'housekeeping', 'alerts', 'api', 'sourcemaps'] as const;

interface Ground {
  readonly root: string;
  readonly node: string | undefined;
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
}

const FAIL_POINT_HOOK = pathToFileURL(join(repoRoot, 'test/faults/support/failPointHook.mjs')).href;

/** Arguments of Node that run a service; with the hook that crashes it at a fail point. */
const argumentsFor = (root: string, folder: string, hasFailPoint: boolean): readonly string[] => [
  ...(hasFailPoint ? [`--import=${FAIL_POINT_HOOK}`] : []),
  join(root, 'services', folder, 'dist', 'main.js'),
];

async function waitUntilReady(child: Child, adminUrl: string): Promise<void> {
  const state = await waitFor(
    async () => {
      if (!child.alive()) return 'dead';
      return (await ask(`${adminUrl}/readyz`)).status === 200 ? 'ready' : undefined;
    },
    { what: `${child.name} to be ready (see ${child.logFile})`, timeoutMs: 90_000 },
  );
  if (state === 'dead') throw new Error(`${child.name} ended:\n${(await child.output()).slice(-4_000)}`);
}

async function createService(name: string, ground: Ground): Promise<ServiceHandle> {
  const [port, adminPort] = [await freePort(), await freePort()];
  const adminUrl = `http://127.0.0.1:${adminPort}`;
  const folder = name.replace(/-\d+$/, '');
  let current: Child | undefined;
  const child = (): Child => {
    if (current === undefined) throw new Error(`${name} was never started`);
    return current;
  };
  return {
    name,
    adminUrl,
    publicUrl: `http://127.0.0.1:${port}`,
    child,
    async start(env = {}) {
      current = startChild({
        name,
        node: ground.node,
        args: argumentsFor(ground.root, folder, env['FAIL_POINT'] !== undefined),
        cwd: ground.root,
        env: { ...ground.env, HOST: '127.0.0.1', PORT: String(port), ADMIN_PORT: String(adminPort), ...env },
        logFile: join(ground.dataDir, `${name}.log`),
      });
      await waitUntilReady(current, adminUrl);
    },
    end: async (signal = 'SIGTERM') => {
      if (current?.alive() === true) await current.end(signal);
    },
  };
}

/** Starts every service as a separate process, two gateways behind a proxy, on separate servers. */
export async function startProcesses(options: ProcessesOptions = {}): Promise<Processes> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sluice-e2e-'));
  await chmod(dataDir, 0o755);
  const undo = await options.arrange?.(dataDir);
  const servers = await startServers(dataDir, options);
  const urls = { DATABASE_URL: servers.databaseUrl, REDIS_URL: servers.redisUrl };
  const { program = {} } = options;
  const { root = repoRoot, node } = program;
  const ground = { root, node, dataDir, env: { ...urls, ...quickSettings, ...options.env } };
  const services = new Map<string, ServiceHandle>();
  let envOf: (name: string) => Readonly<Record<string, string>> = () => ({});
  const add = async (name: string): Promise<ServiceHandle> => {
    const service = await createService(name, { ...ground, env: { ...ground.env, ...envOf(name) } });
    services.set(name, service);
    return service;
  };
  const stop = async (): Promise<void> => {
    await Promise.all([...services.values()].map((service) => service.end()));
    await servers.redis.stop();
    await servers.postgres.stop();
    await undo?.();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await sluiceJson(urls, ['migrate', ...(options.citus === true ? ['--citus', '--shards', '4'] : [])], program);
    envOf = (await options.envOf?.(servers)) ?? envOf;
    for (const name of [...workerNames, ...otherNames, ...gatewayNames]) await add(name);
    await Promise.all([...services.values()].map((service) => service.start()));
    const gateways = gatewayNames.flatMap((name) => services.get(name) ?? []);
    const proxy = await startReverseProxy([
      {
        paths:
          /^\/api\/0\/(?:$|organizations\/[^/]+\/(?:chunk-upload|artifactbundle|repos|releases)(?:\/|$)|projects\/[^/]+\/[^/]+\/(?:sourcemaps|releases)(?:\/|$))/,
        upstreams: [services.get('sourcemaps')?.publicUrl ?? ''],
      },
      { paths: /^\/api\/0\//, upstreams: [services.get('api')?.publicUrl ?? ''] },
      { paths: /^/, upstreams: gateways.map((gateway) => gateway.publicUrl) },
    ]);
    return {
      address: {
        mode: 'processes',
        baseUrl: proxy.url,
        gatewayUrls: gateways.map((gateway) => gateway.publicUrl),
        adminUrls: gateways.map((gateway) => gateway.adminUrl),
        databaseUrl: servers.databaseUrl,
        redisUrl: servers.redisUrl,
        commandEnv: { ...urls, SLUICE_URL: proxy.url },
        gatewayPids: gateways.map((gateway) => gateway.child().pid),
        dataDir,
        program,
      },
      services,
      postgres: servers.postgres,
      citus: servers.citus,
      redis: servers.redis,
      cluster: servers.cluster,
      add,
      async stop() {
        await proxy.stop();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
