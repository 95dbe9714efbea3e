import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request of Express 4 or 5; fields that other servers lack are optional. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
  baseUrl?: string | undefined;
  route?: { readonly path?: unknown } | undefined;
  params?: Readonly<Record<string, unknown>>;
}

/** Calls the next handler. */
type ExpressNext = (error?: unknown) => void;

export type ExpressMiddleware = (request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;
