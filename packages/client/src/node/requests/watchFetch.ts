import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Client } from '../../core/client.js';
import type { RequestEnd, RequestWatcher } from './outgoing.js';

/** A request in undici's diagnostics, of Node's or the program's version. */
interface UndiciRequest {
  readonly origin: string | URL;
  readonly path: string;
  readonly method: string;
  /** Alternating names and values; lines of text in old versions. */
  readonly headers: readonly unknown[] | string;
  addHeader(name: string, value: string): unknown;
}

interface Message {
  readonly request: UndiciRequest;
  readonly response?: { readonly statusCode: number };
  readonly error?: unknown;
}

/** Observes requests by `fetch` and undici, until the response headers. @returns a function that stops */
export function watchFetch({ guard }: Client, watcher: RequestWatcher): () => void {
  const ends = new WeakMap<UndiciRequest, (end: RequestEnd) => void>();
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'undici:request:create': ({ request }) => {
      const { origin, path, method } = request;
      if (method === 'CONNECT') return;
      const addHeader = (name: string, value: string): void => {
        if (!hasHeader(request, name)) request.addHeader(name, value);
      };
      const end = watcher({ method, url: new URL(`${String(origin).replace(/\/$/, '')}${path}`), addHeader });
      if (end !== undefined) ends.set(request, end);
    },
    'undici:request:headers': ({ request, response }) => finish(request, { status: response?.statusCode }),
    'undici:request:error': ({ request, error }) => finish(request, { error }),
  };
  const finish = (request: UndiciRequest, end: RequestEnd): void => {
    ends.get(request)?.(end);
    ends.delete(request);
  };
  const stops = Object.entries(listeners).map(([channel, listener]) => {
    const guarded = (message: unknown): void => guard(() => listener(message as Message));
    subscribe(channel, guarded);
    return () => unsubscribe(channel, guarded);
  });
  return () => stops.forEach((stop) => stop());
}

const hasHeader = ({ headers }: UndiciRequest, name: string): boolean =>
  typeof headers === 'string'
    ? new RegExp(`^${name}:`, 'im').test(headers)
    : headers.some((header, index) => index % 2 === 0 && String(header).toLowerCase() === name);
