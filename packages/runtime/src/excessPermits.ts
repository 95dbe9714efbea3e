/** Permits and waiters of one tenant. */
export interface TenantPermits {
  readonly tenant: string;
  /** Permits. */
  readonly held: number;
  /** Waiters. */
  readonly waiting: number;
}

/**
 * Returns the permits that each tenant should release for waiters of others. Pure. Each waiter claims at most one
 * permit, starting with the tenant that has the fewest, from the tenant that has the most:
 *
 * | the waiter's tenant holds | is owed a permit of a tenant that holds              |
 * | ------------------------- | ---------------------------------------------------- |
 * | none                      | at least two                                         |
 * | some                      | more than `half`, and at least two more than its own |
 *
 * A permit that is transferred is therefore never claimed back for the same reason.
 */
export function excessPermits(standings: readonly TenantPermits[], half: number): ReadonlyMap<string, number> {
  const tenants = standings.map((standing) => ({ ...standing }));
  const owed = new Map<string, number>();
  for (;;) {
    const [next] = tenants.filter(({ waiting }) => waiting > 0).sort((a, b) => a.held - b.held);
    const [holder] = [...tenants].sort((a, b) => b.held - a.held);
    if (next === undefined || holder === undefined || !isInExcess(holder.held, next.held, half)) return owed;
    holder.held -= 1;
    next.held += 1;
    next.waiting -= 1;
    owed.set(holder.tenant, (owed.get(holder.tenant) ?? 0) + 1);
  }
}

const isInExcess = (holds: number, waiterHolds: number, half: number): boolean =>
  holds >= waiterHolds + 2 && (waiterHolds === 0 || holds > half);
