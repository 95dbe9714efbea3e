/** An operation that failed: an answer with an error, or none (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable code, such as `not_found`; `unreachable`, `offline` or `timeout` without an answer. */
    readonly code: string,
    message: string,
    /** Seconds after which the request may succeed, if the answer says so. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** Returns the error of an answer. Anything but our JSON gets a message of its own, because a proxy may have answered. */
export function readApiError(status: number, body: unknown, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter ?? Number.NaN);
  const wait = Number.isFinite(seconds) ? seconds : undefined;
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined;
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) {
    return new ApiError(status, String(error.code), String(error.message), wait);
  }
  return new ApiError(status, 'no_answer', describeForeign(status, wait), wait);
}

/** What an answer that is not ours means: it comes from what is in front of the server. */
function describeForeign(status: number, wait: number | undefined): string {
  const again = wait === undefined ? 'Try again in a moment.' : `Try again in ${wait} s.`;
  if (status === 401) return 'Something in front of the server asks for a sign-in (401). Load the page anew.';
  if (status === 403) return 'Something in front of the server refused the request (403).';
  if (status === 413) return 'This is more than a proxy in front of the server lets through (413).';
  if (status === 429) return `These were too many requests (429). ${again}`;
  if (status === 504) return `The server did not answer in time (504). ${again}`;
  if (status === 502 || status === 503) return `The server is not available (${status}). ${again}`;
  return `The server answered ${status} without a reason.`;
}

/** Returns whether the server says that what was asked for does not exist. No other error says so. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 404 && error.code !== 'no_answer';

/**
 * Returns whether the server rejects the token of a link as malformed, unknown or expired. After any other error the link may still
 * work.
 */
export const isInvalidLink = (error: unknown): boolean =>
  isMissing(error) ||
  (error instanceof ApiError && error.code !== 'no_answer' && (error.status === 400 || error.status === 422));

/** Returns the reason of a failure for a message to the reader. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'something went wrong.');
