import { errorBody } from '@sluice/contract';

/** What a request gets. `hang_up`: nobody knows whether it happened, so the connection ends without an answer. */
export type Answer = HttpAnswer | 'hang_up';

/** A status, headers in lower case beside those of every answer, and a JSON text. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The answer to a request that is refused as a whole. */
export const answerRefusal = ({ status, code, message, headers }: Refusal): HttpAnswer => ({
  status,
  headers,
  body: JSON.stringify(errorBody(code, message)),
});

/** A request refused as a whole: a 4xx or 5xx with the error body of protocol 7. */
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

/** 401 for a server key in the query, valid or not: proxies log addresses. */
export const serverKeyInUrl = (): Refusal =>
  new Refusal(401, 'server_key_in_url', 'A server key must be sent in the header X-Service-Auth, not in the address.');

/** 403 for a server key with an `Origin`, which only browsers send. */
export const serverKeyInBrowser = (): Refusal =>
  new Refusal(
    403,
    'server_key_in_browser',
    'A server key is a secret and was sent by a browser (the request has an Origin). Disable it, and use a public key in pages.',
  );

/** 503: nothing of the request happened, it may be sent again after a second. */
export const unavailable = (message: string): Refusal =>
  new Refusal(503, 'unavailable', message, { 'retry-after': '1' });

/** 413 for a body over its ceiling, on the wire or inflated. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal(413, 'body_too_large', `The body is larger than ${limit} bytes.`);

/** 503 for a request that does not fit beside the others under way. */
export const busy = (): Refusal => unavailable('The service is busy, try again.');
