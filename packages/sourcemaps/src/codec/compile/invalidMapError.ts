/** The upload is not a source map. The message is a sentence with the reason. */
export class InvalidMapError extends Error {
  override readonly name = 'InvalidMapError';
}
