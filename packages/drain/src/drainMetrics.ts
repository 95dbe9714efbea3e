import { Counter, Gauge, Histogram, registerOnce, type Metrics } from '@sluice/runtime';
import type { EventType } from '@sluice/contract';
import type { CommitPhases } from '@sluice/db';
import type { WriteBatchResult } from './storeWriteBatch.js';

/** Events committed later than this after their arrival are not stored in time. */
const LATE_MS = 10_000;

/** Metrics of one worker. */
export interface DrainMetrics {
  readonly countResult: (outcome: WriteBatchResult, seconds: number) => void;
  /** Counts a storing transaction on Citus. */
  readonly countCitusTransaction: (phases: CommitPhases) => void;
  /** Records how long after their arrival the events of a part were committed, in milliseconds. */
  readonly observeLag: (ms: number, events: number) => void;
  /** Counts a write batch that is stored without the results of its lookup. */
  readonly countLookUpFailure: () => void;
  readonly addActiveJobs: (change: 1 | -1) => void;
  /** Sets the share of its time in which the worker writes, 0.1 to 1. */
  readonly setShare: (share: number) => void;
}

/** Metrics of one event type's worker; several workers of a process share a registry. */
export function createDrainMetrics(registry: Metrics, type: EventType): DrainMetrics {
  const family = familyOf(registry);
  return {
    countResult: ({ stored, deadLettered, skipped, erased, folded }, seconds) => {
      family.stored.inc({ type }, stored);
      family.skipped.inc({ type }, skipped);
      family.erased.inc({ type }, erased);
      family.seconds.observe({ type }, seconds);
      for (const [reason, events] of Object.entries(deadLettered)) family.deadLettered.inc({ type, reason }, events);
      for (const { kind, count } of folded) family.folded.inc({ type, kind }, count);
    },
    countCitusTransaction: (phases) => family.citusTransactions.inc({ type, phases }),
    observeLag: (ms, events) => {
      family.lag.observe({ type }, ms / 1_000);
      if (ms > LATE_MS) family.late.inc({ type }, events);
    },
    countLookUpFailure: () => family.failedLookups.inc({ type }),
    addActiveJobs: (change) => family.activeJobs.inc({ type }, change),
    setShare: (share) => family.share.set({ type }, share),
  };
}

/** The metrics of a registry, registered by the first worker of the process that asks for them. */
function familyOf(registry: Metrics) {
  const registers = [registry];
  const registered = <M>(name: string, create: () => M): M => registerOnce(registry, name, create);
  const counter = <L extends string>(name: string, help: string, ...labelNames: L[]): Counter<L> =>
    registered(
      `sluice_worker_${name}`,
      () => new Counter({ name: `sluice_worker_${name}`, help, labelNames, registers }),
    );
  const histogram = (name: string, help: string, buckets: number[]): Histogram<'type'> =>
    registered(
      `sluice_worker_${name}`,
      () => new Histogram({ name: `sluice_worker_${name}`, help, labelNames: ['type'], buckets, registers }),
    );
  const gauge = (name: string, help: string): Gauge<'type'> =>
    registered(
      `sluice_worker_${name}`,
      () => new Gauge({ name: `sluice_worker_${name}`, help, labelNames: ['type'], registers }),
    );
  return {
    stored: counter('events_stored_total', 'Events stored as rows', 'type'),
    deadLettered: counter('events_dead_lettered_total', 'Events that became dead letters', 'type', 'reason'),
    skipped: counter('duplicates_skipped_total', 'Events of parts that were stored before', 'type'),
    erased: counter('events_erased_total', 'Events not stored because of an erasure', 'type'),
    folded: counter(
      'folded_values_total',
      'Events, of metrics values, derived under (other): their project adds too many new names of the kind in this hour',
      'type',
      'kind',
    ),
    late: counter('late_events_total', 'Events committed more than 10 s after their arrival, in whatever way', 'type'),
    failedLookups: counter('failed_lookups_total', 'Write batches stored without the results of their lookups', 'type'),
    citusTransactions: counter(
      'citus_transactions_total',
      'Storing transactions on Citus by the phases of their commit: two if a node prepared it, one if only the coordinator wrote',
      'type',
      'phases',
    ),
    seconds: histogram(
      'transaction_seconds',
      'Duration of a storing transaction',
      [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    ),
    lag: histogram(
      'lag_seconds',
      'From arrival at the gateway to the commit, once for each part of a batch',
      [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300, 3_600],
    ),
    activeJobs: gauge('active_jobs', 'Jobs taken and not yet stored'),
    share: gauge(
      'write_share',
      'Share of its time in which a worker of spans or replays writes: below 1 it yields to exceptions and logs',
    ),
  };
}
