import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request as Express 4 and 5 hand it around; what a server of another kind lacks may be absent. */
export interface ExpressRequest extends IncomingMessage {
  readonly originalUrl?: string;
  baseUrl?: string | undefined;
  route?: { readonly path?: unknown } | undefined;
  params?: Readonly<Record<string, unknown>>;
}

/** Goes on to what handles the request next. */
type ExpressNext = (error?: unknown) => void;

export type ExpressMiddleware = (request: ExpressRequest, response: ServerResponse, next: ExpressNext) => void;

export type ExpressErrorHandler = (
  error: unknown,
  request: ExpressRequest,
  response: ServerResponse,
  next: ExpressNext,
) => void;
