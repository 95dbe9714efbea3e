import { captureException } from '../capture/captureException.js';
import { getClient } from '../core/client.js';
import { currentPlace } from '../core/scope.js';
import { known } from '../core/told.js';
import { isServerFault } from './isServerFault.js';
import { sentTraceOf } from './sentTraces.js';

/** Which errors of a server are reported. */
export interface ServerErrorsOptions {
  /** Whether an error is reported: those without a `status` below 500, which are the other side's fault. */
  readonly isReported?: (error: unknown) => boolean;
}

/** An error of a request, and the request's trace if the exception was sent in it. */
interface Reported {
  readonly error: unknown;
  readonly traceId: string | undefined;
}

/** What was reported last of a request: a text that is thrown has no identity, and may reach several handlers. */
const reported = new WeakMap<object, Reported>();

/**
 * Reports an error of a request as not handled, once however many handlers it reaches.
 *
 * @returns the id of the request's trace if the exception was sent in it; `undefined` where it was not sent, was sent in
 * another trace by an earlier request, or is in none
 */
export function reportError(
  error: unknown,
  request: object,
  { isReported = isServerFault }: ServerErrorsOptions = {},
): string | undefined {
  if (!isReported(error)) return undefined;
  const last = reported.get(request);
  if (last && last.error === error) return last.traceId;
  const current = currentPlace()?.traceId;
  // A known error may have been sent by an earlier request: a rejected promise that is kept throws the same object again.
  const isSent = known.has(error as object) ? sentTraceOf(error) === current : captureUnhandled(error);
  const traceId = isSent ? current : undefined;
  reported.set(request, { error, traceId });
  return traceId;
}

/** Returns whether the exception was sent: `beforeSend` may drop it, and so may the cap. */
function captureUnhandled(error: unknown): boolean {
  let isSent = false;
  const forget = getClient()?.onCapture(() => () => {
    isSent = true;
  });
  captureException(error, { handled: false });
  forget?.();
  return isSent;
}
