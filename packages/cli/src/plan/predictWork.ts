import { WIRE_TYPES, type WireType } from '@sluice/contract';
import type { Work } from './costs.js';
import { groupSize, type GroupRule } from './groupSize.js';

/** Counts by event type. */
export type ByType = Readonly<Record<WireType, number>>;

/** A load of one second, and the processes that take it. */
export interface Load {
  readonly gateways: number;
  readonly shards: number;
  /** Requests per second. */
  readonly requests: number;
  /** Events per second. */
  readonly events: ByType;
  /** Worker processes of each type. */
  readonly workers: ByType;
  /** `WORKER_JOBS`, if it is set. */
  readonly workerJobs?: number;
}

/** How a gateway publishes: linger and size are those of `GroupCommit`, the duration is measured. */
const PUBLISH: GroupRule = { commitSeconds: 0.002, lingerSeconds: 0.01, enough: 16, commits: 1 };

/** How a worker stores: `WORKER_LINGER_MS`, `WORKER_TRANSACTIONS`, and a measured duration. */
const WRITE = { commitSeconds: 0.02, lingerSeconds: 0.5, commits: 2 };

/** `WORKER_BATCH_MIN_ROWS`: rows at which a worker stores without waiting. */
const ENOUGH_ROWS = 3_000;

/** Jobs that a worker has at the same time if `WORKER_JOBS` is not set, shared by all queue shards. */
const JOBS: ByType = { exception: 128, log: 128, span: 128, hit: 128, replay: 64 };

/** Most events of a job. */
const MOST_ROWS = 1_000;

/** What the model assumes about gateways and workers. @public a test compares it with them */
export const ASSUMED = {
  publish: PUBLISH,
  write: WRITE,
  jobs: JOBS,
  enoughRows: ENOUGH_ROWS,
  mostRows: MOST_ROWS,
} as const;

/** How many requests a gateway publishes in one transaction. */
const requestsPerPublish = ({ requests, gateways, shards }: Load): number =>
  groupSize(requests / (gateways * shards), PUBLISH);

/** What the workers of one type do per second. */
export function predictStoring(load: Load, type: WireType): Pick<Work, 'parts' | 'jobs' | 'writes'> {
  const rows = load.events[type] / load.requests;
  if (!(rows > 0)) return { parts: 0, jobs: 0, writes: 0 };
  // A request with less than one event of a type on average has one event of it now and then.
  const parts = load.requests * Math.min(1, rows);
  const group = requestsPerPublish(load);
  const jobs = Math.max(load.events[type] / MOST_ROWS, (load.requests / group) * Math.min(1, rows * group));
  // A worker stores when half of the jobs wait that one queue shard may have: all but one for each other shard.
  const enoughJobs = Math.floor(((load.workerJobs ?? JOBS[type]) - load.shards + 1) / 2);
  const enough = Math.max(1, Math.min(ENOUGH_ROWS / (load.events[type] / jobs), enoughJobs));
  return { parts, jobs, writes: jobs / groupSize(jobs / load.workers[type], { ...WRITE, enough }) };
}

/** What a load becomes: parts, publishes, jobs and writes. */
export function predictWork(load: Load): Work {
  const { gateways, shards, requests, events } = load;
  const stored = WIRE_TYPES.map((type) => predictStoring(load, type));
  const sum = (key: keyof (typeof stored)[number]): number => stored.reduce((total, one) => total + one[key], 0);
  return {
    seconds: 1,
    gateways,
    shards,
    requests,
    events,
    workers: WIRE_TYPES.reduce((total, type) => total + load.workers[type], 0),
    publishes: requests / requestsPerPublish(load),
    parts: sum('parts'),
    jobs: sum('jobs'),
    writes: sum('writes'),
  };
}
