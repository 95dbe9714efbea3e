import { Redis } from 'ioredis';
import type { TestRedis } from './startTestRedis.js';

/** Of a cluster's start and of its return after a node was away. */
export const SETTLE_MS = 60_000;

/** A range of slots and its master, as `CLUSTER SLOTS` names them. */
export type SlotRange = [from: number, to: number, master: [host: string, port: number]];

/** Runs `work` with a connection to one node, without redirections. Rejects if it does not answer. */
export async function onRedisNode<T>(node: TestRedis, work: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(node.url, {
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    commandTimeout: 20_000,
  });
  client.on('error', () => undefined);
  try {
    return await work(client);
  } finally {
    client.disconnect();
  }
}

/** Runs `ask` on every node that runs. Rejects if one answers with an error. */
export async function onRunningNodes<T>(nodes: readonly TestRedis[], ask: (client: Redis) => Promise<T>): Promise<T[]> {
  const isRunning = (node: TestRedis): Promise<boolean> =>
    onRedisNode(node, (client) => client.ping()).then(
      () => true,
      () => false,
    );
  const running = await Promise.all(nodes.map(isRunning));
  return Promise.all(nodes.filter((_, index) => running[index]).map((node) => onRedisNode(node, ask)));
}
