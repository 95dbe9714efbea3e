import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Integration } from '../../core/client.js';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient, TEST_ENDPOINT } from '../testing/startTestClient.js';
import { breadcrumbs } from './breadcrumbs.js';
import { httpErrors } from './httpErrors.js';
import { httpSpans, type HttpSpansOptions } from './httpSpans.js';
import { resetScopes } from '../../core/scope.js';
import { watchRequests } from '../hooks/requests.js';
import { captureException } from '../../capture/captureException.js';

const ownOrigin = 'https://shop.example';

let page: FakePage;
beforeEach(() => {
  page = openFakePage();
});
afterEach(() => {
  page.close();
  resetScopes();
});

describe('spans of requests', () => {
  test.each([
    ['ok', 200, 'ok'],
    ['ok, redirected', 304, 'ok'],
    ['error from 400 on', 404, 'error'],
    ['error from 500 on', 503, 'error'],
    ['error without an answer', 0, 'error'],
  ] as const)('have the status %s', async (_name, status, spanStatus) => {
    const { ofType } = await request(httpSpans(), '/api/orders?token=secret', status);
    const [span, ...more] = ofType('span');
    expect(more).toEqual([]);
    expect(span?.payload).toMatchObject({ name: 'GET /api/orders', op: 'http.client', status: spanStatus });
    expect(span?.contexts).toMatchObject({
      'http.method': 'GET',
      'http.url': 'https://shop.example/api/orders',
      ...(status > 0 && { 'http.status_code': status }),
    });
  });

  test.each<[string, string, readonly (string | RegExp)[] | undefined, boolean]>([
    ['to the own origin', '/api', undefined, true],
    ['to no other origin', 'https://api.example/a', undefined, false],
    ['to an origin on the list', 'https://api.example/a', ['https://api.example'], true],
    ['not to one that begins like it', 'https://api.example.org/a', ['https://api.example'], false],
    ['to what a pattern matches', 'https://api.example/a', [/^https:\/\/api\./g], true],
  ])('propagate the trace %s', async (_name, address, propagateTo, goesOn) => {
    const { headers, ofType } = await request(httpSpans({ ...(propagateTo && { propagateTo }) }), address, 200);
    const { traceId, uuid } = ofType('span')[0]?.payload ?? {};
    expect(headers.get('traceparent')).toBe(goesOn ? `00-${traceId}-${uuid}-01` : null);
  });

  test.each<[string, string, HttpSpansOptions, boolean]>([
    ['nowhere', '/api', { tracePropagationTargets: [] }, false],
    ['nowhere, whatever else is said', '/api', { tracePropagationTargets: [], propagateTo: [ownOrigin] }, false],
    ['to a part of the own origin', '/api/a', { tracePropagationTargets: [/^https:\/\/shop\.example\/api\//] }, true],
    ['not to its others', '/login', { tracePropagationTargets: [/^https:\/\/shop\.example\/api\//] }, false],
    ['to another origin only', 'https://api.example/a', { tracePropagationTargets: ['https://api.example'] }, true],
    ['not to the own origin then', '/api', { tracePropagationTargets: ['https://api.example'] }, false],
  ])('propagate the trace %s, with exact targets', async (_name, address, options, goesOn) => {
    const { headers, ofType } = await request(httpSpans(options), address, 200);
    expect(ofType('span')).toHaveLength(1);
    expect(headers.has('traceparent')).toBe(goesOn);
  });

  test('are not created for requests of the SDK', async () => {
    const { ofType } = await request(httpSpans(), `${TEST_ENDPOINT}?service_key=1`, 200);
    expect(ofType('span')).toEqual([]);
  });
});

describe('an answer from 500 on', () => {
  const [own, other] = ['a'.repeat(32), 'b'.repeat(32)];
  const reportedIn = (reported: string | null): object => ({ status: 500, headers: { get: () => reported } });

  test.each<[string, string, boolean, string | null]>([
    ['is an exception where the server says nothing', own, true, null],
    ['is an exception where the server reported it in another trace', own, true, other],
    ['is an exception where the trace did not go there', '', true, own],
    ['is an exception where the server says only a part of the trace', own, true, '0'],
    ['is nothing where the server reported it in the trace', own, false, own],
  ])('%s', async (_name, sent, isException, reported) => {
    page.answer = () => Promise.resolve(reportedIn(reported));
    const propagate: Integration = {
      name: 'propagate',
      setup: (client) =>
        watchRequests(client, ({ headers }) => {
          if (sent) headers['traceparent'] = `00-${sent}-${'c'.repeat(16)}-01`;
          return undefined;
        }),
    };
    const { client, ofType } = startTestClient([httpErrors(), propagate]);
    await fetch('https://api.example/a?b');
    captureException(new Error('later'));
    await client.close();
    const exceptions = ofType('exception').map(({ payload }) => payload);
    expect(exceptions.map(({ message }) => message)).toEqual([
      ...(isException ? ['GET https://api.example/a answered 500'] : []),
      'later',
    ]);
    expect(exceptions.at(-1)?.breadcrumbs).toEqual([]);
  });
});

describe('errors of requests', () => {
  test.each([
    ['are answers from 500 on', httpErrors(), 500, ['GET https://api.example/a answered 500', 'later']],
    ['are not what the page got wrong', httpErrors(), 499, ['later']],
    [
      'are what the page says',
      httpErrors({ isError: (status) => status === 404 }),
      404,
      ['GET https://api.example/a answered 404', 'later'],
    ],
    ['are not failures without an answer, which the page hears of', httpErrors(), 0, ['later']],
  ])('%s', async (_name, integration, status, messages) => {
    const { ofType } = await request(integration, 'https://api.example/a?b', status);
    expect(ofType('exception').map(({ payload }) => payload.message)).toEqual(messages);
  });
});

test("requests are remembered for the next exception, the SDK's own are not", async () => {
  const { ofType } = await request(breadcrumbs({ console: false, clicks: false }), '/api?secret', 503);
  expect(ofType('exception')[0]?.payload.breadcrumbs).toEqual([
    {
      category: 'http',
      level: 'error',
      message: 'GET /api',
      data: { status_code: 503 },
      timestamp: expect.any(String),
    },
  ]);
  resetScopes();
  const own = await request(breadcrumbs({ console: false, clicks: false }), TEST_ENDPOINT, 503);
  expect(own.ofType('exception')[0]?.payload.breadcrumbs).toEqual([]);
});

/** Makes a request, whose response has a status; 0: there is none. */
async function request(
  integration: Integration,
  address: string,
  status: number,
): Promise<ReturnType<typeof startTestClient> & { headers: Headers }> {
  let headers = new Headers();
  page.answer = async (_input, init) => {
    headers = new Headers((init as RequestInit | undefined)?.headers);
    if (status === 0) throw new TypeError('Failed to fetch');
    return Promise.resolve({ status });
  };
  const started = startTestClient([integration]);
  await fetch(address).catch(() => undefined);
  captureException(new Error('later'));
  await started.client.close();
  return { ...started, headers };
}
