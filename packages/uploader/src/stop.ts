import { setMaxListeners } from 'node:events';
import type { Sent } from './send/send.js';
import { UploadError } from './uploadError.js';

/**
 * When a run of uploads goes on no longer, and why.
 *
 * | what happened to a map                                 | the rest                                          |
 * | ------------------------------------------------------ | ------------------------------------------------- |
 * | taken, or refused for its own sake (422 …)             | goes on                                           |
 * | 401, 403, 404 before any map was taken or refused      | stops: token, project or plan are refused         |
 * | the same later                                         | goes on: it concerns this map only                |
 * | no answer, 503 or 429 after all retries, no map since  | stops: the service is away, or has no turn for us |
 * | the caller's signal, or the time for all is over       | stops: what was under way may be stored or not    |
 */
export interface Stop {
  /** Aborts what is under way. */
  readonly signal: AbortSignal;
  /** What the rest fails with; `undefined` while it goes on. */
  readonly reason: () => UploadError | undefined;
  /** Whether it ended from outside, while the service may have been storing what was under way. */
  readonly isInterrupted: () => boolean;
  /** Maps that were answered for good so far. */
  readonly answers: () => number;
  readonly because: (error: UploadError) => void;
  /** Takes notice of a map's end. @param before answers when it was begun */
  readonly note: (sent: Sent, before: number) => void;
  /** Lets go of the caller's signal and of the timer. */
  readonly release: () => void;
}

/** What may end a run from outside. */
export interface StopOptions {
  readonly signal?: AbortSignal | undefined;
  readonly totalTimeoutMs?: number | undefined;
}

/** A {@link Stop} that heeds a caller's signal, and a limit in milliseconds for the whole run. */
export function createStop({ signal, totalTimeoutMs }: StopOptions, url: string): Stop {
  const abort = new AbortController();
  // One listener a request under way; there may be many.
  setMaxListeners(0, abort.signal);
  let reason: UploadError | undefined;
  let answers = 0;
  const because = (error: UploadError): void => {
    reason ??= error;
    abort.abort();
  };
  const byCaller = (): void => because(new UploadError('stopped', 'The upload was interrupted.'));
  const byTime = (): void => because(new UploadError('timeout', outOfTime(url, totalTimeoutMs, answers)));
  if (signal?.aborted === true) byCaller();
  signal?.addEventListener('abort', byCaller);
  const timer = totalTimeoutMs === undefined ? undefined : setTimeout(byTime, totalTimeoutMs);
  return {
    signal: abort.signal,
    reason: () => reason,
    isInterrupted: () => reason?.code === 'stopped' || reason?.code === 'timeout',
    answers: () => answers,
    because,
    note: (sent, before) => {
      if (!sent.ok && sent.error.code === 'stopped') return;
      if (!sent.ok && (isRefusal(sent.error) ? answers === 0 : isAway(sent) && answers === before)) {
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

const outOfTime = (url: string, limitMs = 0, answers: number): string =>
  answers === 0
    ? `${url.replace(/\/+$/, '')} answered no upload within ${limitMs / 1_000} s.`
    : `The ${limitMs / 1_000} s for all uploads were over.`;

/** Of whatever is sent, not of one map. */
const isRefusal = ({ status }: UploadError): boolean => status !== undefined && [401, 403, 404].includes(status);

/** No answer, or one that says to come later; any other 5xx may concern a single map. */
const isAway = ({ error, exhausted }: Extract<Sent, { ok: false }>): boolean =>
  exhausted && (error.status === undefined || error.status === 503 || error.status === 429);
