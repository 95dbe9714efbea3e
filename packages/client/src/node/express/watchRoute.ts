import type { ExpressRequest } from './expressRequest.js';

/**
 * Finds out by which route Express handles a request: `/users/:id`, below whatever it is mounted at. Express forgets where
 * a router was mounted when it leaves it, as an error does, and knows of `/teams/:team` only the address: so this looks on
 * while `baseUrl` and `route` are set. @returns the route that was reached last; `/mount/*` where none was
 */
export function watchRoute(request: ExpressRequest): () => string {
  let { baseUrl = '', route } = request;
  let found: string | undefined;
  const patterns = new Map([[baseUrl, baseUrl]]);
  const pattern = (): string => patterns.get(baseUrl) ?? baseUrl;
  const watched = { configurable: true, enumerable: true };
  Object.defineProperties(request, {
    baseUrl: {
      ...watched,
      get: () => baseUrl,
      set: (next: string) => {
        // A router was entered; anything else is the way back.
        if (next.length > baseUrl.length)
          patterns.set(next, pattern() + patternOf(next.slice(baseUrl.length), request.params));
        baseUrl = next;
      },
    },
    route: {
      ...watched,
      get: () => route,
      set: (next: ExpressRequest['route']) => {
        route = next;
        found = pattern() + pathOf(next?.path);
      },
    },
  });
  return () => (found ?? `${pattern()}/*`).replace(/(.)\/$/, '$1');
}

/** Puts the names of parameters where their values are, each once, beginning at the end. */
function patternOf(mount: string, params: ExpressRequest['params'] = {}): string {
  const names = new Set(Object.keys(params));
  const nameOf = (segment: string): string => {
    for (const name of names) {
      if (params[name] !== decoded(segment)) continue;
      names.delete(name);
      return `:${name}`;
    }
    return segment;
  };
  return mount.split('/').reverse().map(nameOf).reverse().join('/');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Expressions as they are written; several paths side by side. */
const pathOf = (path: unknown): string => (Array.isArray(path) ? path : [path ?? '']).map(String).join('|');
