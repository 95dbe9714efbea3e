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
  const sampling = setInterval(() => (most = Math.max(most, inUse())), 250);
  try {
    await work();
  } finally {
    clearInterval(sampling);
  }
  return most - before;
}
