/** How much work each tenant had in the last seconds. */
export interface RecentLoad {
  /** Adds work that ended now and took so many milliseconds. */
  readonly add: (tenant: string, ms: number) => void;
  /** Returns the average number of operations of a tenant that ran at the same time. Those that still run do not count. */
  readonly of: (tenant: string) => number;
}

/** The work of a moment counts 63 % less after each such time. */
const WINDOW_MS = 2_000;

interface Load {
  ms: number;
  at: number;
}

/** Returns the load of tenants that have had no work. @param clock milliseconds */
export function createRecentLoad(clock: () => number = () => performance.now()): RecentLoad {
  const loads = new Map<string, Load>();
  let sweptAt = clock();
  const decayed = ({ ms, at }: Load, now: number): number => ms * Math.exp((at - now) / WINDOW_MS);
  /** What is less than a millisecond is forgotten, so that the map has only tenants of the last seconds. */
  const sweep = (now: number): void => {
    if (now - sweptAt < WINDOW_MS) return;
    sweptAt = now;
    for (const [tenant, load] of loads) if (decayed(load, now) < 1) loads.delete(tenant);
  };
  return {
    add: (tenant, ms) => {
      const now = clock();
      sweep(now);
      const load = loads.get(tenant);
      loads.set(tenant, { ms: ms + (load === undefined ? 0 : decayed(load, now)), at: now });
    },
    of: (tenant) => {
      const load = loads.get(tenant);
      return load === undefined ? 0 : decayed(load, clock()) / WINDOW_MS;
    },
  };
}
