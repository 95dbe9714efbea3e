import { captureException } from '../capture/captureException.js';
import { getClient } from '../core/client.js';
import { currentTracePosition } from '../core/scope.js';
import { reportedErrors } from '../core/lossReporter.js';
import { isServerFault } from './isServerFault.js';
import { sentTraceOf } from './sentTraces.js';

/** Selection of reported errors. */
export interface ServerErrorsOptions {
  /** Whether an error is reported; default: errors without a `status` below 500. */
  readonly isReported?: (error: unknown) => boolean;
}

/** An error of a request, and the trace in which its exception was sent. */
interface Reported {
  readonly error: unknown;
  readonly traceId: string | undefined;
}

/** The error reported last for a request, because thrown strings have no identity and may reach several handlers. */
const reported = new WeakMap<object, Reported>();

/**
 * Reports an error of a request as unhandled, once even if it reaches several handlers.
 *
 * @returns the trace id of the request if the exception was sent in it; `undefined` if it was not sent, was sent in the
 * trace of an earlier request, or in none
 */
export function reportError(
  error: unknown,
  request: object,
  { isReported = isServerFault }: ServerErrorsOptions = {},
): string | undefined {
  if (!isReported(error)) return undefined;
  const last = reported.get(request);
  if (last && last.error === error) return last.traceId;
  const current = currentTracePosition()?.traceId;
  // A known error may have been sent by an earlier request, because a cached rejected promise rethrows the same object.
  const isSent = reportedErrors.has(error as object) ? sentTraceOf(error) === current : captureUnhandled(error);
  const traceId = isSent ? current : undefined;
  reported.set(request, { error, traceId });
  return traceId;
}

/** Whether the exception was sent; `beforeSend` or the rate limit may drop it. */
function captureUnhandled(error: unknown): boolean {
  let isSent = false;
  const forget = getClient()?.onCapture(() => () => {
    isSent = true;
  });
  captureException(error, { handled: false });
  forget?.();
  return isSent;
}
