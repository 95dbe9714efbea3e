import { Cluster, type Redis } from 'ioredis';
import { loadScripts } from '../script.js';
import { addressOf, serversOf, type RedisClient } from './redisClient.js';

/** How often a connection is asked for a sign of life, and how long one sign counts, in milliseconds. */
const PROBE_MS = 500;
const FRESH_MS = 2_000;

interface Health {
  /** When this connection last answered; `-Infinity` before its scripts are loaded and after it closed. */
  answeredAt: number;
  /** Why the server cannot be used although it answers. */
  problem: string | undefined;
}

/** Asks a server for a sign of life. Resolves with what keeps it from working although it answers. */
type Probe = (client: Redis) => Promise<string | undefined>;

const HEALTH = new WeakMap<Redis, Health>();

const ping: Probe = async (client) => {
  await client.ping();
  return undefined;
};

/**
 * Returns why a connection to one server cannot work with it: it has only a part of the slots of a cluster. A cluster of one
 * master works as one server.
 */
async function partOfCluster(client: Redis): Promise<string | undefined> {
  const ranges = await client.cluster('SLOTS').catch(() => []);
  const masters = new Set((ranges as unknown as [number, number, [string, number]][]).map(([, , node]) => node.join()));
  if (masters.size < 2) return undefined;
  return 'is one of several masters of a cluster: write redis+cluster://<host>:<port> in place of redis://';
}

/**
 * Loads the scripts at every `ready` and then probes regularly. A connection is usable only after both: ioredis
 * reports `ready` before scripts can be loaded, and a half-open socket stays `ready` for minutes.
 */
export function watchHealth(client: Redis, ask: Probe = ping): void {
  const health: Health = { answeredAt: -Infinity, problem: undefined };
  HEALTH.set(client, health);
  let connection = 0;
  let loadedOn = -1;
  let probing = false;
  let unfit: string | undefined;
  const probe = async (): Promise<void> => {
    if (probing || client.status !== 'ready') return;
    probing = true;
    const current = connection;
    try {
      if (loadedOn !== current) {
        await loadScripts(client);
        unfit = ask === ping ? await partOfCluster(client) : undefined;
      }
      loadedOn = current;
      const problem = unfit ?? (await ask(client));
      if (current === connection) Object.assign(health, { answeredAt: performance.now(), problem });
    } catch {
      // No sign of life; the next turn asks again.
    } finally {
      probing = false;
    }
  };
  const timer = setInterval(() => void probe(), PROBE_MS).unref();
  client.on('ready', () => void probe());
  client.on('close', () => {
    connection += 1;
    health.answeredAt = -Infinity;
  });
  client.on('end', () => clearInterval(timer));
  // A node of a cluster may be connected before it is known as a master.
  void probe();
}

/** Whether the connection to one server is ready, has our scripts, and answered within the last two seconds. */
export function isServerUsable(client: Redis): boolean {
  const health = HEALTH.get(client);
  return (
    health !== undefined &&
    client.status === 'ready' &&
    health.problem === undefined &&
    performance.now() - health.answeredAt < FRESH_MS
  );
}

/** Whether every server of a connection of this package is ready, has our scripts, and answered within the last two seconds. */
export function isRedisUsable(client: RedisClient): boolean {
  if (!(client instanceof Cluster)) return isServerUsable(client);
  if (client.status !== 'ready') return false;
  const servers = serversOf(client);
  return servers.length > 0 && servers.every(isServerUsable);
}

/** Returns why {@link isRedisUsable} is false, naming the server; `undefined` if it is true. */
export function redisProblem(client: RedisClient): string | undefined {
  if (isRedisUsable(client)) return undefined;
  if (client instanceof Cluster && client.status !== 'ready') {
    return 'no node of the Redis Cluster can be reached, or the cluster is down: check the addresses, and redis-cli cluster info';
  }
  const down = serversOf(client).filter((server) => !isServerUsable(server));
  return down.map(serverProblem).join('; ');
}

function serverProblem(server: Redis): string {
  const problem = HEALTH.get(server)?.problem;
  const address = addressOf(server);
  return problem === undefined
    ? `Redis does not answer at ${address}: check the address, and that it runs`
    : `Redis at ${address} ${problem}`;
}
