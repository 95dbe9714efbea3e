// Samples a system under load: queue depth every second, memory of each process every five seconds.
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, cpuSecondsOfTree, memoryBytes, memoryBytesOfTree } from '../support/processes.mjs';

const TYPES = ['exception', 'log', 'span', 'hit', 'replay', 'metric'];
const PERIOD_MS = 1_000;
const MEMORY_EVERY = 5;

/** Reads all queues together. `close` ends its connection. */
export async function openDepth(redisUrl, shards = 1) {
  const { createDepthReader } = await import('../../../packages/queues/dist/index.js');
  const reader = createDepthReader({ url: redisUrl, shards });
  await reader.start();
  const read = async () => {
    const depths = await Promise.all(TYPES.map((type) => reader.read(type)));
    return {
      events: depths.reduce((sum, { events }) => sum + events, 0),
      jobs: depths.reduce((sum, { jobs }) => sum + jobs, 0),
      oldestMs: Math.max(0, ...depths.map(({ oldestAgeMs }) => oldestAgeMs ?? 0)),
      byType: Object.fromEntries(TYPES.map((type, i) => [type, depths[i].events])),
    };
  };
  const untilEmpty = async (withinMs) => {
    const deadline = Date.now() + withinMs;
    while ((await read()).jobs > 0) {
      if (Date.now() > deadline) throw new Error(`the queues did not empty within ${withinMs} ms`);
      await delay(100);
    }
  };
  return { read, untilEmpty, close: () => reader.stop() };
}

/** CPU seconds so far by role; servers with their children. @param {Record<string, number>} pids by role */
export const cpuByRole = (pids) =>
  Object.fromEntries(
    Object.entries(pids).map(([role, pid]) => [role, role === 'postgres' ? cpuSecondsOfTree(pid) : cpuSeconds(pid)]),
  );

const memoryByRole = (pids) =>
  Object.fromEntries(
    Object.entries(pids).map(([role, pid]) => [role, role === 'postgres' ? memoryBytesOfTree(pid) : memoryBytes(pid)]),
  );

/**
 * Watches until `stop`, which resolves with `{ depth, memory }`: samples in order, `at` in seconds since the start.
 * @param onDepth called with each depth
 */
export function watch(depth, pids, onDepth = () => undefined) {
  const startedAt = performance.now();
  const samples = { depth: [], memory: [] };
  const stopping = new AbortController();
  const at = () => Math.round((performance.now() - startedAt) / 1_000);
  const loop = async () => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      if (round % MEMORY_EVERY === 0) samples.memory.push({ at: at(), ...memoryByRole(pids) });
      const found = await depth.read();
      samples.depth.push({ at: at(), ...found });
      onDepth(found);
      await delay(PERIOD_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const watching = loop();
  return {
    stop: async () => {
      stopping.abort();
      await watching;
      return samples;
    },
  };
}
