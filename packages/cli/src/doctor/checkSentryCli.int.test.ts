import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkSentryCli } from './checkSentryCli.js';

/** What a proxy does with a path. */
type Answer = readonly [status: number, body?: unknown];

const OF_SERVICE: Answer = [401, { detail: 'This needs a valid access token.' }];
let answers: Readonly<Record<string, Answer>> = {};

const proxy = createServer((request, response) => {
  const [status, body = {}] = answers[request.url ?? ''] ?? OF_SERVICE;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});
let baseUrl: string;
beforeAll(async () => {
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  baseUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/`;
});
afterAll(() => void proxy.close());

describe('requests of sentry-cli', () => {
  test('pass if the source map service rejects them for their missing token', async () => {
    answers = {};
    expect(await checkSentryCli(baseUrl)).toMatchObject({ status: 'ok' });
  });

  test.each<[string, string, Answer, string]>([
    ['is not routed', '/api/0/', [404], 'without a token returned 404, not 401'],
    [
      'reaches the read API, or loses its slash',
      '/api/0/organizations/-/chunk-upload/',
      [401, { success: false, error: { code: 'unauthorized', message: 'x' } }],
      'returned a 401 that is not from the source map service',
    ],
  ])('are a warning with a remedy if a path %s', async (_name, path, answer, problem) => {
    answers = { [path]: answer };
    expect(await checkSentryCli(baseUrl)).toMatchObject({
      status: 'warn',
      details: [`GET ${baseUrl.slice(0, -1)}${path} ${problem}`],
      advice: expect.stringContaining('to the source map service'),
    });
  });
});
