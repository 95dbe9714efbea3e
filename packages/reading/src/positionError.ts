/**
 * The `after` of a page request was not written by its list. Thrown before a statement is sent, so that a forged cursor
 * causes no error in PostgreSQL and no line in its log.
 */
export class PositionError extends Error {
  override readonly name = 'PositionError';
}
