import type { PlacementRecord } from '@sluice/redis';
import { Counter, freshGauge, type Clock, type Metrics } from '@sluice/runtime';
import { isRaised } from './backlogState.js';
import { SUBJECTS } from './readMeasures.js';
import { shardGauges } from './shardGauges.js';
import type { BacklogStatus } from './updateStatus.js';

/** Gauges of the last reading. */
export interface MonitorMetrics {
  readonly update: (watch: BacklogStatus) => void;
  /** Shows the recorded number of queue shards, or nothing if none is recorded. */
  readonly showPlacement: (placement: PlacementRecord | undefined) => void;
  /** Counts a failed reading and removes the values of all gauges, because the last ones may be outdated. */
  readonly countFailedReading: () => void;
}

/** Time after which gauges are removed. */
interface MonitorMetricsOptions {
  readonly clock: Clock;
  readonly maxAgeMs: number;
}

/** Registers the monitor's metrics: depth, age and state for each queue, memory and its state, queue shards. */
export function createMonitorMetrics(registry: Metrics, options: MonitorMetricsOptions): MonitorMetrics {
  const base = { ...options, registry };
  const depth = freshGauge({
    ...base,
    name: 'sluice_queue_depth_events',
    help: 'Events accepted and not finished.',
    labelNames: ['type'],
  });
  const age = freshGauge({
    ...base,
    name: 'sluice_queue_oldest_job_age_seconds',
    help: 'Age of the oldest job waiting or active.',
    labelNames: ['type'],
  });
  const memory = freshGauge({
    ...base,
    name: 'sluice_redis_memory_used_ratio',
    help: 'Used share of the memory of the fullest Redis: of its limit or, without one, of the machine.',
    labelNames: [],
  });
  const raised = freshGauge({
    ...base,
    name: 'sluice_backlog_raised',
    help: '1 while this subject makes gateways refuse spans and replays.',
    labelNames: ['subject'],
  });
  const shards = shardGauges(registry, options);
  const blind = new Counter({
    name: 'sluice_backlog_failed_readings_total',
    help: 'Readings of queues or Redis that failed; gateways get no heartbeat for them.',
    registers: [registry],
  });
  return {
    update: (watch) => {
      const readings = SUBJECTS.map((subject) => ({ subject, reading: watch[subject].samples.at(-1)?.reading ?? {} }));
      const queues = readings.filter(({ subject }) => subject !== 'memory');
      depth.show(queues.map(({ subject: type, reading }) => ({ labels: { type }, value: reading.depth ?? 0 })));
      age.show(queues.map(({ subject: type, reading }) => ({ labels: { type }, value: (reading.age ?? 0) / 1_000 })));
      memory.show([{ labels: {}, value: watch.memory.samples.at(-1)?.reading.memory ?? 0 }]);
      raised.show(
        SUBJECTS.map((subject) => ({ labels: { subject }, value: isRaised(watch[subject].judgement) ? 1 : 0 })),
      );
    },
    showPlacement: shards.show,
    countFailedReading: () => {
      blind.inc();
      for (const gauge of [depth, age, memory, raised, shards]) gauge.clear();
    },
  };
}
