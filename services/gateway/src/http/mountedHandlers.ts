import type { IncomingMessage, RequestListener } from 'node:http';

/** What decides who handles a request. */
type RequestHead = Pick<IncomingMessage, 'url'> & Partial<Pick<IncomingMessage, 'method' | 'headers'>>;

/** The request handler of another service, served on the gateway's port if no proxy separates the services. */
export interface MountedHandler {
  /** Matches the paths that it handles. */
  readonly paths: RegExp;
  /** Whether it handles a request to such a path; by default all. */
  readonly isFor?: (request: RequestHead) => boolean;
  readonly handler: RequestListener;
  /** Longest time for a whole request to arrive, in milliseconds, if it is longer than for other requests. */
  readonly requestTimeoutMs?: number;
}

/** Returns the first mounted handler whose paths match the target of a request. */
export function findMountedHandler(
  handlers: readonly MountedHandler[],
  request: RequestHead,
): MountedHandler | undefined {
  if (handlers.length === 0) return undefined;
  const path = pathOf(request.url ?? '');
  return handlers.find(({ paths, isFor }) => paths.test(path) && (isFor?.(request) ?? true));
}

/** Returns the path of a request's target, which may be an absolute URL (RFC 9112, absolute-form). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
