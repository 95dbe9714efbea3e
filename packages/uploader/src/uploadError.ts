/**
 * Stable codes of failures. `unauthorized`, `forbidden`, `not_found`: token, scope or plan, project ·
 * `invalid`: the service refused what was sent · `too_large` · `unreadable`: the file could not be read · `unreachable`:
 * no response, or only 5xx or 429 · `timeout`: the time limit for all uploads was reached · `stopped`: by the caller's
 * signal · `usage`: an invalid target · `failed`: anything else.
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

/** Why something could not be uploaded, and the remedy. Never contains the token. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
  constructor(
    readonly code: UploadErrorCode,
    message: string,
    /** Status of the response, if there was one. */
    readonly status?: number,
  ) {
    super(message);
  }
}
