import { setTimeout as delay } from 'node:timers/promises';
import type { Component } from './component.js';
import type { Logger } from './logger.js';

/**
 * Runs `task` repeatedly, with `periodMs` between the end of a run and the next start. A failed run is logged once per
 * series of failures and retried after the period. `stop` waits for the current run.
 */
export function periodicTask(
  name: string,
  periodMs: number,
  logger: Logger,
  task: (signal: AbortSignal) => Promise<void>,
): Component {
  const abort = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    let failing = false;
    while (!abort.signal.aborted) {
      try {
        await task(abort.signal);
        if (failing) logger.info({ task: name }, 'task succeeded again');
        failing = false;
      } catch (error) {
        if (!failing) logger.warn({ task: name, err: error }, 'task failed; retrying');
        failing = true;
      }
      await delay(periodMs, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      loop = run();
      return Promise.resolve();
    },
    stop: async () => {
      abort.abort();
      await loop;
    },
  };
}
