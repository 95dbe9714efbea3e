import { onRedisNode } from './onRedisNode.js';
import type { TestRedis } from './startTestRedis.js';

/** A slot to move, by one of its keys, and indexes of its old and new master. */
export interface SlotMove {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

const KEYS_PER_STEP = 100;

/**
 * The steps of `redis-cli --cluster reshard`. `halfway` is called while the slot is marked as moving and half of its keys are
 * moved.
 */
export async function moveSlot(
  nodes: readonly TestRedis[],
  move: SlotMove,
  halfway?: () => Promise<void>,
): Promise<void> {
  const [source, target] = [nodes[move.from], nodes[move.to]];
  if (source === undefined || target === undefined || source === target) throw new RangeError('no such move');
  await onRedisNode(source, (from) =>
    onRedisNode(target, async (to) => {
      const slot = Number(await from.call('CLUSTER', 'KEYSLOT', move.key));
      const [fromId, toId] = [await from.call('CLUSTER', 'MYID'), await to.call('CLUSTER', 'MYID')].map(String);
      await to.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', fromId ?? '');
      await from.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', toId ?? '');
      const migrate = async (most: number): Promise<number> => {
        const keys = (await from.call('CLUSTER', 'GETKEYSINSLOT', slot, most)) as string[];
        if (keys.length > 0) {
          await from.call('MIGRATE', [
            '127.0.0.1',
            target.tlsPort ?? target.port,
            '',
            0,
            10_000,
            'REPLACE',
            'KEYS',
            ...keys,
          ]);
        }
        return keys.length;
      };
      const count = Number(await from.call('CLUSTER', 'COUNTKEYSINSLOT', slot));
      if (count > 1) await migrate(Math.floor(count / 2));
      await halfway?.();
      while ((await migrate(KEYS_PER_STEP)) > 0);
      for (const node of [to, from]) await node.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? '');
      // Replicas learn it from their masters.
      const others = nodes.filter((node) => node !== source && node !== target);
      for (const other of others) {
        await onRedisNode(other, async (client) => {
          const [role] = (await client.call('ROLE')) as [string];
          if (role === 'master') await client.call('CLUSTER', 'SETSLOT', slot, 'NODE', toId ?? '');
        });
      }
    }),
  );
}
