import { freePort, type RedisSettings } from '@sluice/embedded';
import { Redis } from 'ioredis';
import { startTestRedis, type TestRedis } from './startTestRedis.js';
import { waitFor } from './waitFor.js';

/** How a test's cluster differs from the usual one. */
export interface TestRedisClusterOptions {
  /** Settings of every node, as in a configuration file. */
  readonly conf?: RedisSettings;
}

/** A private Redis Cluster of three masters without replicas, each with an append-only file. */
export interface TestRedisCluster {
  /** `redis+cluster://…` with the addresses of all masters. */
  readonly url: string;
  readonly nodes: readonly TestRedis[];
  /** Index of the master that has the slot of `key`. */
  readonly ownerOf: (key: string) => Promise<number>;
  /** Runs a command on the master that has the slot of `key`. */
  readonly askOwner: (key: string, command: string, ...args: (string | number)[]) => Promise<unknown>;
  /**
   * Moves the slot of `key` with its keys to the master with this index. `halfway` is called while the slot is marked as
   * moving and half of its keys are moved.
   */
  readonly moveSlot: (key: string, to: number, halfway?: () => Promise<void>) => Promise<void>;
  /** Resolves when every master that runs reports `cluster_state:ok`. */
  readonly settled: () => Promise<void>;
  /** Stops all nodes and removes their data. */
  readonly stop: () => Promise<void>;
}

const MASTERS = 3;
const SLOTS = 16_384;
/** Port of the cluster's bus, above that of the node. */
const BUS_OFFSET = 10_000;
/** Of a cluster's start and of its return after a node was away. */
const SETTLE_MS = 60_000;

/** Starts three masters on free ports of the loopback interface and joins them. */
export async function startTestRedisCluster({ conf = {} }: TestRedisClusterOptions = {}): Promise<TestRedisCluster> {
  const started = await Promise.allSettled(Array.from({ length: MASTERS }, () => startNode(conf)));
  const nodes = started.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  const settled = (): Promise<void> => waitUntilSettled(nodes);
  try {
    for (const node of started) if (node.status === 'rejected') throw node.reason;
    await join(nodes);
    await settled();
  } catch (error) {
    await stop();
    throw error;
  }
  const ownerOf = (key: string): Promise<number> => findOwner(nodes, key);
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    ownerOf,
    askOwner: async (key, command, ...args) => {
      const node = nodes[await ownerOf(key)];
      return node === undefined ? undefined : onNode(node, (client) => client.call(command, ...args));
    },
    moveSlot: async (key, to, halfway) => {
      await moveSlot(nodes, { key, from: await ownerOf(key), to }, halfway);
      await settled();
    },
    settled,
    stop,
  };
}

async function startNode(conf: RedisSettings): Promise<TestRedis> {
  return startTestRedis({
    port: await portWithBus(),
    conf: { 'cluster-enabled': 'yes', 'cluster-node-timeout': '2000', ...conf },
  });
}

/** A free port whose bus port, 10,000 above it, exists. */
async function portWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port + BUS_OFFSET < 65_536) return port;
  }
}

async function join(nodes: readonly TestRedis[]): Promise<void> {
  const [first] = nodes;
  for (const [index, node] of nodes.entries()) {
    await onNode(node, async (client) => {
      const slots = Array.from({ length: share(index + 1) - share(index) }, (_, slot) => share(index) + slot);
      await client.call('CLUSTER', ['ADDSLOTS', ...slots]);
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      if (first !== undefined && node !== first) await client.call('CLUSTER', 'MEET', '127.0.0.1', first.port);
    });
  }
}

const share = (index: number): number => Math.floor((SLOTS * index) / MASTERS);

async function waitUntilSettled(nodes: readonly TestRedis[]): Promise<void> {
  await waitFor(
    async () => {
      const states = await Promise.all(nodes.map((node) => onNode(node, (client) => client.call('CLUSTER', 'INFO'))));
      return states.every((state) => {
        const text = String(state);
        return text.includes('cluster_state:ok') && text.includes(`cluster_known_nodes:${nodes.length}`);
      });
    },
    { what: 'cluster_state:ok on every node', timeoutMs: SETTLE_MS },
  );
}

async function findOwner(nodes: readonly TestRedis[], key: string): Promise<number> {
  const problems: unknown[] = [];
  for (const node of nodes) {
    try {
      const port = await onNode(node, async (client) => {
        const slot = Number(await client.call('CLUSTER', 'KEYSLOT', key));
        const ranges = (await client.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][];
        return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
      });
      return nodes.findIndex((candidate) => candidate.port === port);
    } catch (error) {
      problems.push(error);
    }
  }
  throw new AggregateError(problems, 'no node of the cluster answers');
}

interface Move {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const KEYS_PER_STEP = 100;

/** The steps of `redis-cli --cluster reshard`. */
async function moveSlot(nodes: readonly TestRedis[], move: Move, halfway?: () => Promise<void>): Promise<void> {
  const [source, target] = [nodes[move.from], nodes[move.to]];
  if (source === undefined || target === undefined || source === target) throw new RangeError('no such move');
  await onNode(source, (from) =>
    onNode(target, async (to) => {
      const slot = Number(await from.call('CLUSTER', 'KEYSLOT', move.key));
      const [fromId, toId] = [await from.call('CLUSTER', 'MYID'), await to.call('CLUSTER', 'MYID')].map(String);
      await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
      await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
      const migrate = async (most: number): Promise<number> => {
        const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, most)) as string[];
        if (keys.length > 0) {
          await from.call('MIGRATE', ['127.0.0.1', target.port, '', 0, 10_000, 'REPLACE', 'KEYS', ...keys]);
        }
        return keys.length;
      };
      const count = Number(await from.call('CLUSTER', 'COUNTKEYSINSLOT', slot));
      if (count > 1) await migrate(Math.floor(count / 2));
      await halfway?.();
      while ((await migrate(KEYS_PER_STEP)) > 0);
      for (const node of [to, from]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? '');
      const others = nodes.filter((node) => node !== source && node !== target);
      for (const other of others) {
        await onNode(other, (client) => client.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? ''));
      }
    }),
  );
}

/** Runs `work` with a connection to one node, without redirections. */
async function onNode<T>(node: TestRedis, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(node.url, { retryStrategy: () => null, maxRetriesPerRequest: 0, connectTimeout: 2_000 });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}
