import { setMaxListeners } from 'node:events';
import type { Sent } from './send/send.js';
import { UploadError } from './uploadError.js';

/**
 * Decides when a run of uploads stops, and why.
 *
 * | what happened to a map                                 | the rest                                          |
 * | ------------------------------------------------------ | ------------------------------------------------- |
 * | stored, or refused because of its content (422 …)      | goes on                                           |
 * | 401, 403, 404 before any map had a result              | stops: token, project or plan are refused         |
 * | the same later                                         | goes on: it concerns this map only                |
 * | no response, 503 or 429 after all retries, no success  | stops: the service is unavailable or busy         |
 * | the caller's signal, or the time limit                 | stops: maps in flight may be stored or not        |
 */
export interface Stop {
  /** Aborts requests in flight. */
  readonly signal: AbortSignal;
  /** Error of the remaining maps; `undefined` while the run continues. */
  readonly reason: () => UploadError | undefined;
  /** Whether it was stopped by signal or time limit, so that maps in flight may be stored. */
  readonly isInterrupted: () => boolean;
  /** Maps with a final result. */
  readonly answers: () => number;
  readonly because: (error: UploadError) => void;
  /** Moves the time limit, if there is one. @param ms milliseconds */
  readonly extend: (ms: number) => void;
  /** Records the result of a map. @param before number of results when it began */
  readonly note: (sent: Sent, before: number) => void;
  /** Removes the listener and clears the timer. */
  readonly release: () => void;
}

/** External limits of a run. */
export interface StopOptions {
  readonly signal?: AbortSignal | undefined;
  readonly totalTimeoutMs?: number | undefined;
}

/** Creates a {@link Stop} with the caller's signal and a time limit in milliseconds. */
export function createStop({ signal, totalTimeoutMs }: StopOptions, url: string): Stop {
  const abort = new AbortController();
  // One listener per request in flight, possibly many.
  setMaxListeners(0, abort.signal);
  let reason: UploadError | undefined;
  let answers = 0;
  const because = (error: UploadError): void => {
    reason ??= error;
    abort.abort();
  };
  const byCaller = (): void => because(new UploadError('stopped', 'The upload was interrupted.'));
  let limitMs = totalTimeoutMs;
  const startedAt = performance.now();
  const byTime = (): void => {
    if (limitMs === undefined) return;
    const leftMs = limitMs - (performance.now() - startedAt);
    if (leftMs > 1) timer = setTimeout(byTime, leftMs);
    else because(new UploadError('timeout', outOfTime(url, limitMs, answers)));
  };
  if (signal?.aborted === true) byCaller();
  signal?.addEventListener('abort', byCaller);
  let timer = limitMs === undefined ? undefined : setTimeout(byTime, limitMs);
  return {
    signal: abort.signal,
    reason: () => reason,
    isInterrupted: () => reason?.code === 'stopped' || reason?.code === 'timeout',
    answers: () => answers,
    because,
    extend: (ms) => {
      if (limitMs !== undefined) limitMs = Math.min(limitMs + ms, MAX_TIMER_MS);
    },
    note: (sent, before) => {
      if (!sent.ok && sent.error.code === 'stopped') return;
      if (!sent.ok && (isRefusal(sent.error) ? answers === 0 : isUnavailable(sent) && answers === before)) {
        because(sent.error);
      } else if (sent.ok || !sent.exhausted) {
        answers += 1;
      }
    },
    release: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', byCaller);
    },
  };
}

/** Node fires longer timers immediately. */
const MAX_TIMER_MS = 2_147_483_647;

function outOfTime(url: string, limitMs: number, answers: number): string {
  const limit = `${Math.round(limitMs / 100) / 10} s`;
  return answers === 0
    ? `${url.replace(/\/+$/, '')} did not answer any upload within ${limit}.`
    : `The time limit of ${limit} for all uploads was reached.`;
}

/** Statuses that concern the whole run, not one map. */
const isRefusal = ({ status }: UploadError): boolean => status !== undefined && [401, 403, 404].includes(status);

/** No response, 503 or 429; any other 5xx may concern a single map. */
const isUnavailable = ({ error, exhausted }: Extract<Sent, { ok: false }>): boolean =>
  exhausted && (error.status === undefined || error.status === 503 || error.status === 429);
