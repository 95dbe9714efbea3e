import { ask, failureOf } from './ask.js';
import { ok, warn, type Finding } from './finding.js';

/** Where SDKs of Sentry and OpenTelemetry send. */
const PATHS = ['/api/1/envelope/', '/api/1/store/', '/v1/traces', '/v1/logs'];

const ADVICE =
  'Route /api/<number>/envelope/, /api/<number>/store/, /api/<number>/security/ and /v1/ to the gateways, and keep the slash at the end; deploy/proxy has the configuration';

/** Checks that a proxy in front of the gateways routes the requests of SDKs of Sentry and of OpenTelemetry to them. */
export async function checkOtherSdks(baseUrl: string): Promise<Finding> {
  const results = await Promise.all(PATHS.map((path) => knock(`${baseUrl.replace(/\/+$/, '')}${path}`)));
  const details = results.filter((result) => result !== undefined);
  return details.length === 0
    ? ok('other SDKs', 'requests of Sentry SDKs and OpenTelemetry reach the gateway')
    : { ...warn('other SDKs', 'requests of Sentry SDKs or OpenTelemetry do not reach the gateway', ADVICE), details };
}

/**
 * Returns what is wrong with the response to a request without a key; `undefined` if it is a gateway's 401. A preflight would prove
 * less: gateways answer one for every path.
 */
async function knock(url: string): Promise<string | undefined> {
  try {
    const { status, headers } = await ask(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      redirect: 'manual',
    });
    if (status !== 401) return `POST ${url} without a key returned ${status}, not 401`;
    return headers.has('access-control-allow-origin') ? undefined : `POST ${url} returned no CORS headers`;
  } catch (error) {
    return `${url} does not respond: ${failureOf(error)}`;
  }
}
