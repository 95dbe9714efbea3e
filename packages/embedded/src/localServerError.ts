/** A local server cannot be started for a reason that the person at the keyboard can do something about; one line. */
export class LocalServerError extends Error {
  override readonly name = 'LocalServerError';
}
