/** A local server cannot be started. The message is one line that a person can act on. */
export class LocalServerError extends Error {
  override readonly name = 'LocalServerError';
}
