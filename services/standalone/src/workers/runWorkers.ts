import { createMetrics, createReadiness, readSettings, type Env } from '@sluice/runtime';
import { createWorkers, WORKERS_SETTINGS } from './createWorkers.js';
import type { WorkersFacts, WorkersMessage, WorkersRequest } from './protocol.js';

/** Access of the workers to their process. */
export interface WorkersHost {
  readonly env: Env;
  readonly exit: (code: number) => void;
}

/** How long workers without a parent may take to finish. */
const ORPHANED_STOP_MS = 5_000;

/** How long an answer to the parent may wait for a check. The parent waits a little longer. */
const READINESS_MS = 1_000;

/**
 * The body of the worker process: loads, waits for the URLs of the databases, and works until it is stopped or its
 * parent ends. It ignores Ctrl-C, because the parent stops all processes in order.
 */
export function runWorkers({ env, exit }: WorkersHost): void {
  const metrics = createMetrics(true);
  let running: ReturnType<typeof createWorkers> | undefined;
  let stopping = false;
  const send = (message: WorkersMessage): void => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  const fail = (error: unknown): void => {
    send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  };
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    const done = running?.stop() ?? Promise.resolve();
    done.then(
      () => exit(0),
      () => exit(1),
    );
  };
  const start = async (facts: WorkersFacts): Promise<void> => {
    running = createWorkers({ ...facts, metrics }, readSettings(WORKERS_SETTINGS, env));
    await running.start();
    send({ kind: 'started' });
  };
  const readiness = createReadiness(
    {
      get checks() {
        return running?.checks ?? [];
      },
      isStopping: () => stopping,
    },
    { waitMs: READINESS_MS },
  );
  const answer = async (id: number): Promise<void> => {
    const state = { metrics: await metrics.getMetricsAsJSON(), readiness: await readiness() };
    send({ kind: 'answer', id, state });
  };
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', stop);
  process.on('disconnect', () => {
    setTimeout(() => exit(1), ORPHANED_STOP_MS).unref();
    stop();
  });
  process.on('message', (message: WorkersRequest) => {
    if (message.kind === 'start') start(message.facts).catch(fail);
    if (message.kind === 'stop') stop();
    if (message.kind === 'ask') answer(message.id).catch(fail);
  });
}
