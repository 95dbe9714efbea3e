import { peerAddress } from '@sluice/runtime';
import type { IncomingMessage } from 'node:http';
import { baseUrlOf } from './baseUrlOf.js';

/** The parts of a request that say who sent it and from where. */
export interface RequestHead {
  /** Remote address of the socket. */
  readonly peer: string;
  /** The `X-Forwarded-For` header. */
  readonly forwardedFor: string | undefined;
  /** The `Authorization` header. */
  readonly authorization: string | undefined;
  /** The `Cookie` header. */
  readonly cookie: string | undefined;
  /** The `X-CSRF-Token` header. */
  readonly csrfToken: string | undefined;
  /** The `Origin` header. */
  readonly origin: string | undefined;
  /** The `Sec-Fetch-Site` header. */
  readonly fetchSite: string | undefined;
  /** Base URL by the `Host` and `X-Forwarded-Proto` headers, whatever `PUBLIC_URL` is. */
  readonly requestedUrl: string;
  readonly userAgent: string;
  /** Base URL under which the client reached the service. */
  readonly baseUrl: string;
  /** Whether the method may change something. */
  readonly isUnsafe: boolean;
}

/** Returns the head of a request. @param publicUrl the setting `PUBLIC_URL` */
export function requestHead(request: IncomingMessage, publicUrl: string | undefined): RequestHead {
  const { headers, socket, method } = request;
  const only = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(',') : value;
  };
  return {
    peer: peerAddress(socket),
    forwardedFor: only('x-forwarded-for'),
    authorization: headers.authorization,
    cookie: headers.cookie,
    csrfToken: only('x-csrf-token'),
    origin: headers.origin,
    fetchSite: only('sec-fetch-site'),
    requestedUrl: baseUrlOf(request, undefined),
    userAgent: headers['user-agent'] ?? '',
    baseUrl: baseUrlOf(request, publicUrl),
    isUnsafe: method !== 'GET' && method !== 'HEAD',
  };
}
