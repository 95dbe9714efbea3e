/** Nothing was sent, because the request would break a rule of this package. Its message has no secrets. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';

  constructor(
    message: string,
    /** `message`: the same request will always be refused. `undefined`: what it depends on, such as a name, may change. */
    readonly scope?: 'message',
  ) {
    super(message);
  }
}
