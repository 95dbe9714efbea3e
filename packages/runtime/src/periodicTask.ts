import { setTimeout as delay } from 'node:timers/promises';
import type { Component } from './component.js';
import type { Logger } from './logger.js';

/** A {@link Component} that runs a task repeatedly. */
export interface PeriodicTask extends Component {
  /** Starts the next run now, or as soon as the current one has ended. Does nothing if the task is not started, or stopped. */
  readonly wake: () => void;
}

/**
 * Runs `task` repeatedly, with `periodMs` between the end of a run and the next start, unless it is woken. A failed run is logged once
 * per series of failures and retried after the period. `stop` waits for the current run.
 */
export function periodicTask(
  name: string,
  periodMs: number,
  logger: Logger,
  task: (signal: AbortSignal) => Promise<void>,
): PeriodicTask {
  const abort = new AbortController();
  let waking = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let failing = false;
    while (!abort.signal.aborted) {
      waking = new AbortController();
      try {
        await task(abort.signal);
        if (failing) logger.info({ task: name }, 'task succeeded again');
        failing = false;
      } catch (error) {
        if (!failing) logger.warn({ task: name, err: error }, 'task failed; retrying');
        failing = true;
      }
      await delay(periodMs, undefined, { signal: waking.signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      loop = run();
      return Promise.resolve();
    },
    wake: () => waking.abort(),
    stop: async () => {
      abort.abort();
      waking.abort();
      await loop;
    },
  };
}
