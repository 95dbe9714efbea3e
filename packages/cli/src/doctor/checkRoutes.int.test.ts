import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkRoutes } from './checkRoutes.js';

/** What a proxy answers. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const OF_GATEWAY: Answer = { status: 401, headers: { 'access-control-allow-origin': '*' } };
const OF_SOURCE_MAPS: Answer = { status: 401, body: { detail: 'This needs a valid access token.' } };
let answers: Readonly<Record<string, Answer>> = {};

const proxy = createServer(({ method, url = '' }, response) => {
  const { status, headers, body = {} } = answers[url] ?? (method === 'POST' ? OF_GATEWAY : OF_SOURCE_MAPS);
  response.writeHead(status, headers).end(JSON.stringify(body));
});
let baseUrl: string;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
});
afterAll(() => void proxy.close());

describe('requests of Sentry SDKs, OpenTelemetry and sentry-cli', () => {
  test('pass if the services reject them for their missing key or token', async () => {
    answers = {};
    expect(await checkRoutes(baseUrl)).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
  });

  test.each<[string, string, Answer, string]>([
    ['of OpenTelemetry is not routed', '/v1/metrics', { status: 404 }, 'without a key returned 404, not 401'],
    [
      'of a Sentry SDK loses its slash',
      '/api/1/envelope/',
      { status: 301, headers: { location: '/api/1/envelope' } },
      'without a key returned 301, not 401',
    ],
    ['of OpenTelemetry is answered by another server', '/v1/logs', { status: 401 }, 'returned no CORS headers'],
    ['of sentry-cli is not routed', '/api/0/', { status: 404 }, 'without a token returned 404, not 401'],
    [
      'of sentry-cli reaches the read API, or loses its slash',
      '/api/0/organizations/-/chunk-upload/',
      { status: 401, body: { success: false, error: { code: 'unauthorized', message: 'x' } } },
      'returned a 401 that is not from the source map service',
    ],
  ])('are a warning with a remedy if a path %s', async (_name, path, answer, problem) => {
    answers = { [path]: answer };
    const findings = (await checkRoutes(baseUrl)).filter(({ status }) => status !== 'ok');
    expect(findings).toMatchObject([
      {
        status: 'warn',
        details: [expect.stringMatching(/^(?:GET|POST) /)],
        advice: expect.stringMatching(/^Route .* to the (?:gateways|source map service)/),
      },
    ]);
    expect(findings[0]?.details?.[0]).toContain(`${baseUrl.slice(0, -1)}${path} ${problem}`);
  });

  test('are a warning if the server does not respond', async () => {
    for (const { details } of await checkRoutes('http://127.0.0.1:1')) {
      expect(details).toContainEqual(expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/.* does not respond: /));
    }
  });
});
