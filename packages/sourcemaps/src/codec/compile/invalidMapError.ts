/** What was uploaded is not a source map; the message says why, in a sentence for people. */
export class InvalidMapError extends Error {
  override readonly name = 'InvalidMapError';
}
