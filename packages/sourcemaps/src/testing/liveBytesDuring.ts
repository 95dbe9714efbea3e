import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** The most bytes that were in use (heap and buffers, garbage aside) beyond those before, while `work` was under way. */
export async function liveBytesDuring(work: () => Promise<void>): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const inUse = (): number => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = inUse();
  let most = before;
  let timer: NodeJS.Timeout | undefined;
  // In a process with a large heap a collection takes a second: work has most of the time between two of them.
  const sample = (): void => {
    const began = performance.now();
    most = Math.max(most, inUse());
    timer = setTimeout(sample, Math.max(250, 4 * (performance.now() - began)));
  };
  sample();
  try {
    await work();
  } finally {
    clearTimeout(timer);
  }
  return most - before;
}
