/** The bytes of an index differ from those that were written. */
export class DamagedIndexError extends Error {
  override readonly name = 'DamagedIndexError';
}
