import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { openFakePage, type FakePage } from '../testing/fakePage.js';
import { startTestClient, TEST_ENDPOINT, type TestClient } from '../testing/startTestClient.js';
import type { RequestEnd, RequestStart } from './request.js';
import { watchRequests } from './requests.js';

let page: FakePage;
let started: TestClient;
const answer = jest.fn<(...args: unknown[]) => Promise<unknown>>();
beforeEach(() => {
  page = openFakePage();
  page.answer = answer.mockReset().mockResolvedValue({ status: 200 });
  started = startTestClient([]);
});
afterEach(async () => {
  await started.client.close();
  page.close();
});

describe('a request by fetch', () => {
  test.each<[string, Parameters<typeof fetch>, string, string]>([
    ['of a path', ['/api/cart?token=1'], 'GET', 'https://shop.example/api/cart?token=1'],
    ['of an address', [new URL('https://api.example/a'), { method: 'post' }], 'POST', 'https://api.example/a'],
    ['of a Request', [new Request('https://api.example/b', { method: 'PUT' })], 'PUT', 'https://api.example/b'],
  ])('%s: is reported and sent unchanged', async (_name, args, method, url) => {
    const { began, ended, stop } = watch();
    await fetch(...args);
    stop();
    expect(began.map((one) => [one.method, one.url.href])).toEqual([[method, url]]);
    expect(ended).toMatchObject([{ status: 200 }]);
    expect(answer.mock.calls).toEqual([args]);
  });

  test.each([
    ["the SDK's own", TEST_ENDPOINT],
    ['data', 'data:text/plain,hello'],
  ])('is not reported if it is %s', async (_name, address) => {
    const { began, stop } = watch();
    await fetch(address);
    stop();
    expect(began).toEqual([]);
  });

  test.each([
    ['fails', new TypeError('Failed to fetch'), { hasFailed: true, isAborted: false }],
    ['is aborted', new DOMException('', 'AbortError'), { hasFailed: true, isAborted: true }],
  ])('%s with its own error', async (_name, error, end) => {
    answer.mockRejectedValue(error);
    const { ended, stop } = watch();
    await expect(fetch('/')).rejects.toBe(error);
    stop();
    expect(ended).toEqual([end]);
  });

  test.each<[string, Parameters<typeof fetch>, Record<string, string>]>([
    ['without headers', ['/'], { traceparent: 'ours' }],
    ['with other headers', ['/', { headers: { a: '1' } }], { a: '1', traceparent: 'ours' }],
    ['with a traceparent of its own', ['/', { headers: [['Traceparent', 'theirs']] }], { traceparent: 'theirs' }],
    ['of a Request', [new Request('https://a.example', { headers: { b: '2' } })], { b: '2', traceparent: 'ours' }],
  ])('keeps its headers and gets the missing ones: %s', async (_name, args, headers) => {
    const { stop } = watch({ traceparent: 'ours' });
    await fetch(...args);
    stop();
    const [input, init] = answer.mock.calls[0] as Parameters<typeof fetch>;
    expect(input).toBe(args[0]);
    expect(Object.fromEntries(new Headers(init?.headers))).toEqual(headers);
  });

  test('keeps its other options', async () => {
    const { stop } = watch({ traceparent: 'ours' });
    const { signal } = new AbortController();
    await fetch('/', Object.create({ method: 'POST', body: 'a', signal }) as RequestInit);
    stop();
    expect(answer.mock.calls[0]?.[1]).toMatchObject({ method: 'POST', body: 'a', signal });
  });

  test('continues if a watcher throws', async () => {
    const stop = watchRequests(started.client, () => {
      throw new Error('ours');
    });
    await expect(fetch('/')).resolves.toEqual({ status: 200 });
    stop();
  });

  test('is wrapped once for all watchers and restored when the last one stops', () => {
    const before = globalThis.fetch;
    const first = watch();
    const wrapped = globalThis.fetch;
    const second = watch();
    expect(globalThis.fetch).toBe(wrapped);
    first.stop();
    expect(globalThis.fetch).toBe(wrapped);
    second.stop();
    expect(globalThis.fetch).toBe(before);
  });
});

/** Watches, adding headers. */
function watch(added: Record<string, string> = {}): { began: RequestStart[]; ended: RequestEnd[]; stop: () => void } {
  const [began, ended]: [RequestStart[], RequestEnd[]] = [[], []];
  const stop = watchRequests(started.client, (request) => {
    began.push(request);
    Object.assign(request.headers, added);
    return (end) => ended.push(end);
  });
  return { began, ended, stop };
}
