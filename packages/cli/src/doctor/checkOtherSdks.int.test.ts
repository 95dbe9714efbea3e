import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkOtherSdks } from './checkOtherSdks.js';

/** What a proxy does with a path. */
type Answer = readonly [status: number, headers?: Readonly<Record<string, string>>];

const OF_GATEWAY: Answer = [401, { 'access-control-allow-origin': '*' }];
let answers: Readonly<Record<string, Answer>> = {};

const proxy = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://proxy');
  const [status, headers] = request.method === 'POST' ? (answers[pathname] ?? OF_GATEWAY) : [204];
  response.writeHead(status, headers).end();
});
let baseUrl: string;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
});
afterAll(() => void proxy.close());

describe('requests of Sentry SDKs and OpenTelemetry', () => {
  test('pass if a gateway rejects them for their missing key', async () => {
    answers = {};
    expect(await checkOtherSdks(baseUrl)).toMatchObject({ status: 'ok' });
  });

  test.each<[string, string, Answer, string]>([
    ['is not routed', '/v1/traces', [404], 'without a key returned 404, not 401'],
    [
      'loses its slash',
      '/api/1/envelope/',
      [301, { location: '/api/1/envelope' }],
      'without a key returned 301, not 401',
    ],
    ['is answered by another server', '/v1/logs', [401], 'returned no CORS headers'],
  ])('are a warning with a remedy if a path %s', async (_name, path, answer, problem) => {
    answers = { [path]: answer };
    expect(await checkOtherSdks(baseUrl)).toMatchObject({
      status: 'warn',
      details: [`POST ${baseUrl.slice(0, -1)}${path} ${problem}`],
      advice: expect.stringContaining('to the gateways'),
    });
  });

  test('are a warning if the server does not respond', async () => {
    const { details } = await checkOtherSdks('http://127.0.0.1:1');
    expect(details).toContainEqual(expect.stringMatching(/^http:\/\/127\.0\.0\.1:1\/v1\/traces does not respond: /));
  });
});
