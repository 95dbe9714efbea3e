import { readFile } from 'node:fs/promises';
import { residentPids } from './memory.js';

/** The Node processes that serve requests. They must keep running within their memory limits. */
export interface Residents {
  /** Resident memory of all of them in megabytes; `undefined` without `/proc`. @throws if one of them has ended */
  megabytes(): Promise<number | undefined>;
}

/** Finds the processes once, so that each measurement is cheap. */
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
