import { readFile } from 'node:fs/promises';
import { residentPids } from './memory.js';

/** The Node processes that serve requests, watched: the same ones must live on, within bounds of memory. */
export interface Residents {
  /** Megabytes resident in all of them; throws where one of them is gone. `undefined` where there is no `/proc`. */
  megabytes(): Promise<number | undefined>;
}

/** Finds the processes once, so that a look at them costs next to nothing. */
export async function watchResidents(roots: readonly number[]): Promise<Residents> {
  const pids = await residentPids(roots);
  return {
    async megabytes() {
      if (pids === undefined) return undefined;
      let sum = 0;
      for (const pid of pids) {
        const status = await readFile(`/proc/${pid}/status`, 'utf8');
        sum += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
      }
      return sum / 1024;
    },
  };
}
