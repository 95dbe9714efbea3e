/** Thrown by a handler that has no place for a job now, and nothing against it: it comes again after `delayMs`. */
export class RequeueLater extends Error {
  override readonly name = 'TakeLater';

  /** @param delayMs milliseconds, at least */
  constructor(
    message: string,
    readonly delayMs: number,
  ) {
    super(message);
  }
}
