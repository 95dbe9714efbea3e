import type { EventType } from '@sluice/contract';
import type { Costs, Service } from './costs.js';

/** Microseconds of CPU time, from `npm run bench -- capacity`; a test compares them with its result. */
export const COSTS: Readonly<Record<Service, Costs>> = {
  gateway: {
    process: 5536,
    request: 270.5,
    publish: 249.7,
    job: 183.5,
    exception: 57.8,
    log: 20.36,
    span: 17.13,
    hit: 4.393,
    replay: 28.63,
  },
  redis: {
    process: 1179,
    shard: 64.16,
    request: 180.5,
    publish: 203.9,
    job: 277.7,
    exception: 23.83,
    log: 8.377,
    span: 7.46,
    hit: 8.42,
    replay: 15.43,
  },
  worker: {
    process: 2628,
    shard: 42.64,
    write: 1469,
    job: 626.8,
    part: 29.15,
    exception: 105.2,
    log: 17.71,
    span: 16.85,
    hit: 4.565,
    replay: 20.99,
  },
  postgres: {
    process: 1502,
    write: 3278,
    part: 11.6,
    exception: 92.73,
    log: 13.74,
    span: 15.76,
    hit: 10.82,
    replay: 16.61,
  },
};

/** Bytes of one event: in a request, queued in Redis, stored with all derived data, and of write-ahead log. From `bench footprint` and `bench drain`. */
export const BYTES: Readonly<
  Record<EventType, { readonly sent: number; readonly queued: number; readonly stored: number; readonly log: number }>
> = {
  exception: { sent: 1_900, queued: 2_222, stored: 1_659, log: 1_520 },
  log: { sent: 880, queued: 1_051, stored: 1_132, log: 1_144 },
  span: { sent: 660, queued: 757, stored: 773, log: 820 },
  hit: { sent: 610, queued: 753, stored: 822, log: 845 },
  replay: { sent: 1_000, queued: 1_260, stored: 1_390, log: 1_374 },
};
