import { captureException } from '../capture/captureException.js';
import { isServerFault } from './isServerFault.js';

/** Which errors of a server are reported. */
export interface ServerErrorsOptions {
  /** Whether an error is reported: those without a `status` below 500, which are the other side's fault. */
  readonly isReported?: (error: unknown) => boolean;
}

/** What was reported last of a request: a text that is thrown has no identity, and may reach several handlers. */
const reported = new WeakMap<object, unknown>();

/** Reports an error of a request as not handled, once however many handlers it reaches. */
export function reportError(
  error: unknown,
  request: object,
  { isReported = isServerFault }: ServerErrorsOptions = {},
): void {
  if (!isReported(error) || (reported.has(request) && reported.get(request) === error)) return;
  reported.set(request, error);
  captureException(error, { handled: false });
}
