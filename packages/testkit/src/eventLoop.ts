import { readFileSync } from 'node:fs';

/** Returns the number of rounds of the event loop that other work gets while `work` runs. */
export async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0;
  let isOver = false;
  const count = (): void => {
    rounds += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return rounds;
}

/** Runs of the same work: what makes one of them longer, such as a collection of garbage or other processes, is not its doing. */
const RUNS = 3;

/**
 * Returns the longest time for which one round of the event loop kept this thread busy while `work` ran, in milliseconds of
 * CPU time (decision 0064). Runs the work once for the compiler, then three times, and returns the shortest of the longest times.
 */
export async function longestStallDuring(work: () => Promise<unknown>): Promise<number> {
  await work();
  let shortest = Infinity;
  for (let run = 0; run < RUNS; run += 1) shortest = Math.min(shortest, await longestStallOfRun(work));
  process.stdout.write(`longest stall: ${shortest.toFixed(1)} ms\n`);
  return shortest;
}

async function longestStallOfRun(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let since = threadCpuMs();
  const measure = (): void => {
    const now = threadCpuMs();
    longest = Math.max(longest, now - since);
    since = now;
    if (!isOver) setImmediate(measure);
  };
  setImmediate(measure);
  await work();
  isOver = true;
  measure();
  return longest;
}

/** CPU time of the main thread; on systems without `/proc` that of the process. */
function threadCpuMs(): number {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  }
}
