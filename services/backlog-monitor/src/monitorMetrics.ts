import { Counter, Gauge, type Metrics } from '@sluice/runtime';
import { isRaised } from './backlogState.js';
import { SUBJECTS } from './readMeasures.js';
import type { BacklogStatus } from './updateStatus.js';

/** Gauges of the last reading. */
export interface MonitorMetrics {
  readonly update: (watch: BacklogStatus) => void;
  /** Counts a failed reading and removes the values of all gauges, because the last ones may be outdated. */
  readonly countFailedReading: () => void;
}

/** Registers the monitor's metrics: depth, age and state for each queue, memory and its state. */
export function createMonitorMetrics(metrics: Metrics): MonitorMetrics {
  const registers = [metrics];
  const depth = new Gauge({
    name: 'sluice_queue_depth_events',
    help: 'Events accepted and not finished.',
    labelNames: ['type'],
    registers,
  });
  const age = new Gauge({
    name: 'sluice_queue_oldest_job_age_seconds',
    help: 'Age of the oldest job waiting or active.',
    labelNames: ['type'],
    registers,
  });
  const memory = new Gauge({
    name: 'sluice_redis_memory_used_ratio',
    help: 'Used share of the memory limit of the fullest Redis; 0 without a limit.',
    registers,
  });
  const raised = new Gauge({
    name: 'sluice_backlog_raised',
    help: '1 while this subject makes gateways refuse spans and replays.',
    labelNames: ['subject'],
    registers,
  });
  const blind = new Counter({
    name: 'sluice_backlog_failed_readings_total',
    help: 'Readings of queues or Redis that failed; gateways get no heartbeat for them.',
    registers,
  });
  return {
    update: (watch) => {
      for (const subject of SUBJECTS) {
        const { judgement, samples } = watch[subject];
        const reading = samples.at(-1)?.reading ?? {};
        raised.set({ subject }, isRaised(judgement) ? 1 : 0);
        if (subject === 'memory') {
          memory.set(reading.memory ?? 0);
        } else {
          depth.set({ type: subject }, reading.depth ?? 0);
          age.set({ type: subject }, (reading.age ?? 0) / 1000);
        }
      }
    },
    countFailedReading: () => {
      blind.inc();
      for (const gauge of [depth, age, raised]) gauge.reset();
      memory.remove();
    },
  };
}
