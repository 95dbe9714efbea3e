/** A refusal: its status, a stable code and a sentence for people (protocol 7). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 408 | 409 | 412 | 413 | 415 | 422 | 429 | 503,
    readonly code: string,
    message: string,
    /** Headers of the answer: `Retry-After`, `Allow` … */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

/** 409 for the beginning of several ids. */
export class AmbiguousIdError extends ApiError {
  constructor(
    message: string,
    /** The first ten ids that start with the given text. */
    readonly ids: readonly string[],
  ) {
    super(409, 'ambiguous_id', message);
  }
}

/** One answer for "not there" and "not yours". @param what `issue`, `trace` … */
export const notFound = (what: string): ApiError => new ApiError(404, 'not_found', `There is no such ${what}.`);
