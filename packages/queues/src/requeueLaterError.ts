/** Thrown by a handler that cannot process a job now: the job is requeued for `delayMs` and does not count as rejected. */
export class RequeueLaterError extends Error {
  override readonly name = 'RequeueLaterError';

  /** @param delayMs shortest delay, in milliseconds */
  constructor(
    message: string,
    readonly delayMs: number,
  ) {
    super(message);
  }
}
