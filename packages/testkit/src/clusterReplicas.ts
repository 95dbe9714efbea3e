import type { Redis } from 'ioredis';
import { onRedisNode, onRunningNodes, SETTLE_MS, type SlotRange } from './onRedisNode.js';
import type { TestRedis } from './startTestRedis.js';
import { waitFor } from './waitFor.js';

/** A reply of ROLE: of a master with its offset and with the address and the acknowledged offset of each replica. */
type Role =
  | readonly ['master', number, readonly (readonly [string, string, string])[]]
  | readonly ['slave', string, number, string, number];

/** Resolves when every replica that runs has everything that its master acknowledged until now. */
export async function waitUntilReplicated(nodes: readonly TestRedis[]): Promise<void> {
  await onRunningNodes(nodes, async (client) => {
    let offset: number | undefined;
    await waitFor(
      async () => {
        const role = (await client.call('ROLE')) as Role;
        if (role[0] === 'slave') return role[3] === 'connected';
        // Not WAIT: that waits for the writes of its own connection.
        const until = (offset ??= role[1]);
        return role[2].every(([, , acknowledged]) => Number(acknowledged) >= until);
      },
      { what: 'replicas', timeoutMs: SETTLE_MS },
    );
  });
}

/**
 * Keeps a replica from following its master, which asks for no password and refuses connections that send one. Resolves with
 * what lets it follow a master again.
 */
export async function detachReplica(node: TestRedis): Promise<() => Promise<void>> {
  await onRedisNode(node, async (client) => {
    await client.config('SET', 'masterauth', 'detached');
    await client.call('CLIENT', 'KILL', 'TYPE', 'master');
    await waitFor(async () => (await client.info('replication')).includes('master_link_status:down'));
  });
  return async () => {
    await onRedisNode(node, (client) => client.config('SET', 'masterauth', ''));
  };
}

/** Promotes a replica; resolves when all nodes that run follow it. `takeOver` asks no other node. */
export async function promoteReplica(
  nodes: readonly TestRedis[],
  node: TestRedis,
  how: 'handOver' | 'takeOver',
): Promise<void> {
  await onRedisNode(node, async (client) => {
    await client.call('CLUSTER', ['FAILOVER', ...(how === 'takeOver' ? ['TAKEOVER'] : [])]);
    await waitFor(async () => ((await client.call('ROLE')) as Role)[0] === 'master', {
      what: 'a promoted replica',
      timeoutMs: SETTLE_MS,
    });
  });
  const port = node.port;
  const isKnown = async (client: Redis): Promise<boolean> =>
    ((await client.call('CLUSTER', 'SLOTS')) as SlotRange[]).some(([, , [, master]]) => master === port);
  await waitFor(async () => (await onRunningNodes(nodes, isKnown)).every(Boolean), {
    what: 'the new master everywhere',
    timeoutMs: SETTLE_MS,
  });
}
