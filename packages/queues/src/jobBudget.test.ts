import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createJobBudget, type JobBudget, type JobHolder } from './jobBudget.js';

/** A queue shard with jobs that wait, which fetches as BullMQ's main loop does. */
class Shard implements JobHolder {
  held = 0;
  started = false;
  woken = 0;

  constructor(
    private readonly budget: JobBudget,
    public waiting: number,
  ) {
    budget.add(this, () => (this.started = true));
  }

  get wants(): boolean {
    return this.started && this.waiting > 0;
  }

  wake(): void {
    this.woken += 1;
    this.fetch();
  }

  /** Fetches while it may. */
  fetch(): void {
    while (this.wants && this.held < this.budget.limitOf(this)) {
      this.held += 1;
      this.waiting -= 1;
    }
  }

  /** Ends a job, and replaces it if it may. */
  end(): void {
    if (this.held === 0) return this.fetch();
    if (this.wants && this.held <= this.budget.limitOf(this)) {
      this.waiting -= 1;
      return;
    }
    this.held -= 1;
    this.budget.released();
    this.fetch();
  }
}

const sum = (shards: readonly Shard[]): number => shards.reduce((total, { held }) => total + held, 0);

test('a shard alone has all jobs but one for each other shard, and each of those has one at once', () => {
  const shards = shardsOf(createJobBudget(10), 100, 0, 0);
  for (const shard of shards) shard.fetch();
  expect(shards.map(({ held }) => held)).toEqual([8, 0, 0]);
  for (const shard of shards.slice(1)) shard.waiting = 100;
  for (const shard of shards) shard.fetch();
  expect(shards.map(({ held }) => held)).toEqual([8, 1, 1]);
});

test('more shards than jobs have one each', () => {
  const shards = shardsOf(createJobBudget(2), 9, 9, 9);
  for (const shard of shards) shard.fetch();
  for (const shard of shards) shard.end();
  expect(shards.map(({ held }) => held)).toEqual([1, 1, 1]);
});

test('full shards converge to equal numbers as jobs end', () => {
  const budget = createJobBudget(12);
  const [first, ...others] = shardsOf(budget, 1_000, 0, 0);
  first?.fetch();
  for (const other of others) other.waiting = 1_000;
  for (let round = 0; round < 12; round += 1) first?.end();
  expect([first, ...others].map((shard) => shard?.held)).toEqual([4, 4, 4]);
});

test('a shard that is added starts when there is room for its first job', () => {
  const budget = createJobBudget(4);
  const [first] = shardsOf(budget, 100);
  first?.fetch();
  const [second] = shardsOf(budget, 100);
  expect([first?.held, second?.started]).toEqual([4, false]);
  first?.end();
  expect([first?.held, second?.started]).toEqual([3, true]);
});

test('a shard that is removed leaves its place to the others', () => {
  const budget = createJobBudget(4);
  const [first, second] = shardsOf(budget, 100, 0);
  first?.fetch();
  expect(first?.held).toBe(3);
  if (second !== undefined) budget.remove(second);
  first?.fetch();
  expect(first?.held).toBe(4);
});

const step = fc.record({
  act: fc.constantFrom('fetch', 'end', 'publish', 'add'),
  shard: fc.nat(7),
  jobs: fc.integer({ min: 1, max: 20 }),
});

describe('whatever the order of events', () => {
  test('the limit holds, no shard with jobs is without one, and everything is drained', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.array(step, { maxLength: 120 }), (limit, steps) => {
        const budget = createJobBudget(limit);
        const shards = shardsOf(budget, 5, 0, 5);
        for (const { act, shard: number, jobs } of steps) {
          const shard = shards[number % shards.length];
          if (act === 'add' && shards.length < 8) shards.push(new Shard(budget, jobs));
          else if (act === 'publish' && shard !== undefined) shard.waiting += jobs;
          else if (act === 'end') shard?.end();
          else shard?.fetch();
          expect(sum(shards)).toBeLessThanOrEqual(Math.max(limit, shards.length));
        }
        for (const shard of shards) shard.fetch();
        expect(shards.filter((shard) => shard.wants && shard.held === 0)).toEqual([]);
        for (let round = 0; round < 5_000 && shards.some(({ held, waiting }) => held + waiting > 0); round += 1)
          for (const shard of shards) shard.end();
        expect(shards.map(({ waiting, held, started }) => [waiting, held, started])).toEqual(
          shards.map(() => [0, 0, true]),
        );
      }),
    );
  });
});

function shardsOf(budget: JobBudget, ...waiting: readonly number[]): Shard[] {
  return waiting.map((jobs) => new Shard(budget, jobs));
}
