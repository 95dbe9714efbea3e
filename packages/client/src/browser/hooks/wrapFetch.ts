import type { BeginRequest, BegunRequest } from './request.js';
import { wrapMethod } from './wrapMethod.js';

type Arguments = [input: RequestInfo | URL, init?: RequestInit, ...rest: unknown[]];

/** Wraps `fetch` to observe requests. A request ends with the response headers; bodies belong to the page. */
export const wrapFetch = (begin: BeginRequest): (() => void) =>
  wrapMethod(globalThis as unknown as Record<'fetch', unknown>, 'fetch', (original) => {
    const fetch = original as (this: unknown, ...args: Arguments) => Promise<Response>;
    return function (this: unknown, ...args: Arguments): Promise<Response> {
      const [input, init] = args;
      // Not `instanceof`: the object may come from another frame.
      const request = input as Partial<Request> | null;
      const begun = begin(init?.method ?? request?.method ?? 'GET', request?.url ?? input);
      if (begun === undefined) return fetch.apply(this, args);
      return fetch.apply(this, withHeaders(args, begun, request?.headers)).then(
        (response) => {
          // 0 for an opaque response.
          begun.end({ status: response.status || undefined, header: (name) => response.headers.get(name) });
          return response;
        },
        (error: unknown) => {
          begun.end({ hasFailed: true, isAborted: (error as Partial<Error> | undefined)?.name === 'AbortError' });
          throw error;
        },
      );
    };
  });

function withHeaders(args: Arguments, { headers: added }: BegunRequest, own?: Headers): Arguments {
  const [input, init, ...rest] = args;
  const names = Object.keys(added);
  if (names.length === 0) return args;
  try {
    const headers = new Headers(init?.headers ?? own);
    for (const name of names) if (!headers.has(name)) headers.set(name, added[name] ?? '');
    const copy: Record<string, unknown> = {};
    // Inherited fields too: the init may be a `Request`.
    for (const key in init) copy[key] = init[key as keyof RequestInit];
    return [input, { ...copy, headers }, ...rest];
  } catch {
    return args;
  }
}
