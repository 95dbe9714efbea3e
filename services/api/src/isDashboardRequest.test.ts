import { expect, test } from '@jest/globals';
import { isDashboardRequest } from './isDashboardRequest.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

test.each([
  ['GET', '/', BROWSER, true],
  ['HEAD', '/acme/shop/issues?range=7d', BROWSER, true],
  ['GET', '/sign-in', BROWSER, true],
  ['GET', 'http://host:1/sign-in', BROWSER, true],
  ['GET', '/apis/web', BROWSER, true],
  ['GET', '/_app/index-12345678.js', '*/*', true],
  ['GET', '/', '*/*', false],
  ['GET', '/', undefined, false],
  ['POST', '/', BROWSER, false],
  ['GET', '/api/0/docs', BROWSER, false],
  ['GET', '/api', BROWSER, false],
  ['GET', '/sdk/sluice.js', BROWSER, false],
  ['GET', '/healthz?x=1', BROWSER, false],
  ['GET', '/metrics', BROWSER, false],
  ['GET', '/nothing', 'application/json', false],
])('%s %s (Accept: %s) is for the dashboard: %j', (method, url, accept, expected) => {
  expect(isDashboardRequest({ method, url, headers: accept === undefined ? {} : { accept } })).toBe(expected);
});
