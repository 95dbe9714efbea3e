/**
 * What a program may tell failures apart by. `unauthorized`, `forbidden`, `not_found`: token, scope or plan, project ·
 * `invalid`: the service refused what was sent · `too_large` · `unreadable`: the file could not be read · `unreachable`:
 * nobody answered, or only with 5xx, or with 429 · `timeout`: the time for all uploads was over · `stopped`: by the caller's
 * signal · `usage`: a target that cannot be meant · `failed`: anything else.
 */
export type UploadErrorCode =
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'invalid'
  | 'too_large'
  | 'unreadable'
  | 'unreachable'
  | 'timeout'
  | 'stopped'
  | 'usage'
  | 'failed';

/** Why something could not be sent: one sentence or two that say what to do. Never holds the token. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  constructor(
    readonly code: UploadErrorCode,
    message: string,
    /** Status of the service's answer, where there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}
