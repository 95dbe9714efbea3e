import type { RedisSettings } from '@sluice/embedded';
import { createRedisSecurity, type RedisSecurity } from './createRedisSecurity.js';
import { detachReplica, promoteReplica, waitUntilReplicated } from './clusterReplicas.js';
import { moveSlot } from './moveSlot.js';
import { onRedisNode, onRunningNodes, SETTLE_MS, type SlotRange } from './onRedisNode.js';
import { addressOfNode } from './startBusProxy.js';
import { startClusterNode, type ClusterNode } from './startClusterNode.js';
import type { TestRedis } from './startTestRedis.js';
import { waitFor } from './waitFor.js';

/** How a test's cluster differs from the usual one. */
export interface TestRedisClusterOptions {
  /** Settings of every node, as in a configuration file. */
  readonly conf?: RedisSettings;
  /** Whether each master has a replica. A replica replaces a master that is down for more than two seconds. */
  readonly replicas?: boolean;
  /** Whether nodes can be cut off from each other; only on Linux, where all of 127.0.0.0/8 is local. */
  readonly partitions?: boolean;
  /** Whether clients need TLS, and the nodes use it between them; `url` then has a user and a password. */
  readonly secured?: boolean;
}

/** A private Redis Cluster of three masters, each with an append-only file. */
export interface TestRedisCluster {
  /** `redis+cluster://…` with the addresses of all masters. */
  readonly url: string;
  /** The masters at the start; after them, if there are any, the replica of each in the same order. */
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
  /** Resolves when every node that runs reports `cluster_state:ok`. */
  readonly settled: () => Promise<void>;
  /** Resolves when every replica that runs has everything that its master acknowledged until now. */
  readonly replicated: () => Promise<void>;
  /** Keeps a replica from following its master; resolves with what lets it follow a master again. */
  readonly detach: (replica: number) => Promise<() => Promise<void>>;
  /**
   * Promotes a replica; resolves when all nodes that run follow it. `handOver`: its master, which runs, first gives it
   * everything. `takeOver`: with what it has, without asking any other node.
   */
  readonly promote: (replica: number, how: 'handOver' | 'takeOver') => Promise<void>;
  /**
   * Cuts a node off from the other nodes, but not from clients; returns what joins it again. Replication does not pass through
   * the bus: see {@link TestRedisCluster.detach}.
   */
  readonly cutOff: (node: number) => () => void;
  /** Stops all nodes and removes their data. */
  readonly stop: () => Promise<void>;
}

const MASTERS = 3;
const SLOTS = 16_384;

/** Starts three masters on free ports of the loopback interface and joins them. */
export async function startTestRedisCluster(options: TestRedisClusterOptions = {}): Promise<TestRedisCluster> {
  const { conf = {}, replicas = false, partitions = false } = options;
  const security = options.secured === true ? await createRedisSecurity() : undefined;
  const count = replicas ? 2 * MASTERS : MASTERS;
  const cutOff = partitions ? new Set<string>() : undefined;
  const started = await Promise.allSettled(
    Array.from({ length: count }, (_, index) => startClusterNode({ index, conf, cutOff, security })),
  );
  const nodes = started.flatMap((node) => (node.status === 'fulfilled' ? [node.value] : []));
  const stop = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
  };
  const settled = (): Promise<void> => waitUntilSettled(nodes);
  try {
    for (const node of started) if (node.status === 'rejected') throw node.reason;
    await join(nodes);
    await settled();
    if (replicas) await waitUntilReplicated(nodes);
  } catch (error) {
    await stop();
    throw error;
  }
  const ownerOf = (key: string): Promise<number> => findOwner(nodes, key);
  return {
    url: urlOf(nodes.slice(0, MASTERS), security),
    nodes,
    ownerOf,
    askOwner: async (key, command, ...args) => {
      const node = nodes[await ownerOf(key)];
      return node === undefined ? undefined : onRedisNode(node, (client) => client.call(command, ...args));
    },
    moveSlot: async (key, to, halfway) => {
      await moveSlot(nodes, { key, from: await ownerOf(key), to }, halfway);
      await settled();
    },
    settled,
    replicated: () => waitUntilReplicated(nodes),
    detach: (replica) => detachReplica(nodeAt(nodes, replica)),
    cutOff: (node) => {
      if (cutOff === undefined) throw new Error('nodes are cut off only with the option "partitions"');
      cutOff.add(addressOfNode(node));
      return () => void cutOff.delete(addressOfNode(node));
    },
    promote: async (replica, how) => {
      await promoteReplica(nodes, nodeAt(nodes, replica), how);
      await settled();
    },
    stop,
  };
}

function urlOf(masters: readonly TestRedis[], security: RedisSecurity | undefined): string {
  const hosts = masters.map(({ port, tlsPort }) => `127.0.0.1:${tlsPort ?? port}`).join(',');
  return security === undefined ? `redis+cluster://${hosts}` : `rediss+cluster://${security.userinfo}${hosts}`;
}

function nodeAt(nodes: readonly TestRedis[], index: number): TestRedis {
  const node = nodes[index];
  if (node === undefined) throw new RangeError(`the cluster has no node ${index}`);
  return node;
}

async function join(nodes: readonly ClusterNode[]): Promise<void> {
  const [first] = nodes;
  for (const [index, node] of nodes.entries()) {
    await onRedisNode(node, async (client) => {
      if (index < MASTERS) {
        const slots = Array.from({ length: share(index + 1) - share(index) }, (_, slot) => share(index) + slot);
        await client.call('CLUSTER', ['ADDSLOTS', ...slots]);
      }
      await client.call('CLUSTER', 'SET-CONFIG-EPOCH', index + 1);
      if (first === undefined || node === first) return;
      await client.call('CLUSTER', 'MEET', '127.0.0.1', first.tlsPort ?? first.port, first.busPort);
    });
  }
  for (const [index, node] of nodes.entries()) {
    if (index < MASTERS) continue;
    const master = await onRedisNode(nodeAt(nodes, index - MASTERS), (client) => client.call('CLUSTER', 'MYID'));
    // Refused until it knows the master.
    await waitFor(() => onRedisNode(node, (client) => client.call('CLUSTER', 'REPLICATE', String(master))), {
      what: 'a replica',
    });
  }
}

const share = (index: number): number => Math.floor((SLOTS * index) / MASTERS);

async function waitUntilSettled(nodes: readonly TestRedis[]): Promise<void> {
  await waitFor(
    async () => {
      const states = await onRunningNodes(nodes, (client) => client.call('CLUSTER', 'INFO'));
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
      const port = await onRedisNode(node, async (client) => {
        const slot = Number(await client.call('CLUSTER', 'KEYSLOT', key));
        const ranges = (await client.call('CLUSTER', 'SLOTS')) as SlotRange[];
        return ranges.find(([from, to]) => from <= slot && slot <= to)?.[2][1];
      });
      return nodes.findIndex((candidate) => candidate.port === port);
    } catch (error) {
      problems.push(error);
    }
  }
  throw new AggregateError(problems, 'no node of the cluster answers');
}
