import { excessPermits } from './excessPermits.js';

/**
 * State of a fair semaphore: permits, waiters and who is next. Pure: no clock, no promises.
 *
 * A tenant is `waiting` while it has at least one waiter. `half` is half of a limit, rounded down, at least 1.
 *
 * | invariant | after every call                                                                                      |
 * | --------- | ----------------------------------------------------------------------------------------------------- |
 * | capacity  | at most `capacity` permits are held                                                                   |
 * | half      | while another tenant waits, no tenant is granted a permit that gives it more than `half(capacity)`     |
 * | reserve   | the last `reserve` free permits go only to tenants that hold none                                     |
 * | tenant    | no tenant is granted a permit that gives it more than `perTenant` of it                               |
 * | progress  | no waiter could be granted a permit under the rules above                                             |
 * | order     | waiters of one tenant are served in order of arrival; among tenants the one with the fewest permits    |
 * |           | is next, then the one that was served longest ago                                                     |
 * | queue     | at most `queue` waiters; while another tenant waits, no tenant may add a waiter to `half(queue)` of its |
 * |           | own; a full queue drops the newest waiter of the tenant with the most for one that has at least two    |
 * |           | fewer                                                                                                 |
 */
export interface FairShares<Waiter> {
  /** Requests a permit. `dropped` is a waiter of another tenant that lost its place in the queue. */
  readonly acquire: (tenant: string, waiter: Waiter) => AcquireResult<Waiter>;
  /** Returns a permit. @returns waiters that now hold one */
  readonly release: (tenant: string) => readonly Waiter[];
  /** Removes a waiter that canceled; an unknown waiter is ignored. @returns waiters that now hold a permit */
  readonly cancel: (tenant: string, waiter: Waiter) => readonly Waiter[];
  /** Whether another tenant waits. */
  readonly othersWait: (tenant: string) => boolean;
  /** Permits that tenants hold beyond their share while others wait; see {@link excessPermits}. */
  readonly excess: () => ReadonlyMap<string, number>;
}

/** Result of a request for a permit. */
type AcquireResult<Waiter> =
  | { readonly outcome: 'granted' }
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'queued'; readonly dropped: Waiter | undefined };

/** Limits of a semaphore; whole numbers. */
export interface FairLimits {
  /** Permits. At least 1. */
  readonly capacity: number;
  /** Free permits that only tenants without any may take. Less than `capacity`. */
  readonly reserve: number;
  /** Permits that a tenant may hold at this moment, also alone; default: all. At least 1. A new value applies to the next grant. */
  readonly perTenant?: (tenant: string) => number;
  /** Most waiters. */
  readonly queue: number;
}

interface Tenant<Waiter> {
  readonly name: string;
  held: number;
  readonly waiters: Set<Waiter>;
  /** Sequence number of the last grant. */
  served: number;
}

interface State<Waiter> extends FairLimits {
  readonly tenants: Map<string, Tenant<Waiter>>;
  held: number;
  waiting: number;
  grants: number;
}

const halfOf = (limit: number): number => Math.max(1, Math.floor(limit / 2));

/** Returns the state without permits in use. Tenants without permits and waiters take no memory. */
export function createFairShares<Waiter>(limits: FairLimits): FairShares<Waiter> {
  const state: State<Waiter> = { ...limits, tenants: new Map(), held: 0, waiting: 0, grants: 0 };
  const { tenants } = state;
  const tenantOf = (name: string): Tenant<Waiter> => {
    const tenant = tenants.get(name) ?? { name, held: 0, waiters: new Set<Waiter>(), served: 0 };
    tenants.set(name, tenant);
    return tenant;
  };
  const forgetIdle = (name: string, { held, waiters }: Tenant<Waiter>): void => {
    if (held === 0 && waiters.size === 0) tenants.delete(name);
  };
  return {
    acquire: (name, waiter) => {
      const tenant = tenantOf(name);
      if (tenant.waiters.size === 0 && mayTake(state, tenant)) {
        grant(state, tenant);
        return { outcome: 'granted' };
      }
      const entry = wait(state, tenant, waiter);
      forgetIdle(name, tenant);
      return entry;
    },
    release: (name) => {
      const tenant = tenants.get(name);
      if (tenant === undefined || tenant.held === 0)
        throw new Error(`tenant ${name} returned a permit it did not hold`);
      tenant.held -= 1;
      state.held -= 1;
      const granted = serve(state);
      forgetIdle(name, tenant);
      return granted;
    },
    cancel: (name, waiter) => {
      const tenant = tenants.get(name);
      if (tenant?.waiters.has(waiter) !== true) return [];
      drop(state, tenant, waiter);
      const granted = serve(state);
      forgetIdle(name, tenant);
      return granted;
    },
    othersWait: (name) => state.waiting > (tenants.get(name)?.waiters.size ?? 0),
    excess: () => excessIn(state),
  };
}

function excessIn<W>({ tenants, waiting, capacity }: State<W>): ReadonlyMap<string, number> {
  if (waiting === 0) return new Map();
  const standings = [...tenants].map(([tenant, { held, waiters }]) => ({ tenant, held, waiting: waiters.size }));
  return excessPermits(standings, halfOf(capacity));
}

const othersWait = <W>({ waiting }: State<W>, { waiters }: Tenant<W>): boolean => waiting > waiters.size;

function mayTake<W>(state: State<W>, tenant: Tenant<W>): boolean {
  const free = state.capacity - state.held;
  const isFree = free > state.reserve || (free > 0 && tenant.held === 0);
  return (
    isFree &&
    tenant.held < (state.perTenant?.(tenant.name) ?? state.capacity) &&
    (tenant.held < halfOf(state.capacity) || !othersWait(state, tenant))
  );
}

function grant<W>(state: State<W>, tenant: Tenant<W>): void {
  tenant.held += 1;
  state.held += 1;
  state.grants += 1;
  tenant.served = state.grants;
}

function drop<W>(state: State<W>, tenant: Tenant<W>, waiter: W): void {
  tenant.waiters.delete(waiter);
  state.waiting -= 1;
}

/** Grants permits until no waiter may take one. */
function serve<W>(state: State<W>): readonly W[] {
  const granted: W[] = [];
  for (let tenant = nextOf(state); tenant !== undefined; tenant = nextOf(state)) {
    const [first] = tenant.waiters as Iterable<W> as [W];
    drop(state, tenant, first);
    grant(state, tenant);
    granted.push(first);
  }
  return granted;
}

function nextOf<W>(state: State<W>): Tenant<W> | undefined {
  let best: Tenant<W> | undefined;
  for (const tenant of state.tenants.values()) {
    if (tenant.waiters.size === 0 || !mayTake(state, tenant)) continue;
    if (best === undefined || comesBefore(tenant, best)) best = tenant;
  }
  return best;
}

const comesBefore = <W>(a: Tenant<W>, b: Tenant<W>): boolean =>
  a.held === b.held ? a.served < b.served : a.held < b.held;

function wait<W>(state: State<W>, tenant: Tenant<W>, waiter: W): AcquireResult<W> {
  const own = tenant.waiters.size;
  if (state.queue === 0 || (own >= halfOf(state.queue) && othersWait(state, tenant))) return { outcome: 'refused' };
  const isFull = state.waiting >= state.queue;
  const dropped = isFull ? dropNewest(state, own) : undefined;
  if (isFull && dropped === undefined) return { outcome: 'refused' };
  tenant.waiters.add(waiter);
  state.waiting += 1;
  return { outcome: 'queued', dropped };
}

/** Drops a waiter from a full queue for a tenant with `own` waiters; `undefined` if that is not fairer. */
function dropNewest<W>(state: State<W>, own: number): W | undefined {
  const longest = [...state.tenants.values()].reduce((a, b) => (b.waiters.size > a.waiters.size ? b : a));
  if (longest.waiters.size < own + 2) return undefined;
  const newest = [...longest.waiters].at(-1) as W;
  drop(state, longest, newest);
  return newest;
}
