import { addressOf, memoryPressure, serversOf, type RedisClient } from '@sluice/redis';
import { messageOf } from '@sluice/runtime';
import { fail, ok, warn, type Finding } from './finding.js';
import { tlsAdvice } from './tlsAdvice.js';

/** Shares of Redis memory; see the gateway settings `REFUSE_BULKY_PERCENT` and `REFUSE_ALL_PERCENT`. */
const MEMORY = { warn: 0.6, fail: 0.8 } as const;

const START_ADVICE = 'Start it (npm start), or correct REDIS_URL';

/** A Redis without TLS does not respond to a TLS handshake: it waits for the rest of a command. */
const SILENT_TLS_ADVICE = `${START_ADVICE}. If its port does not use TLS, use redis:// or its TLS port`;

/** Checks that Redis responds, evicts nothing, persists data and has free memory. */
export async function checkRedis(name: string, client: RedisClient): Promise<readonly Finding[]> {
  // A failed command only reports the missing connection; the error of the connection has the cause.
  let cause: Error | undefined;
  client.on('error', (error: Error) => (cause = error));
  try {
    // The masters of a cluster are known once it answers.
    await client.ping();
    const servers = serversOf(client);
    if (servers.length === 1) return await checkServer(name, client);
    const all = servers.map((server) => checkServer(`${name} ${addressOf(server)}`, server));
    return [ok(name, `cluster of ${servers.length} masters responds`), ...(await Promise.all(all)).flat()];
  } catch (error) {
    const message = messageOf(cause ?? error);
    const usual = usesTls(client) ? SILENT_TLS_ADVICE : START_ADVICE;
    const advice = tlsAdvice(message, 'REDIS_URL') ?? usual;
    return [fail(name, `Redis does not respond: ${message}`, advice)];
  }
}

const usesTls = ({ options }: RedisClient): boolean =>
  ('tls' in options && options.tls !== undefined) ||
  ('redisOptions' in options && options.redisOptions?.tls !== undefined);

async function checkServer(name: string, server: RedisClient): Promise<readonly Finding[]> {
  const info = await server.info();
  const field = (key: string): string => new RegExp(`^${key}:(.*?)\\r?$`, 'm').exec(info)?.[1] ?? '';
  return [
    ok(name, `Redis ${field('redis_version')} responds`),
    checkPolicy(name, field('maxmemory_policy')),
    await checkDurability(name, server, field('aof_enabled') === '1'),
    await checkMemory(name, server, Number(field('maxmemory'))),
  ];
}

/** What a crash of the server or machine may lose. */
async function checkDurability(name: string, client: RedisClient, hasFile: boolean): Promise<Finding> {
  const subject = `${name} durability`;
  if (!hasFile) {
    return warn(subject, 'append-only file is off', 'Set appendonly yes, or a restart of Redis loses events');
  }
  const fsync = await readSetting(client, 'appendfsync');
  if (fsync === undefined) return ok(subject, 'append-only file is on; appendfsync cannot be read');
  if (fsync === 'always') return ok(subject, 'append-only file is on and synced at every write');
  const lost = fsync === 'everysec' ? 'the last second of accepted events' : 'accepted events that are not on disk';
  return warn(subject, `appendfsync is ${fsync}`, `Set appendfsync always, or a crash may lose ${lost}`);
}

/** Reads a server setting; `undefined` if `CONFIG` is not permitted, as on many hosted servers. */
async function readSetting(client: RedisClient, setting: string): Promise<string | undefined> {
  const [, value] = (await client.config('GET', setting).catch(() => [])) as readonly string[];
  return value;
}

function checkPolicy(name: string, policy: string): Finding {
  if (policy === 'noeviction') return ok(`${name} eviction`, 'noeviction');
  return fail(
    `${name} eviction`,
    `maxmemory-policy is ${policy}`,
    'Set maxmemory-policy noeviction: Redis may drop accepted events',
  );
}

async function checkMemory(name: string, client: RedisClient, limit: number): Promise<Finding> {
  const { usedBytes, maxBytes } = await memoryPressure(client);
  const share = maxBytes > 0 ? usedBytes / maxBytes : 0;
  const message = `${megabytes(usedBytes)} of ${megabytes(maxBytes)} used (${Math.round(share * 100)} %)`;
  if (share >= MEMORY.fail) {
    return fail(`${name} memory`, message, 'All events are rejected: start workers, or raise maxmemory');
  }
  if (share >= MEMORY.warn) return warn(`${name} memory`, message, 'Spans and replays are rejected: start workers');
  if (limit > 0) return ok(`${name} memory`, message);
  return warn(`${name} memory`, `${message}; maxmemory is not set`, 'Set maxmemory below the memory of the machine');
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MB`;
