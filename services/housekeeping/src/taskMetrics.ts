import { Counter, Gauge, Histogram, type Metrics } from '@sluice/runtime';

/** Times the tasks. */
export interface TaskMetrics {
  /** Runs a task, and shows how long it took, whether it failed and when it last worked. */
  readonly time: (task: string, work: () => Promise<void>) => Promise<void>;
}

/** Registers the metrics of all tasks, labelled by task. */
export function createTaskMetrics(metrics: Metrics): TaskMetrics {
  const registers = [metrics];
  const seconds = new Histogram({
    name: 'sluice_housekeeping_run_seconds',
    help: 'How long a run of a task took.',
    labelNames: ['task'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  const failures = new Counter({
    name: 'sluice_housekeeping_failures_total',
    help: 'Runs that failed; they are tried again.',
    labelNames: ['task'],
    registers,
  });
  const worked = new Gauge({
    name: 'sluice_housekeeping_last_success_timestamp_seconds',
    help: 'When a run last went through here, or found another housekeeper at it.',
    labelNames: ['task'],
    registers,
  });
  return {
    time: async (task, work) => {
      const done = seconds.startTimer({ task });
      try {
        await work();
        worked.setToCurrentTime({ task });
      } catch (error) {
        failures.inc({ task });
        throw error;
      } finally {
        done();
      }
    },
  };
}
