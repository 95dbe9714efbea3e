import { isObject } from '@sluice/contract';
import { ask, failureOf } from './ask.js';
import { ok, warn, type Finding } from './finding.js';

/** What sentry-cli calls. */
const PATHS = ['/api/0/', '/api/0/organizations/-/chunk-upload/', '/api/0/organizations/-/releases/'];

const ADVICE =
  'Route /api/0/ itself, and chunk-upload, artifactbundle, repos and releases below /api/0/organizations/<organization>/, to the source map service, and keep the slash at the end; deploy/proxy has the configuration';

/** Checks that a proxy in front of the services routes the requests of sentry-cli to the source map service. */
export async function checkSentryCli(baseUrl: string): Promise<Finding> {
  const results = await Promise.all(PATHS.map((path) => knock(`${baseUrl.replace(/\/+$/, '')}${path}`)));
  const details = results.filter((result) => result !== undefined);
  return details.length === 0
    ? ok('sentry-cli', 'requests of sentry-cli reach the source map service')
    : { ...warn('sentry-cli', 'requests of sentry-cli do not reach the source map service', ADVICE), details };
}

/** Returns what is wrong with the response to a request without a token; `undefined` if it is a 401 in Sentry's form. */
async function knock(url: string): Promise<string | undefined> {
  try {
    const response = await ask(url, { redirect: 'manual' });
    if (response.status !== 401) return `GET ${url} without a token returned ${response.status}, not 401`;
    const body: unknown = await response.json().catch(() => undefined);
    return isObject(body) && 'detail' in body
      ? undefined
      : `GET ${url} returned a 401 that is not from the source map service`;
  } catch (error) {
    return `${url} does not respond: ${failureOf(error)}`;
  }
}
