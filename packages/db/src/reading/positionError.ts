/**
 * The `after` of a page request is not a position that its list writes. Thrown before any statement is sent, so that a
 * forged cursor causes no error in PostgreSQL and no line in its log.
 */
export class PositionError extends Error {
  override readonly name = 'PositionError';
}
