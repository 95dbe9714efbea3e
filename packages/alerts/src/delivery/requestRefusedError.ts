/** Nothing was sent, because the request would break a rule of this package. Its message has no secrets. */
export class RequestRefusedError extends Error {
  override readonly name = 'RequestRefusedError';
}
