import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createFairShares, type FairLimits, type FairShares } from './fairShares.js';

const TENANTS = ['a', 'b', 'c', 'd'];
const half = (limit: number): number => Math.max(1, Math.floor(limit / 2));

const step = fc.record({
  kind: fc.constantFrom('enter', 'enter', 'enter', 'leave', 'leave', 'cancel'),
  tenant: fc.constantFrom(...TENANTS, 'a', 'a'),
  at: fc.nat(50),
});
const limitsOf = fc
  .record({
    capacity: fc.integer({ min: 1, max: 9 }),
    reserve: fc.nat(3),
    queue: fc.nat(9),
    shares: fc.record(Object.fromEntries(TENANTS.map((tenant) => [tenant, fc.integer({ min: 1, max: 9 })]))),
  })
  .map(({ shares, ...limits }) => ({
    ...limits,
    reserve: Math.min(limits.reserve, limits.capacity - 1),
    perTenant: (tenant: string) => shares[tenant] ?? 1,
  }));

test('random schedules keep every invariant, and every waiter is served', () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`fair shares: FC_SEED=${seed}\n`);
  fc.assert(
    fc.property(limitsOf, fc.array(step, { maxLength: 80 }), (limits, steps) => {
      const seen = observed(limits);
      for (const { kind, tenant, at } of steps) {
        if (kind === 'enter') seen.enter(tenant);
        else if (kind === 'leave') seen.leave(tenant);
        else seen.cancel(at);
      }
      for (let rounds = 0; seen.total() > 0; rounds += 1) {
        expect(rounds).toBeLessThan(1_000);
        for (const tenant of TENANTS) seen.leave(tenant);
      }
      expect(seen.waiting()).toBe(0);
    }),
    { numRuns: 300, seed },
  );
});

describe('one tenant', () => {
  test('alone may hold no more permits than one tenant may', () => {
    const seen = observed({ capacity: 8, reserve: 1, queue: 10, perTenant: (tenant) => (tenant === 'a' ? 3 : 2) });
    expect(Array.from({ length: 4 }, () => seen.enter('a'))).toEqual([...Array<string>(3).fill('granted'), 'queued']);
    expect([seen.enter('b'), seen.enter('c')]).toEqual(['granted', 'granted']);
    seen.leave('a');
    expect([seen.heldBy('a'), seen.waiting()]).toEqual([3, 0]);
  });

  test('gets the permits of a raised limit with the next release, and loses those of a lowered limit as it returns them', () => {
    let limit = 1;
    const shares = createFairShares<number>({ capacity: 8, reserve: 0, queue: 10, perTenant: () => limit });
    const asked = [0, 1, 2, 3].map((waiter) => shares.acquire('a', waiter).outcome);
    expect(asked).toEqual(['granted', 'queued', 'queued', 'queued']);
    limit = 2;
    expect(shares.release('a')).toEqual([1, 2]);
    limit = 1;
    expect(shares.release('a')).toEqual([]);
    expect(shares.release('a')).toEqual([3]);
  });

  test('alone may hold all permits except the reserve, which another tenant gets at once', () => {
    const seen = observed({ capacity: 8, reserve: 1, queue: 10 });
    expect(Array.from({ length: 8 }, () => seen.enter('a'))).toEqual([...Array<string>(7).fill('granted'), 'queued']);
    expect(seen.enter('b')).toBe('granted');
  });

  test('gets no more than half of the permits while another one waits', () => {
    const seen = observed({ capacity: 8, reserve: 0, queue: 10 });
    for (let i = 0; i < 12; i += 1) seen.enter('a');
    for (let i = 0; i < 5; i += 1) expect(seen.enter('b')).toBe('queued');
    for (let i = 0; i < 4; i += 1) seen.leave('a');
    expect([seen.heldBy('a'), seen.heldBy('b')]).toEqual([4, 4]);
    seen.leave('a');
    // b holds half already, so the next permit goes to a although b waits too.
    expect([seen.heldBy('a'), seen.heldBy('b'), seen.waiting()]).toEqual([4, 4, 4]);
  });

  test('that fills the queue loses its newest places to another tenant, down to a fair share', () => {
    const seen = observed({ capacity: 1, reserve: 0, queue: 4 });
    for (let i = 0; i < 5; i += 1) seen.enter('a');
    expect(seen.enter('a')).toBe('refused');
    expect([seen.enter('b'), seen.enter('b'), seen.enter('b')]).toEqual(['queued', 'queued', 'refused']);
  });
});

/**
 * Releases, round by round, the permits that are owed; with `again`, a holder that lost a permit requests one
 * immediately.
 */
function settle(seen: ReturnType<typeof observed>, again: boolean): void {
  for (let rounds = 0; seen.shares.excess().size > 0; rounds += 1) {
    expect(rounds).toBeLessThan(100);
    for (const [tenant, permits] of seen.shares.excess()) {
      for (let i = 0; i < permits; i += 1) seen.leave(tenant);
      for (let i = 0; i < permits && again; i += 1) seen.enter(tenant);
    }
  }
}

test('when excess permits are released, no tenant holds more than half while others wait, nor two while one without a permit waits', () => {
  const seed = Number(process.env['FC_SEED'] ?? Date.now() % 2 ** 31);
  process.stdout.write(`owed permits: FC_SEED=${seed}\n`);
  fc.assert(
    fc.property(limitsOf, fc.array(step, { maxLength: 60 }), fc.boolean(), (limits, steps, again) => {
      const seen = observed(limits);
      for (const { kind, tenant, at } of steps) {
        if (kind === 'enter') seen.enter(tenant);
        else if (kind === 'leave') seen.leave(tenant);
        else seen.cancel(at);
        settle(seen, again);
        for (const holder of TENANTS.filter((name) => seen.shares.othersWait(name))) {
          expect(seen.heldBy(holder)).toBeLessThanOrEqual(Math.ceil(limits.capacity / 2));
        }
        const newcomerWaits = TENANTS.some((name) => seen.heldBy(name) === 0 && seen.waitingOf(name).length > 0);
        expect(Math.max(...TENANTS.map((name) => seen.heldBy(name)))).toBeLessThan(newcomerWaits ? 2 : Infinity);
      }
    }),
    { numRuns: 300, seed },
  );
});

test('there is no excess while no other tenant waits', () => {
  const seen = observed({ capacity: 8, reserve: 1, queue: 10 });
  for (let i = 0; i < 9; i += 1) seen.enter('a');
  seen.enter('b');
  expect(seen.shares.excess()).toEqual(new Map());
  for (let i = 0; i < 2; i += 1) seen.enter('c');
  expect(seen.shares.excess()).toEqual(new Map([['a', 2]]));
});

test('returning a permit that is not held throws', () => {
  expect(() => createFairShares({ capacity: 1, reserve: 0, queue: 0 }).release('a')).toThrow(/did not hold/);
});

interface Waiter {
  readonly tenant: string;
  readonly id: number;
}

/** State of a schedule, tracked independently of the implementation; asserts every invariant of the file comment. */
function observed(limits: FairLimits) {
  const { capacity, reserve, queue, perTenant = () => capacity } = limits;
  const shares: FairShares<Waiter> = createFairShares(limits);
  const held = new Map(TENANTS.map((tenant) => [tenant, 0]));
  const served = new Map<string, number>();
  let waiters: Waiter[] = [];
  let ids = 0;
  let grants = 0;
  const heldBy = (tenant: string): number => held.get(tenant) ?? 0;
  const total = (): number => TENANTS.reduce((sum, tenant) => sum + heldBy(tenant), 0);
  const waitingOf = (tenant: string): readonly Waiter[] => waiters.filter((waiter) => waiter.tenant === tenant);
  const othersWait = (tenant: string): boolean => waiters.some((waiter) => waiter.tenant !== tenant);
  const mayTake = (tenant: string): boolean => {
    const free = capacity - total();
    const isReserved = free <= reserve && !(free > 0 && heldBy(tenant) === 0);
    const isFull = heldBy(tenant) >= perTenant(tenant);
    return free > 0 && !isReserved && !isFull && !(othersWait(tenant) && heldBy(tenant) >= half(capacity));
  };
  const grant = (tenant: string): void => {
    expect(mayTake(tenant)).toBe(true);
    held.set(tenant, heldBy(tenant) + 1);
    served.set(tenant, (grants += 1));
  };
  const forgetIdle = (): void => {
    for (const tenant of TENANTS) {
      if (heldBy(tenant) === 0 && waitingOf(tenant).length === 0) served.delete(tenant);
    }
  };
  const serve = (granted: readonly Waiter[]): void => {
    for (const waiter of granted) {
      const { tenant } = waiter;
      expect(waitingOf(tenant)[0]).toBe(waiter);
      const eligible = TENANTS.filter((other) => waitingOf(other).length > 0 && mayTake(other));
      const rank = (other: string): number => heldBy(other) * 1e9 + (served.get(other) ?? 0);
      expect(rank(tenant)).toBe(Math.min(...eligible.map(rank)));
      grant(tenant);
      waiters = waiters.filter((other) => other !== waiter);
    }
    forgetIdle();
  };
  const check = (): void => {
    expect(total()).toBeLessThanOrEqual(capacity);
    expect(waiters.length).toBeLessThanOrEqual(queue);
    for (const { tenant } of waiters) expect(mayTake(tenant)).toBe(false);
    for (const tenant of TENANTS) expect(shares.othersWait(tenant)).toBe(othersWait(tenant));
  };
  const drop = (dropped: Waiter, tenant: string): void => {
    const longest = Math.max(...TENANTS.map((other) => waitingOf(other).length));
    expect(waiters).toHaveLength(queue);
    expect(waitingOf(dropped.tenant)).toHaveLength(longest);
    expect(longest).toBeGreaterThanOrEqual(waitingOf(tenant).length + 2);
    expect(waitingOf(dropped.tenant).at(-1)).toBe(dropped);
    waiters = waiters.filter((other) => other !== dropped);
  };
  const enter = (tenant: string): string => {
    const waiter = { tenant, id: (ids += 1) };
    const own = waitingOf(tenant).length;
    const mustGrant = own === 0 && mayTake(tenant);
    const isOverShare = own >= half(queue) && othersWait(tenant);
    const noRoom = waiters.length >= queue && TENANTS.every((other) => waitingOf(other).length < own + 2);
    const entry = shares.acquire(tenant, waiter);
    const allowed = { granted: true, queued: !isOverShare, refused: isOverShare || noRoom };
    expect({ entry, isOverShare, noRoom, isAllowed: allowed[entry.outcome] }).toMatchObject({ isAllowed: true });
    expect(entry.outcome === 'granted').toBe(mustGrant);
    if (entry.outcome === 'granted') grant(tenant);
    if (entry.outcome === 'queued') {
      if (entry.dropped !== undefined) drop(entry.dropped, tenant);
      waiters.push(waiter);
    }
    check();
    return entry.outcome;
  };
  const leave = (tenant: string): void => {
    if (heldBy(tenant) === 0) return;
    held.set(tenant, heldBy(tenant) - 1);
    serve(shares.release(tenant));
    check();
  };
  const cancel = (at: number): void => {
    const waiter = waiters[at % Math.max(1, waiters.length)];
    if (waiter === undefined) return;
    waiters = waiters.filter((other) => other !== waiter);
    serve(shares.cancel(waiter.tenant, waiter));
    check();
  };
  return { enter, leave, cancel, heldBy, waitingOf, waiting: () => waiters.length, total, shares };
}
