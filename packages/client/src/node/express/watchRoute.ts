import type { Guard } from '../../core/guard.js';
import type { ExpressRequest } from './expressRequest.js';

/**
 * Determines the route of a request, such as `/users/:id`, including mount points. Express forgets the mount point when it leaves
 * a router, for example after an error, and knows only the URL of `/teams/:team`, so this observes assignments of `baseUrl` and
 * `route`. @returns the last route reached; `/mount/*` if none was
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

/** Pattern of the reached route, otherwise of the innermost mount: `/mount/*`. */
type ReachedRoute = { readonly route: string } | { readonly unmatched: string };

/** Routing state of a request. */
interface Routing {
  baseUrl: ExpressRequest['baseUrl'];
  route: ExpressRequest['route'];
  /** Mount patterns by URL. */
  readonly patterns: Map<string, string>;
  found: string | undefined;
  readonly guard: Guard;
}

const ROUTING = Symbol('sluice routing');
type WatchedRequest = ExpressRequest & { [ROUTING]: Routing };

/** Shared accessor functions: with separate functions, V8 creates a hidden class of 6 KB per request. */
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
  // Otherwise the request leaves a router.
  if (next.length > baseUrl.length)
    patterns.set(next, patternAt(routing) + patternOf(next.slice(baseUrl.length), params));
}

/** Replaces values by their parameter names, each once, from the end. */
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

/** Formats regular expressions and lists of paths. */
const pathOf = (path: unknown): string => (Array.isArray(path) ? path : [path ?? '']).map(String).join('|');
