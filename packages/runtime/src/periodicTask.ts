import { setTimeout as delay } from 'node:timers/promises';
import type { Component } from './component.js';
import type { Logger } from './logger.js';

/**
 * Runs `task` again and again with `periodMs` between an end and the next start, never twice at once. A failing run
 * is logged once per streak and retried at the next turn. `stop` waits for the run under way.
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
        if (failing) logger.info({ task: name }, 'task works again');
        failing = false;
      } catch (error) {
        if (!failing) logger.warn({ task: name, err: error }, 'task failed, will retry');
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
