import { Cluster } from 'ioredis';
import { withTimeout } from '@sluice/runtime';
import { keys } from './keys.js';
import { shardKeys } from './shard/shardKeys.js';
import { ownerOf, serversOf, slotOf, type RedisClient } from './connection/redisClient.js';
import { redisProblem } from './connection/watchHealth.js';

/** How long one write may take, and how long its key lives; milliseconds. */
const WRITE_MS = 1_000;
const TTL_MS = 60_000;

/**
 * Writes a key to every queue shard. Resolves with why a batch would not be stored, naming the shards, their servers and
 * what to do; `undefined` if every shard takes writes.
 */
export async function probeShards(client: RedisClient, shards: number): Promise<string | undefined> {
  const problem = redisProblem(client);
  if (problem !== undefined) return problem;
  const probes = Array.from({ length: shards }, (_, shard) => ({
    what: `queue shard ${shard}`,
    key: shardKeys.probe(shard),
  }));
  return writeAll(client, probes);
}

/** Writes a key to every server that has ledgers. Resolves as {@link probeShards}, with servers in place of shards. */
export async function probeServers(client: RedisClient): Promise<string | undefined> {
  const problem = redisProblem(client);
  if (problem !== undefined) return problem;
  return writeAll(client, probeKeys(client));
}

interface ProbeWrite {
  readonly what: string;
  readonly key: string;
}

/** Keys that together cover all servers. */
function probeKeys(client: RedisClient): readonly ProbeWrite[] {
  const first = { what: 'ledgers', key: keys.probe(0) };
  if (!(client instanceof Cluster)) return [first];
  const byServer = new Map<string, ProbeWrite>();
  const servers = serversOf(client).length;
  // Hash tags are spread evenly: a few tries find a key for each master.
  for (let tag = 0; byServer.size < servers && tag < 100 * servers; tag += 1) {
    const key = keys.probe(tag);
    const owner = ownerOf(client, key) ?? `slot ${slotOf(key)}`;
    if (!byServer.has(owner)) byServer.set(owner, { what: 'ledgers', key });
  }
  return [...byServer.values()];
}

async function writeAll(client: RedisClient, probes: readonly ProbeWrite[]): Promise<string | undefined> {
  const refused = await Promise.all(probes.map((probe) => writeProblem(client, probe)));
  const problems = new Map<string, string[]>();
  for (const [index, problem] of refused.entries()) {
    if (problem !== undefined) problems.set(problem, [...(problems.get(problem) ?? []), probes[index]?.what ?? '']);
  }
  const texts = [...problems].map(([problem, what]) => `${[...new Set(what)].join(', ')}: ${problem}`);
  return texts.length === 0 ? undefined : texts.join('; ');
}

async function writeProblem(client: RedisClient, { key }: ProbeWrite): Promise<string | undefined> {
  try {
    await withTimeout(client.set(key, '1', 'PX', TTL_MS), WRITE_MS);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const owner = ownerOf(client, key);
    return `Redis${owner === undefined ? '' : ` at ${owner}`} refuses writes (${message})${remedyFor(message)}`;
  }
}

function remedyFor(message: string): string {
  if (message.startsWith('OOM')) return ': start workers, or raise maxmemory';
  if (message.startsWith('READONLY')) return ': the server is a replica; connect to its master';
  if (message.startsWith('NOREPLICAS')) return ': bring its replicas back';
  if (message.startsWith('MISCONF')) return ': it cannot write its disk; free space, and see its log';
  if (message.startsWith('NOPERM')) return ': give its user the commands and keys that docs/operations.md lists';
  return ': see its log, and redis-cli cluster info';
}
