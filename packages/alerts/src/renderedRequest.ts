import type { DestinationConfig, DestinationKind, DestinationSecrets } from '@sluice/contract';

/** A request to a platform, complete but for the signature of a webhook. */
export interface RenderedRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Kinds of destinations that receive requests over HTTP. */
export type RequestKind = Exclude<DestinationKind, 'members' | 'email'>;

/** A destination with everything that a request to it needs. */
export interface Destination {
  readonly kind: DestinationKind;
  readonly config: DestinationConfig;
  readonly secrets: DestinationSecrets;
}

/** Most bytes of a body. */
const MOST_BODY_BYTES = 20_000;

/** Returns a POST of JSON. */
export function jsonRequest(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RenderedRequest {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  };
}

/** Whether a body of JSON is small enough. */
export const isSmallEnough = (body: unknown): boolean => Buffer.byteLength(JSON.stringify(body)) <= MOST_BODY_BYTES;
