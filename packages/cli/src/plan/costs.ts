import { WIRE_TYPES, type WireType } from '@sluice/contract';

/** Services whose CPU time grows with the load. @public the benchmark finds their costs */
export const SERVICES = ['gateway', 'redis', 'worker', 'postgres'] as const;

/** One of {@link SERVICES}; `worker` stands for the workers of all types together. */
export type Service = (typeof SERVICES)[number];

/** What a system did in a number of seconds. */
export interface Work {
  readonly seconds: number;
  readonly gateways: number;
  /** Worker processes of all types. */
  readonly workers: number;
  /** Number of queue shards. */
  readonly shards: number;
  readonly requests: number;
  /** What the requests have of one type: each has a receipt in PostgreSQL. */
  readonly parts: number;
  /** Transactions of Redis that published requests. */
  readonly publishes: number;
  /** Parts of one type in one publish. */
  readonly jobs: number;
  /** Transactions of PostgreSQL that stored jobs. */
  readonly writes: number;
  readonly events: Readonly<Partial<Record<WireType, number>>>;
}

/** Microseconds of CPU time for one unit of each kind of work. */
export type Costs = Readonly<Record<string, number>>;

/**
 * How many units of each kind of work a service did. Their names are those of its {@link Costs}; `process` and `shard` are what a
 * process, and each queue shard of a worker, costs in a second without work.
 * @public the benchmark fits the costs to them
 */
export function unitsOf(service: Service, work: Work): Readonly<Record<string, number>> {
  const { seconds, gateways, workers, shards, requests, parts, publishes, jobs, writes } = work;
  const events = Object.fromEntries(WIRE_TYPES.map((type) => [type, work.events[type] ?? 0]));
  switch (service) {
    case 'gateway':
      return { process: seconds * gateways, request: requests, publish: publishes, job: jobs, ...events };
    case 'redis':
      return {
        process: seconds,
        shard: seconds * shards * workers,
        request: requests,
        publish: publishes,
        job: jobs,
        ...events,
      };
    case 'worker':
      return {
        process: seconds * workers,
        shard: seconds * shards * workers,
        write: writes,
        job: jobs,
        part: parts,
        ...events,
      };
    case 'postgres':
      return { process: seconds, write: writes, part: parts, ...events };
  }
}

/** CPU time in microseconds. */
export const cpuMicros = (service: Service, costs: Costs, work: Work): number =>
  Object.entries(unitsOf(service, work)).reduce((sum, [unit, count]) => sum + count * (costs[unit] ?? 0), 0);
