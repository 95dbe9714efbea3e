import type { WireType } from '@sluice/contract';
import type { Costs, Service } from './costs.js';

/** Microseconds of CPU time, from `npm run bench -- capacity`; a test compares them with its result. */
export const COSTS: Readonly<Record<Service, Costs>> = {
  gateway: {
    process: 7123,
    request: 266.4,
    publish: 421.2,
    job: 164.1,
    exception: 82.07,
    log: 20.18,
    span: 18.1,
    hit: 7.055,
    replay: 20.03,
  },
  redis: {
    process: 2404,
    shard: 96.23,
    request: 158.7,
    publish: 278.3,
    job: 296.5,
    exception: 32.78,
    log: 7.886,
    span: 5.717,
    hit: 5.748,
    replay: 9.988,
  },
  worker: {
    process: 4350,
    shard: 168.4,
    write: 758.9,
    job: 780,
    part: 0,
    exception: 131.1,
    log: 8.681,
    span: 17,
    hit: 0,
    replay: 14.05,
  },
  postgres: {
    process: 1605,
    write: 3449,
    part: 0,
    exception: 104.7,
    log: 30.1,
    span: 14.89,
    hit: 15.81,
    replay: 18.14,
  },
};

/**
 * Cores that one process of alerts uses, and PostgreSQL for it, whatever the rate of events is. Without rules to evaluate and
 * messages to send, 0.015 and 0.002 were measured; the rest is an allowance for these, which is not measured.
 */
export const ALERTS = { process: 0.05, postgres: 0.02 } as const;

/**
 * Microseconds of CPU time per row on one server of PostgreSQL and on Citus with two nodes, from `npm run bench -- citus`:
 * 306 rows a commit, 40 projects over 16 shards. A test compares them with its result.
 */
export const CITUS = { plain: 9.673, coordinator: 23.68, nodes: 23.02 } as const;

/** Bytes of one event: in a request, queued in Redis, stored with all derived data, and of write-ahead log. From `bench footprint` and `bench drain`. */
export const BYTES: Readonly<
  Record<WireType, { readonly sent: number; readonly queued: number; readonly stored: number; readonly log: number }>
> = {
  exception: { sent: 1_900, queued: 2_222, stored: 1_659, log: 1_520 },
  log: { sent: 880, queued: 1_051, stored: 1_132, log: 1_144 },
  span: { sent: 660, queued: 757, stored: 773, log: 820 },
  hit: { sent: 610, queued: 753, stored: 822, log: 846 },
  replay: { sent: 1_000, queued: 1_260, stored: 1_390, log: 1_374 },
};
