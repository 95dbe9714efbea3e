/** What a tenant of a fair semaphore has. */
export interface TenantPermits {
  readonly tenant: string;
  /** Permits. */
  readonly held: number;
  /** Waiters. */
  readonly waiting: number;
}

/**
 * Permits that tenants hold and others are owed, by tenant; tenants that owe nothing are left out. Each waiter is owed at
 * most one, those of the tenant with the fewest permits first, by the tenant with the most:
 *
 * | the waiter's tenant holds | is owed a permit of a tenant that holds              |
 * | ------------------------- | ---------------------------------------------------- |
 * | none                      | at least two                                         |
 * | some                      | more than `half`, and at least two more than its own |
 *
 * A permit that changes hands therefore never comes back for the same reason. Pure.
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
