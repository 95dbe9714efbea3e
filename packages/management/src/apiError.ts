/** An error response: status, stable code and a message for people (protocol 7). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 503,
    readonly code: string,
    message: string,
    /** Extra response headers, such as `Retry-After` or `Allow`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 409 for a shortened id that several ids start with. */
export class AmbiguousIdError extends ApiError {
  constructor(
    message: string,
    /** The first ten ids that start with the given text. */
    readonly ids: readonly string[],
  ) {
    super(409, 'ambiguous_id', message);
  }
}

/** The same 404 for things that do not exist and things of another tenant. @param what for example `issue` */
export const notFound = (what: string): ApiError => new ApiError(404, 'not_found', `There is no such ${what}.`);
