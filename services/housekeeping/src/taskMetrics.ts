import { Counter, Gauge, Histogram, type Metrics } from '@sluice/runtime';

/** Metrics of the tasks. */
export interface TaskMetrics {
  /** Records the period of a task, and that this process runs it from now on. */
  readonly schedule: (task: string, periodMs: number) => void;
  /** Runs a task and records its duration, its failure and the time of its last success. */
  readonly time: (task: string, work: () => Promise<void>) => Promise<void>;
}

/** Registers the metrics of all tasks, labeled by task. */
export function createTaskMetrics(metrics: Metrics): TaskMetrics {
  const registers = [metrics];
  const seconds = new Histogram({
    name: 'sluice_housekeeping_run_seconds',
    help: 'Duration of a run.',
    labelNames: ['task'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers,
  });
  const failures = new Counter({
    name: 'sluice_housekeeping_failures_total',
    help: 'Failed runs; they are retried.',
    labelNames: ['task'],
    registers,
  });
  const worked = new Gauge({
    name: 'sluice_housekeeping_last_success_timestamp_seconds',
    help: 'Time of the last run that succeeded, or that found the task running in another process.',
    labelNames: ['task'],
    registers,
  });
  const period = new Gauge({
    name: 'sluice_housekeeping_period_seconds',
    help: 'Time between two runs, from the settings. `SluiceTaskStale` allows three of them without a success.',
    labelNames: ['task'],
    registers,
  });
  const scheduled = new Gauge({
    name: 'sluice_housekeeping_scheduled_timestamp_seconds',
    help: 'Time since which the process runs the task: the age of a task that has never succeeded.',
    labelNames: ['task'],
    registers,
  });
  return {
    schedule: (task, periodMs) => {
      period.set({ task }, periodMs / 1_000);
      scheduled.setToCurrentTime({ task });
    },
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
