import type { Redis } from 'ioredis';

/** Memory of a Redis server, in bytes. */
export interface MemoryPressure {
  readonly usedBytes: number;
  /** `maxmemory`; without it, the memory of the machine. */
  readonly maxBytes: number;
}

/** Reads how full the Redis server of `client` is. */
export async function memoryPressure(client: Redis): Promise<MemoryPressure> {
  const report = await client.info('memory');
  const read = (field: string): number => Number(new RegExp(`^${field}:(\\d+)`, 'm').exec(report)?.[1] ?? 0);
  const limit = read('maxmemory');
  return { usedBytes: read('used_memory'), maxBytes: limit > 0 ? limit : read('total_system_memory') };
}
