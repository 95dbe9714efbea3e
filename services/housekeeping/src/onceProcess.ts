import { createLogger, readSettings, systemClock, type Env } from '@sluice/runtime';
import { HOUSEKEEPING_SERVICE_SETTINGS } from './config.js';
import { runOnce, type OnceRequest } from './runOnce.js';

/** Access of a run to its process. */
export interface OnceHost {
  readonly env: Env;
  readonly exit: (code: number) => void;
}

/**
 * Returns the request of a command line, `undefined` without one: `task run <task>`, `task list`,
 * `rehearse retention <days>`.
 */
export function onceRequest(words: readonly string[]): OnceRequest | undefined {
  const [subject, verb, value = ''] = words;
  if (subject === 'task' && verb === 'run') return { kind: 'run', task: value };
  if (subject === 'task' && verb === 'list') return { kind: 'list' };
  if (subject === 'rehearse' && verb === 'retention') return { kind: 'rehearse retention', days: Number(value) };
  return undefined;
}

/**
 * Does one thing and ends the process. Each line of stdout is JSON: what the task logs, and at the end a line with
 * `result` (exit code 0) or `failure` (exit code 1).
 */
export async function runOnceProcess(request: OnceRequest, { env, exit }: OnceHost): Promise<void> {
  const logger = createLogger('housekeeping-once', 'info');
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stopping.abort());
  const deps = { logger, clock: systemClock, signal: stopping.signal };
  try {
    const result = await runOnce(request, readSettings(HOUSEKEEPING_SERVICE_SETTINGS, env), deps);
    logger.info({ result }, 'finished');
    exit(0);
  } catch (error) {
    logger.error({ err: error, failure: error instanceof Error ? error.message : String(error) }, 'failed');
    exit(1);
  }
}
