import type { Guard } from '../../core/guard.js';
import type { ExpressRequest } from './expressRequest.js';

/**
 * Finds out by which route Express handles a request: `/users/:id`, below whatever it is mounted at. Express forgets where
 * a router was mounted when it leaves it, as an error does, and knows of `/teams/:team` only the address: so this looks on
 * while `baseUrl` and `route` are set. @returns the route that was reached last; `/mount/*` where none was
 */
export function watchRoute(request: ExpressRequest, guard: Guard): () => ReachedRoute {
  const { baseUrl, route } = request;
  const routing: Routing = { baseUrl, route, patterns: new Map(), found: undefined, guard };
  (request as WatchedRequest)[ROUTING] = routing;
  Object.defineProperties(request, WATCHED);
  return () => {
    const { found } = routing;
    return found === undefined ? { unmatched: `${patternAt(routing)}/*` } : { route: found.replace(/(.)\/$/, '$1') };
  };
}

/** The pattern of the route that was reached, else that of the innermost mount: `/mount/*`. */
type ReachedRoute = { readonly route: string } | { readonly unmatched: string };

/** What is known of the way of a request through the routers. */
interface Routing {
  baseUrl: ExpressRequest['baseUrl'];
  route: ExpressRequest['route'];
  /** By the addresses of mounts. */
  readonly patterns: Map<string, string>;
  found: string | undefined;
  readonly guard: Guard;
}

const ROUTING = Symbol('sluice routing');
type WatchedRequest = ExpressRequest & { [ROUTING]: Routing };

/** The same functions for all requests: to V8 an object with functions of its own is of a kind of its own, at 6 KB each. */
const WATCHED: PropertyDescriptorMap & ThisType<WatchedRequest> = {
  baseUrl: {
    configurable: true,
    enumerable: true,
    get() {
      return this[ROUTING].baseUrl;
    },
    set(next: ExpressRequest['baseUrl']) {
      const routing = this[ROUTING];
      routing.guard(() => enter(routing, next, this.params));
      routing.baseUrl = next;
    },
  },
  route: {
    configurable: true,
    enumerable: true,
    get() {
      return this[ROUTING].route;
    },
    set(next: ExpressRequest['route']) {
      const routing = this[ROUTING];
      routing.route = next;
      routing.guard(() => {
        routing.found = patternAt(routing) + pathOf(next?.path);
      });
    },
  },
};

const patternAt = ({ patterns, baseUrl = '' }: Routing): string => patterns.get(baseUrl) ?? baseUrl;

function enter(routing: Routing, next = '', params: ExpressRequest['params']): void {
  const { baseUrl = '', patterns } = routing;
  // Anything else is the way back.
  if (next.length > baseUrl.length)
    patterns.set(next, patternAt(routing) + patternOf(next.slice(baseUrl.length), params));
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
