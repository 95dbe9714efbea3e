import type { IncomingMessage, RequestListener } from 'node:http';

/** The request handler of another service, served on the gateway's port if no proxy separates the services. */
export interface MountedHandler {
  /** Matches the paths that it handles. */
  readonly paths: RegExp;
  readonly handler: RequestListener;
  /** Longest time for a whole request to arrive, in milliseconds, if it is longer than for other requests. */
  readonly requestTimeoutMs?: number;
}

/** Returns the first mounted handler whose paths match the target of a request. */
export function findMountedHandler(
  handlers: readonly MountedHandler[],
  { url = '' }: Pick<IncomingMessage, 'url'>,
): MountedHandler | undefined {
  if (handlers.length === 0) return undefined;
  const path = pathOf(url);
  return handlers.find(({ paths }) => paths.test(path));
}

/** Returns the path of a request's target, which may be an absolute URL (RFC 9112, absolute-form). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
