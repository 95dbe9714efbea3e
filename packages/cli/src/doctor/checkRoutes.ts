import { isObject } from '@sluice/contract';
import { ask, failureOf } from './ask.js';
import { ok, warn, type Finding } from './finding.js';

/** Requests of other programs, which a proxy in front of the services must route to one of them. */
interface Route {
  /** Name of the finding. */
  readonly name: string;
  readonly programs: string;
  readonly service: string;
  readonly method: 'GET' | 'POST';
  readonly paths: readonly string[];
  /** What the service misses in a request of this check. */
  readonly credential: 'key' | 'token';
  /** Returns why a 401 is not from the service; `undefined` if it is. */
  readonly problemOf: (response: Response) => Promise<string | undefined>;
  readonly advice: string;
}

const ROUTES: readonly Route[] = [
  {
    name: 'other SDKs',
    programs: 'Sentry SDKs and OpenTelemetry',
    service: 'the gateway',
    // Gateways answer a preflight for every path, so it would prove less.
    method: 'POST',
    paths: ['/api/1/envelope/', '/api/1/store/', '/v1/traces', '/v1/logs', '/v1/metrics'],
    credential: 'key',
    problemOf: ({ headers }) =>
      Promise.resolve(headers.has('access-control-allow-origin') ? undefined : 'returned no CORS headers'),
    advice:
      'Route /api/<number>/envelope/, /api/<number>/store/, /api/<number>/security/ and /v1/ to the gateways, and keep the slash at the end; deploy/proxy has the configuration',
  },
  {
    name: 'sentry-cli',
    programs: 'sentry-cli',
    service: 'the source map service',
    method: 'GET',
    paths: ['/api/0/', '/api/0/organizations/-/chunk-upload/', '/api/0/organizations/-/releases/'],
    credential: 'token',
    problemOf: async (response) => {
      const body: unknown = await response.json().catch(() => undefined);
      return isObject(body) && 'detail' in body ? undefined : 'returned a 401 that is not from the source map service';
    },
    advice:
      'Route /api/0/ itself, and chunk-upload, artifactbundle, repos and releases below /api/0/organizations/<organization>/, to the source map service, and keep the slash at the end; deploy/proxy has the configuration',
  },
];

/** Checks that a proxy in front of the services routes the requests of other programs to them. */
export const checkRoutes = (baseUrl: string): Promise<readonly Finding[]> =>
  Promise.all(ROUTES.map((route) => checkRoute(baseUrl.replace(/\/+$/, ''), route)));

async function checkRoute(base: string, route: Route): Promise<Finding> {
  const { name, programs, service, advice } = route;
  const results = await Promise.all(route.paths.map((path) => knock(`${base}${path}`, route)));
  const details = results.filter((result) => result !== undefined);
  return details.length === 0
    ? ok(name, `requests of ${programs} reach ${service}`)
    : { ...warn(name, `some requests of ${programs} do not reach ${service}`, advice), details };
}

/** Returns what is wrong with the response to a request without a credential; `undefined` if it is a 401 of the service. */
async function knock(url: string, { method, credential, problemOf }: Route): Promise<string | undefined> {
  const body = method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {};
  try {
    const response = await ask(url, { method, redirect: 'manual', ...body });
    if (response.status !== 401) return `${method} ${url} without a ${credential} returned ${response.status}, not 401`;
    const problem = await problemOf(response);
    return problem === undefined ? undefined : `${method} ${url} ${problem}`;
  } catch (error) {
    return `${url} does not respond: ${failureOf(error)}`;
  }
}
