/** An operation that failed: an answer with an error, or none (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    readonly status: number,
    /** Stable code, such as `not_found`; `unreachable` without an answer. */
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
  return new ApiError(status, 'no_answer', `The server answered ${status} without a reason.`, wait);
}

/** Returns the reason of a failure for a message to the reader. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : 'something went wrong.');
