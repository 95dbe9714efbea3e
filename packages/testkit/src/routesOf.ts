/** What Express keeps of a route or a router. */
interface Layer {
  readonly route?: {
    readonly path: string;
    readonly stack: readonly { readonly method?: string }[];
  };
  readonly handle?: { readonly stack?: readonly Layer[] };
}

/** Every route that an Express app has, routers within it too: `GET /healthz`. A handler of all methods is `* /healthz`. */
export function routesOf(app: unknown): readonly string[] {
  const { router } = app as { readonly router?: { readonly stack: readonly Layer[] } };
  if (router === undefined) throw new Error('this is no app of Express');
  return [...new Set(router.stack.flatMap(routesOfLayer))].sort();
}

function routesOfLayer({ route, handle }: Layer): readonly string[] {
  if (route === undefined) return (handle?.stack ?? []).flatMap(routesOfLayer);
  return route.stack.map(({ method }) => `${method?.toUpperCase() ?? '*'} ${route.path}`);
}
