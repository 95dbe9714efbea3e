import { EVENT_TYPES, type EventType } from '@sluice/contract';
import type { Work } from './costs.js';
import { groupSize, type GroupRule } from './groupSize.js';

/** Counts by event type. */
export type ByType = Readonly<Record<EventType, number>>;

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
}

/** How a gateway publishes: linger and size are those of `GroupCommit`, the duration is measured. */
const PUBLISH: GroupRule = { commitSeconds: 0.002, lingerSeconds: 0.01, enough: 16 };

/** How a worker stores: `WORKER_LINGER_MS`, and a measured duration. */
const WRITE = { commitSeconds: 0.03, lingerSeconds: 0.5 };

/** `WORKER_BATCH_MIN_ROWS`: rows at which a worker stores without waiting. */
const ENOUGH_ROWS = 3_000;

/** Half of `WORKER_JOBS`: jobs at which a worker stores without waiting. */
const ENOUGH_JOBS: ByType = { exception: 64, log: 64, span: 64, hit: 64, replay: 32 };

/** Most events of a job. */
const MOST_ROWS = 1_000;

/** How many requests a gateway publishes in one transaction. */
const requestsPerPublish = ({ requests, gateways, shards }: Load): number =>
  groupSize(requests / (gateways * shards), PUBLISH);

/** What the workers of one type do per second. */
export function predictStoring(load: Load, type: EventType): Pick<Work, 'parts' | 'jobs' | 'writes'> {
  const rows = load.events[type] / load.requests;
  if (!(rows > 0)) return { parts: 0, jobs: 0, writes: 0 };
  // A request with less than one event of a type on average has one event of it now and then.
  const parts = load.requests * Math.min(1, rows);
  const group = requestsPerPublish(load);
  const jobs = Math.max(load.events[type] / MOST_ROWS, (load.requests / group) * Math.min(1, rows * group));
  const enough = Math.max(1, Math.min(ENOUGH_ROWS / (load.events[type] / jobs), ENOUGH_JOBS[type] / load.shards));
  return { parts, jobs, writes: jobs / groupSize(jobs / load.workers[type], { ...WRITE, enough }) };
}

/** What a load becomes: parts, publishes, jobs and writes. */
export function predictWork(load: Load): Work {
  const { gateways, shards, requests, events } = load;
  const stored = EVENT_TYPES.map((type) => predictStoring(load, type));
  const sum = (key: keyof (typeof stored)[number]): number => stored.reduce((total, one) => total + one[key], 0);
  return {
    ...{ seconds: 1, gateways, shards, requests, events },
    workers: EVENT_TYPES.reduce((total, type) => total + load.workers[type], 0),
    publishes: requests / requestsPerPublish(load),
    ...{ parts: sum('parts'), jobs: sum('jobs'), writes: sum('writes') },
  };
}
