import type { Report } from '@sluice/embedded';
import { Backoff, type Component, type Env } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import { forkWorkers, type WorkerProcess } from './forkWorkers.js';
import type { WorkersFacts, WorkersState } from './protocol.js';

/** Options of the worker process. */
export interface WorkersOptions {
  /** Program to fork, with `workers` as its argument. */
  readonly program: string;
  readonly env: Env;
  /** Called at every start. */
  readonly facts: () => WorkersFacts;
  readonly report: Report;
  readonly onStarted: () => void;
}

/** The worker process, restarted when it ends unexpectedly. */
export interface Workers extends Component {
  /** Forks the process before {@link Component.start}, so that it loads while the servers start. */
  readonly fork: () => void;
  /** Returns its metrics and readiness; `undefined` if it is not running or does not respond within a second. */
  readonly state: () => Promise<WorkersState | undefined>;
  /** Returns its process id by role, if it is running. */
  readonly pids: () => Readonly<Record<string, number>>;
  /** Kills it; its jobs are requeued. */
  readonly kill: () => void;
}

const PAUSES = { firstMs: 1_000, maxMs: 30_000 };
/** A process that ran this long is stable: the next pause is short again. */
const STABLE_MS = 60_000;
/** How long the workers may take to stop: longer than a worker (14 s), or alerts beside it, and then housekeeping need. */
const STOP_MS = 25_000;

/**
 * Runs the workers in a separate process. If it ends unexpectedly, it is restarted indefinitely after growing pauses;
 * no event is lost, because the jobs wait in Redis. Rejects only if the first start fails.
 */
export function superviseWorkers(options: WorkersOptions): Workers {
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let child: WorkerProcess | undefined;
  let watching: Promise<void> = Promise.resolve();
  const begin = async (): Promise<void> => {
    child ??= forkWorkers(options.program, options.env);
    await child.start(options.facts());
    options.onStarted();
  };
  const watch = async (): Promise<void> => {
    const backoff = new Backoff(PAUSES);
    for (;;) {
      const since = performance.now();
      await child?.exited;
      if (isStopping()) return;
      if (performance.now() - since > STABLE_MS) backoff.reset();
      const pause = backoff.next();
      options.report(`The worker process ended unexpectedly; starting it again in ${(pause / 1_000).toFixed(1)} s.`);
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (isStopping()) return;
      child = forkWorkers(options.program, options.env);
      await begin().catch((error: unknown) => {
        options.report(`The worker process does not start: ${error instanceof Error ? error.message : String(error)}`);
        child?.kill();
      });
    }
  };
  return {
    fork: () => {
      child = forkWorkers(options.program, options.env);
    },
    start: async () => {
      await begin();
      watching = watch();
    },
    stop: async () => {
      stopping.abort();
      await child?.stop(STOP_MS);
      await watching;
      await child?.stop(STOP_MS);
    },
    state: async () => child?.state(),
    pids: () => (child?.pid === undefined ? {} : { workers: child.pid }),
    kill: () => child?.kill(),
  };
}
