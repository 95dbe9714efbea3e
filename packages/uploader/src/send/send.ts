import { setTimeout as delay } from 'node:timers/promises';
import type { UploadError } from '../uploadError.js';
import type { UploadTarget } from '../uploadTarget.js';
import { attempt, type Attempt, type Call } from './attempt.js';
import { explainAttempt, explainWait } from './explainAttempt.js';
import { createPatience, PATIENCE_MS } from './patience.js';
import { retryWait } from './retryWait.js';
import type { SendOptions } from './sendOptions.js';

/** Result of a request. */
export type Sent =
  | { readonly ok: true; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      readonly error: UploadError;
      /** Whether retries were exhausted: the service is unavailable, failing or busy. */
      readonly exhausted: boolean;
      /** Whether the last attempt timed out. */
      readonly timedOut: boolean;
    };

const RETRIES = 3;

/** Sends a request with retries; never rejects. */
export async function send(target: UploadTarget, call: Call, options: SendOptions): Promise<Sent> {
  const { signal } = options;
  const nextWait = waits(target, options);
  for (let attempts = 1; ; attempts += 1) {
    const made = await attempt(target, call, options);
    if (made.kind === 'answer' && isAccepted(made)) {
      return { ok: true, status: made.status, body: made.body as Readonly<Record<string, unknown>> };
    }
    const again = isWorthAnother(made);
    const waitMs = again ? nextWait(made) : undefined;
    if (waitMs === undefined) {
      const timedOut = made.kind === 'silence' && made.timedOutMs !== undefined;
      return { ok: false, error: explainAttempt(target, made, attempts), exhausted: again, timedOut };
    }
    const waited = await delay(waitMs, true, { ...(signal === undefined ? {} : { signal }) }).catch(() => false);
    if (!waited) {
      const error = explainAttempt(target, { kind: 'stopped' }, attempts);
      return { ok: false, error, exhausted: false, timedOut: false };
    }
  }
}

/** Returns milliseconds until the next attempt, `undefined` if there is none; reports the first 429. */
function waits(target: UploadTarget, options: SendOptions): (made: Attempt) => number | undefined {
  const patience = createPatience(options);
  let tried = 0;
  let isReported = false;
  return (made) => {
    if (made.kind !== 'answer' || made.status !== 429) {
      tried += 1;
      return tried > (options.retries ?? RETRIES) ? undefined : retryWait(made, tried - 1, options.backOffMs);
    }
    const waitMs = patience.waitMs(made.headers);
    if (waitMs !== undefined && !isReported) {
      isReported = true;
      options.onWait?.(explainWait(target, made, { waitMs, patienceMs: options.patienceMs ?? PATIENCE_MS }));
    }
    return waitMs;
  };
}

/** A success is a 2xx with JSON; an HTML page of another server is not. */
const isAccepted = ({ status, body }: Extract<Attempt, { kind: 'answer' }>): boolean =>
  status >= 200 && status < 300 && typeof body === 'object' && body !== null;

/** Of the 4xx only 429 is retried; the others would be refused again. */
const isWorthAnother = (made: Attempt): boolean =>
  made.kind === 'silence' || (made.kind === 'answer' && (made.status >= 500 || made.status === 429));
