/** A request refused as a whole: a 4xx or 5xx with the error body of decisions, section 1. */
export class Refusal {
  constructor(
    readonly status: number,
    /** Stable; for programs. */
    readonly code: string,
    /** One sentence; for people. */
    readonly message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** 401 for a key that is missing, malformed, unknown or disabled: always the same words. */
export const unknownKey = (): Refusal => new Refusal(401, 'unknown_key', 'Invalid DSN: unknown project or key.');

/** 503: nothing of the request happened, it may be sent again after a second. */
export const unavailable = (message: string): Refusal =>
  new Refusal(503, 'unavailable', message, { 'retry-after': '1' });

/** 413 for a body over its ceiling, on the wire or inflated. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal(413, 'body_too_large', `The body is larger than ${limit} bytes.`);

/** 503 for a request that does not fit beside the others under way. */
export const busy = (): Refusal => unavailable('The service is busy, try again.');
