/** The bytes of an index are not what was written. */
export class DamagedIndexError extends Error {
  override readonly name = 'DamagedIndexError';
}
