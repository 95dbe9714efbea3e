import { errorBody } from '@sluice/contract';

/** The answer to a request. `hang_up`: it is unknown whether the batch was accepted, so the connection is closed without an answer. */
export type Answer = HttpAnswer | 'hang_up';

/** A status, headers (lower-case names) in addition to those of every answer, and a JSON text or an empty body. */
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
    /** Stable identifier for programs. */
    readonly code: string,
    /** One sentence for people. */
    readonly message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** 401 for a key that is missing, malformed, unknown or disabled: the same text, so that it does not reveal which keys exist. */
export const unknownKey = (): Refusal => new Refusal(401, 'unknown_key', 'Invalid DSN: unknown project or key.');

/** 401 for a server key in the query, valid or not: proxies log URLs. */
export const serverKeyInUrl = (): Refusal =>
  new Refusal(401, 'server_key_in_url', 'A server key must be sent in the header X-Service-Auth, not in the address.');

/** 403 for a server key with an `Origin`, which only browsers send. */
export const serverKeyInBrowser = (): Refusal =>
  new Refusal(
    403,
    'server_key_in_browser',
    'A server key is a secret and was sent by a browser (the request has an Origin). Disable it, and use a public key in pages.',
  );

/** 503: the request had no effect and may be sent again after one second. */
export const unavailable = (message: string): Refusal =>
  new Refusal(503, 'unavailable', message, { 'retry-after': '1' });

/** 413 for a body that is larger than `limit` bytes, as sent or inflated. */
export const bodyTooLarge = (limit: number): Refusal =>
  new Refusal(413, 'body_too_large', `The body is larger than ${limit} bytes.`);

/** 503 for a request whose memory does not fit into the budget of this process. */
export const busy = (): Refusal =>
  unavailable('This gateway has no memory left for the request. Send it again after Retry-After seconds.');
