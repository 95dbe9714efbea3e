import type { Redis } from 'ioredis';
import { serversOf, type RedisClient } from './connection/redisClient.js';

/** Memory of a Redis server, in bytes. */
export interface MemoryPressure {
  readonly usedBytes: number;
  /** `maxmemory`; without it, the memory of the machine. */
  readonly maxBytes: number;
}

/** Reads how full the fullest server of `client` is: a full master of a cluster refuses its part of the writes. */
export async function memoryPressure(client: RedisClient): Promise<MemoryPressure> {
  // The masters of a cluster are known once it is connected.
  if (client.status !== 'ready') await client.ping();
  const all = await Promise.all(serversOf(client).map(readMemory));
  return all.reduce((fullest, next) => (share(next) > share(fullest) ? next : fullest), { usedBytes: 0, maxBytes: 0 });
}

const share = ({ usedBytes, maxBytes }: MemoryPressure): number => (maxBytes > 0 ? usedBytes / maxBytes : -1);

async function readMemory(server: Redis): Promise<MemoryPressure> {
  const report = await server.info('memory');
  const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(report)?.[1] ?? 0);
  const limit = read('maxmemory');
  return { usedBytes: read('used_memory'), maxBytes: limit > 0 ? limit : read('total_system_memory') };
}
