import type { IncomingMessage, RequestListener } from 'node:http';

/** The request handler of another service, served on the gateway's port if no proxy separates the services. */
export interface MountedHandler {
  /** Paths that are its paths. */
  readonly paths: RegExp;
  readonly handler: RequestListener;
  /** Milliseconds that a whole request to it may take to arrive, where that is more than usual. */
  readonly requestTimeoutMs?: number;
}

/** The first mounted handler whose paths a request's target is among. */
export function findMountedHandler(
  handlers: readonly MountedHandler[],
  { url = '' }: Pick<IncomingMessage, 'url'>,
): MountedHandler | undefined {
  if (handlers.length === 0) return undefined;
  const path = pathOf(url);
  return handlers.find(({ paths }) => paths.test(path));
}

/** The path of a request's target, which may be a whole address (RFC 9112, absolute-form). */
const pathOf = (target: string): string => target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
