import { beforeEach, describe, expect, test } from '@jest/globals';
import { createBufferBudget, type BufferBudget, type MemoryAccount, type MemoryOwner } from './bufferBudget.js';

const MAX = 1_600;
const A: MemoryOwner = { organizationId: 'a', projectId: 'a1' };
const A2: MemoryOwner = { organizationId: 'a', projectId: 'a2' };
const B: MemoryOwner = { organizationId: 'b', projectId: 'b1' };
const C: MemoryOwner = { organizationId: 'c', projectId: 'c1' };

let nowMs: number;
let budget: BufferBudget;
beforeEach(() => {
  nowMs = 0;
  budget = createBufferBudget(MAX, () => nowMs);
});

describe('the budget', () => {
  test('lets one project use most of it, and its organization more', () => {
    expect(fill(budget.open(A))).toBe((MAX * 7) / 8);
    expect(fill(budget.open(A2))).toBe((MAX * 15) / 16 - (MAX * 7) / 8);
  });

  test('leaves memory to an organization that holds nothing, however much one key holds', () => {
    fill(budget.open(A));
    for (let i = 0; i < 1_000; i += 1) {
      const batch = budget.open(B);
      expect(batch.acquire(MAX / 16)).toBe(true);
      batch.close();
    }
  });

  test('refuses the largest owner first', () => {
    const hog = budget.open(A);
    fill(hog);
    const other = budget.open(B);
    expect(other.acquire(50)).toBe(true);
    hog.release(10);
    expect(hog.acquire(1)).toBe(false);
    expect(other.acquire(50)).toBe(true);
  });

  test('limits others to a fair share while an organization is refused below its share', () => {
    const hog = budget.open(A);
    fill(hog);
    expect(budget.open(B).acquire(MAX / 3)).toBe(false);
    // Bodies end one after another; those that still arrive acquire more.
    let held = (MAX * 7) / 8;
    while (!hog.acquire(1)) {
      hog.release(10);
      held -= 10;
    }
    expect(held + 1).toBeLessThanOrEqual(MAX / 2);
    expect(budget.open(B).acquire(MAX / 3)).toBe(true);
  });

  test('lifts the limit after ten seconds without a refusal', () => {
    const hog = budget.open(A);
    fill(hog);
    budget.open(B).acquire(MAX / 3);
    hog.release(100);
    nowMs = 9_999;
    expect(hog.acquire(1)).toBe(false);
    nowMs = 10_000;
    expect(hog.acquire(1)).toBe(true);
  });

  test('does not limit others for a refusal above the fair share', () => {
    expect(budget.open(B).acquire(MAX)).toBe(false);
    expect(fill(budget.open(A))).toBe((MAX * 7) / 8);
  });

  test('divides the fair share among heavy organizations', () => {
    const hogs = [budget.open(A), budget.open(B)];
    for (const hog of hogs) fill(hog);
    expect(budget.open(C).acquire(MAX / 4)).toBe(false);
    for (const hog of hogs) hog.release(1);
    expect(hogs.map((hog) => hog.acquire(1))).toEqual([false, true]);
  });

  test('is tight if more than half is in use', () => {
    const account = budget.open(A);
    account.acquire(MAX / 2);
    expect(budget.isTight()).toBe(false);
    account.acquire(1);
    expect(budget.isTight()).toBe(true);
    account.close();
    expect(budget.isTight()).toBe(false);
  });
});

/** Checks the documented invariants, computed from all accounts after each step. */
function createModel() {
  const accounts: { owner: MemoryOwner; held: number }[] = [];
  const refusals: { organizationId: string; atMs: number }[] = [];
  const sum = (of: (owner: MemoryOwner) => boolean): number =>
    accounts.filter(({ owner }) => of(owner)).reduce((bytes, { held }) => bytes + held, 0);
  const ofOrganization = (id: string): number => sum(({ organizationId }) => organizationId === id);
  return {
    accounts,
    taken: () => sum(() => true),
    admits: ({ organizationId, projectId }: MemoryOwner, bytes: number): boolean => {
      const free = MAX - sum(() => true) - bytes;
      const organization = ofOrganization(organizationId) + bytes;
      const project = sum((owner) => owner.projectId === projectId) + bytes;
      const names = new Set(accounts.map(({ owner }) => owner.organizationId));
      const heavy = [...names].filter((id) => ofOrganization(id) >= MAX / 8);
      const share = Math.min(MAX / 2, MAX / (heavy.length + 1));
      const isShort = organization > 15 * free || project > 7 * free;
      if (isShort && organization <= share) refusals.push({ organizationId, atMs: nowMs });
      const isNeeded = refusals.some((one) => one.organizationId !== organizationId && nowMs - one.atMs < 10_000);
      return !isShort && (!isNeeded || organization <= share);
    },
  };
}

test('the budget keeps its documented invariants for random calls', () => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const owners = [A, A2, B, C];
  const model = createModel();
  const open: MemoryAccount[] = [];
  for (let step = 0; step < 5_000; step += 1) {
    nowMs += random(400);
    const at = random(open.length + 1);
    const account = open[at];
    const modeled = model.accounts[at];
    const what = `seed ${seed}, step ${step}`;
    if (account === undefined || modeled === undefined) {
      const owner = owners[random(owners.length)] ?? A;
      open.push(budget.open(owner));
      model.accounts.push({ owner, held: 0 });
    } else if (random(8) === 0) {
      account.close();
      open.splice(at, 1);
      model.accounts.splice(at, 1);
    } else if (random(4) === 0) {
      const bytes = random(modeled.held + 1);
      account.release(bytes);
      modeled.held -= bytes;
    } else {
      const bytes = 1 + random(300);
      const isAdmitted = model.admits(modeled.owner, bytes);
      expect([what, account.acquire(bytes)]).toEqual([what, isAdmitted]);
      if (isAdmitted) modeled.held += bytes;
    }
    expect(model.taken()).toBeLessThanOrEqual(MAX);
    expect([what, budget.isTight()]).toEqual([what, model.taken() > MAX / 2]);
  }
  for (const account of open) account.close();
  expect(fill(budget.open({ organizationId: 'd', projectId: 'd1' }))).toBeGreaterThan(0);
});

/** Acquires single bytes until one is refused. */
function fill(account: MemoryAccount): number {
  let bytes = 0;
  while (account.acquire(1)) bytes += 1;
  return bytes;
}
