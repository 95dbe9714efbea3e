/** Express's internal form of a route, router or handler. */
interface Layer {
  /** Its mount path, as written; `/` if there is none. */
  readonly rawPath?: string | RegExp | readonly (string | RegExp)[];
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method?: string }[];
  };
  readonly handle?: { readonly stack?: readonly Layer[] };
}

/**
 * Everything by which an Express app may answer: its routes, those of routers in it with the routers' addresses
 * (`GET /healthz`; a handler of all methods is `* /healthz`), and one `USE <address>` for each handler that is mounted with
 * `use`, a whole app among them. `USE /` sees every request, and only its own code decides what it answers.
 */
export function routesOf(app: unknown): readonly string[] {
  const { router } = app as { readonly router?: { readonly stack: readonly Layer[] } };
  if (router === undefined) throw new Error('this is no app of Express');
  return router.stack.flatMap((layer) => routesOfLayer(layer, '')).sort();
}

function routesOfLayer({ route, handle, rawPath }: Layer, base: string): readonly string[] {
  // A route's handlers of one method are one.
  if (route !== undefined) {
    return [...new Set(route.stack.map(({ method }) => `${method?.toUpperCase() ?? '*'} ${base}${route.path}`))];
  }
  if (rawPath === undefined) throw new Error('this Express does not tell where a handler is mounted');
  const addresses = [rawPath].flat().map((path) => `${base}${path === '/' ? '' : String(path)}`);
  const { stack } = handle ?? {};
  if (stack === undefined) return addresses.map((address) => `USE ${address === '' ? '/' : address}`);
  return addresses.flatMap((address) => stack.flatMap((layer) => routesOfLayer(layer, address)));
}
