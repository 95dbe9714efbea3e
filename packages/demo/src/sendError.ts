/** A batch was not accepted: the service does not answer (`unreachable`), or refuses the key or the batch (`failed`). */
export class SendError extends Error {
  override readonly name = 'SendError';
  constructor(
    readonly code: 'unreachable' | 'failed',
    message: string,
  ) {
    super(message);
  }
}
