/** How much work each tenant had in the last seconds. */
export interface RecentLoad {
  /** Adds work that ended now. @param ms how long it took */
  readonly add: (tenant: string, ms: number) => void;
  /** Returns the average number of operations of a tenant that ran at the same time. Those that still run do not count. */
  readonly of: (tenant: string) => number;
}

/** Time constant of the exponential decay: work that ended this long ago counts 37 %. */
const WINDOW_MS = 2_000;

interface Load {
  ms: number;
  at: number;
}

/** Returns a record without work. @param clock in milliseconds */
export function createRecentLoad(clock: () => number = () => performance.now()): RecentLoad {
  const loads = new Map<string, Load>();
  let sweptAt = clock();
  const decayed = ({ ms, at }: Load, now: number): number => ms * Math.exp((at - now) / WINDOW_MS);
  /** Forgets loads below one millisecond, so that the map has only tenants of the last seconds. */
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
