import type { Guard } from '../../core/guard.js';
import type { ExpressRequest } from './expressRequest.js';

/**
 * Finds out by which route Express handles a request: `/users/:id`, below whatever it is mounted at. Express forgets where
 * a router was mounted when it leaves it, as an error does, and knows of `/teams/:team` only the address: so this looks on
 * while `baseUrl` and `route` are set. @returns the route that was reached last; `/mount/*` where none was
 */
export function watchRoute(request: ExpressRequest, guard: Guard): () => string {
  const patterns = new Map<string, string>();
  let found: string | undefined;
  const mount = (): string => request.baseUrl ?? '';
  const pattern = (): string => patterns.get(mount()) ?? mount();

  watchProperty(request, 'baseUrl', guard, (next = '') => {
    // A router is entered; anything else is the way back.
    if (next.length > mount().length)
      patterns.set(next, pattern() + patternOf(next.slice(mount().length), request.params));
  });
  watchProperty(request, 'route', guard, (next) => {
    found = pattern() + pathOf(next?.path);
  });
  return () => (found ?? `${pattern()}/*`).replace(/(.)\/$/, '$1');
}

/** Looks on while a property is set. @param isSet is called before it has its new value */
function watchProperty<Name extends 'baseUrl' | 'route'>(
  request: ExpressRequest,
  name: Name,
  guard: Guard,
  isSet: (next: ExpressRequest[Name]) => void,
): void {
  let value = request[name];
  Object.defineProperty(request, name, {
    configurable: true,
    enumerable: true,
    get: () => value,
    set: (next: ExpressRequest[Name]) => {
      guard(() => isSet(next));
      value = next;
    },
  });
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
