import { setTimeout as delay } from 'node:timers/promises';
import type { UploadError } from '../uploadError.js';
import type { UploadTarget } from '../uploadTarget.js';
import { attempt, type Attempt, type Call } from './attempt.js';
import { explainAttempt } from './explainAttempt.js';
import { retryWait } from './retryWait.js';
import type { SendOptions } from './sendOptions.js';

/** How a request ended. */
export type Sent =
  | { readonly ok: true; readonly status: number; readonly body: Readonly<Record<string, unknown>> }
  | {
      readonly ok: false;
      readonly error: UploadError;
      /** Whether it was worth another attempt and there was none left: the service is away, or fails. */
      readonly exhausted: boolean;
    };

const RETRIES = 3;

/** Sends a request until it is answered with what is worth no further attempt; never rejects. */
export async function send(target: UploadTarget, call: Call, options: SendOptions): Promise<Sent> {
  const { retries = RETRIES, signal } = options;
  for (let tried = 0; ; tried += 1) {
    const made = await attempt(target, call, options);
    if (made.kind === 'answer' && isAccepted(made)) {
      return { ok: true, status: made.status, body: made.body as Readonly<Record<string, unknown>> };
    }
    const again = isWorthAnother(made);
    if (!again || tried >= retries) return { ok: false, error: explainAttempt(target, made), exhausted: again };
    const waitMs = retryWait(made, tried, options.backOffMs);
    const waited = await delay(waitMs, true, { ...(signal === undefined ? {} : { signal }) }).catch(() => false);
    if (!waited) return { ok: false, error: explainAttempt(target, { kind: 'stopped' }), exhausted: false };
  }
}

/** A 2xx that speaks JSON: a page of something else that stands there is no success. */
const isAccepted = ({ status, body }: Extract<Attempt, { kind: 'answer' }>): boolean =>
  status >= 200 && status < 300 && typeof body === 'object' && body !== null;

/** No 4xx is, not even 429: what was refused once is refused again, and a limit is not raised by asking. */
const isWorthAnother = (made: Attempt): boolean =>
  made.kind === 'silence' || (made.kind === 'answer' && made.status >= 500);
