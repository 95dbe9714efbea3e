import { expect, test } from '@jest/globals';
import { createPlan, SERVER_CORES, USABLE, type PlanInput } from './createPlan.js';

const MIXED: PlanInput = {
  rate: 10_000,
  batch: 20,
  days: 30,
  cores: 4,
  mix: { exception: 2, log: 6, span: 8, hit: 3, replay: 1 },
};

test('no process of Sluice and no master of Redis is busier than it may be', () => {
  const planned = [100, 10_000, 100_000, 1_000_000].flatMap((rate) => createPlan({ ...MIXED, rate }).services);
  const shared = planned.filter(({ name }) => name !== 'PostgreSQL' && !name.startsWith('Citus'));
  expect(Math.max(...shared.map(({ busyCores, processes: count }) => busyCores / count))).toBeLessThanOrEqual(USABLE);
});

test('a higher rate never needs less of anything', () => {
  const counts = [10, 1_000, 10_000, 50_000, 100_000, 1_000_000, 2_000_000].map((rate) =>
    createPlan({ ...MIXED, rate }).services.map((service) => service.processes),
  );
  const least = counts.map((one, index) =>
    one.map((count, column) => Math.max(count, counts[index - 1]?.[column] ?? 0)),
  );
  expect(counts).toEqual(least);
});

test('only the ratio of the parts of a mix counts', () => {
  const mix = { exception: 20, log: 60, span: 80, hit: 30, replay: 10 };
  expect(createPlan({ ...MIXED, mix }).services).toEqual(createPlan(MIXED).services);
});

test('types without a part have no worker', () => {
  const mix = { exception: 1, log: 0, span: 0, hit: 0, replay: 0 };
  expect(Object.keys(processes({ ...MIXED, mix }))).toEqual([
    'gateway',
    'exceptions worker',
    'alerts',
    'Redis',
    'PostgreSQL',
  ]);
});

test('a small rate takes one process of each service, and nothing limits it', () => {
  const plan = createPlan({ ...MIXED, rate: 1_000 });
  expect(plan.services.every((service) => service.processes === 1)).toBe(true);
  expect([plan.bottleneck, plan.shards]).toEqual(['none', 1]);
});

test('PostgreSQL is distributed when one server does not suffice', () => {
  const plan = createPlan({ ...MIXED, rate: 600_000 });
  const citus = plan.services.filter(({ name }) => name.startsWith('Citus'));
  expect(plan.bottleneck).toBe('PostgreSQL');
  expect(citus.map(({ name, processes: count }) => [name, count > 1])).toEqual([
    ['Citus coordinator', false],
    ['Citus nodes', true],
  ]);
});

test('the coordinator is the bottleneck when it exceeds one server', () => {
  const plan = createPlan({ ...MIXED, rate: 1_000_000 });
  const coordinator = plan.services.find(({ name }) => name === 'Citus coordinator');
  expect(plan.bottleneck).toBe('coordinator');
  expect(coordinator?.busyCores).toBeGreaterThan(USABLE * SERVER_CORES);
});

test('the highest rate needs no more queue shards than there may be', () => {
  expect(createPlan({ ...MIXED, rate: 2_000_000 }).shards).toBeLessThanOrEqual(1_024);
});

test('smaller requests cost more', () => {
  const total = (batch: number): number =>
    createPlan({ ...MIXED, batch }).services.reduce((sum, { busyCores }) => sum + busyCores, 0);
  expect(total(1)).toBeGreaterThan(total(20));
  expect(total(20)).toBeGreaterThan(total(100));
});

test('bytes follow the rate and the days', () => {
  const { bytes } = createPlan(MIXED);
  expect(bytes.stored).toBe(30 * bytes.storedPerDay);
  expect(createPlan({ ...MIXED, rate: 20_000 }).bytes.queued).toBeCloseTo(2 * bytes.queued, 3);
});

function processes(input: PlanInput): Readonly<Record<string, number>> {
  return Object.fromEntries(createPlan(input).services.map((service) => [service.name, service.processes]));
}
