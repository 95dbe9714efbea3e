import { readdirSync, statSync } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Rig } from './rig.js';

function appendOnlyFile(rig: Rig): string {
  const directory = join(rig.system.dataDir, 'redis', 'appendonlydir');
  const name = readdirSync(directory).find((file) => file.endsWith('.incr.aof'));
  if (name === undefined) throw new Error(`no append-only file in ${directory}`);
  return join(directory, name);
}

/** Current size of the append-only file in bytes, including all commands answered so far. */
export const appendOnlySize = (rig: Rig): number => statSync(appendOnlyFile(rig)).size;

/** Kills Redis and restarts it with the append-only file truncated to this size. Resolves with the time of the kill. */
export async function rewindRedis(rig: Rig, size: number): Promise<number> {
  process.kill(await rig.redisPid(), 'SIGKILL');
  await rig.processes.redis.stop();
  const deadAt = Date.now();
  await truncate(appendOnlyFile(rig), size);
  await rig.processes.redis.start();
  return deadAt;
}
