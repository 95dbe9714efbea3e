import { Counter, Gauge, type Metrics } from '@sluice/runtime';

/** Where a read that may be stale went: to the replica, or to the primary and why. */
type ReadPlace = 'replica' | 'replica_unavailable' | 'replica_late' | 'replica_failed' | 'own_change';

/** Metrics of reads that may be stale. */
export interface ReadMetrics {
  /** Counts a read. */
  readonly count: (place: ReadPlace) => undefined;
  /** Shows the age of the replica in milliseconds, while it is known, and its bound. */
  readonly followAge: (ageMs: () => number | undefined, maxAgeMs: number) => void;
}

/** Registers the metrics. */
export function readMetrics(registry: Metrics): ReadMetrics {
  const registers = [registry];
  let readAge = (): number | undefined => undefined;
  const reads = new Counter({
    name: 'sluice_read_replica_reads_total',
    help: 'Reads that may be stale, by where they went: replica, or the primary because the replica is unavailable, late or failed, or the reader changed something',
    labelNames: ['place'] as const,
    registers,
  });
  const age: Gauge = new Gauge({
    name: 'sluice_read_replica_age_seconds',
    help: 'Time by which the replica of DATABASE_READ_URL is out of date; absent if it is not known',
    registers,
    collect: () => {
      const ms = readAge();
      if (ms === undefined) age.remove();
      else age.set(ms / 1_000);
    },
  });
  age.remove();
  const maxAge = new Gauge({
    name: 'sluice_read_replica_max_age_seconds',
    help: 'DATABASE_READ_MAX_AGE_MS: a replica that is out of date by more is not read; absent without DATABASE_READ_URL',
    registers,
  });
  maxAge.remove();
  return {
    count: (place) => {
      reads.inc({ place });
    },
    followAge: (ageMs, maxAgeMs) => {
      readAge = ageMs;
      maxAge.set(maxAgeMs / 1_000);
    },
  };
}
