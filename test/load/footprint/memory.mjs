// Memory of `npm start`: PSS, so that shared memory is counted once.
import { setTimeout as delay } from 'node:timers/promises';
import { MIX } from '../endToEnd/events.mjs';
import { startGenerator } from '../endToEnd/startGenerator.mjs';
import { memoryBytes, memoryBytesOfTree } from '../support/processes.mjs';

const CONNECTIONS = 64;
const SAMPLE_MS = 2_000;
const DRAIN_MS = 300_000;

/** Bytes by role. Redis and PostgreSQL are separate from `sluice`, the sum of its own processes. */
function readMemory({ main, workers, postgres, redis }) {
  const own = { main: memoryBytes(main), workers: memoryBytes(workers) };
  return {
    ...own,
    sluice: own.main + own.workers,
    postgres: memoryBytesOfTree(postgres),
    redis: memoryBytesOfTree(redis),
  };
}

/** After some seconds in which nothing is asked of it. */
export async function measureIdle({ pids }, idleSeconds) {
  await delay(1_000 * idleSeconds);
  return readMemory(pids);
}

/** The maximum by role while mixed events arrive at `rate` a second, and the value at the end of the load. */
export async function measureLoaded({ pids, port, keys, depth }, { rate, seconds }) {
  const variety = { users: 5_000, groups: 20, agents: 50 };
  const load = await startGenerator({ port, keys, connections: CONNECTIONS, kinds: MIX, variety });
  try {
    const running = load.run({ rate, seconds });
    const samples = [];
    const stopping = new AbortController();
    const sampling = (async () => {
      while (!stopping.signal.aborted) {
        samples.push(readMemory(pids));
        await delay(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    })();
    const sent = await running.finally(() => stopping.abort());
    await sampling;
    await depth.untilEmpty(DRAIN_MS);
    const most = Object.fromEntries(
      Object.keys(samples[0]).map((role) => [role, Math.max(...samples.map((sample) => sample[role]))]),
    );
    return { most, last: samples.at(-1), samples, perSecond: sent.perSecond };
  } finally {
    await load.stop();
  }
}
