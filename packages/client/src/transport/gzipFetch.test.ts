import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { gunzipSync } from 'node:zlib';

type Fetch = typeof globalThis.fetch;

const LARGE = JSON.stringify(Array.from({ length: 9_000 }, (_, index) => `event ${index}`));
const headers = { 'Content-Type': 'application/json' };

let gzipFetch: (fetch: Fetch) => Fetch;
let asked: RequestInit[];
let fail: Error | undefined;
const fetch = ((_url: string, init: RequestInit) => {
  asked.push(init);
  return fail ? Promise.reject(fail) : Promise.resolve(new Response('{}'));
}) as Fetch;
beforeEach(async () => {
  jest.resetModules();
  [asked, fail] = [[], undefined];
  ({ gzipFetch } = await import('./gzipFetch.js'));
});

const send = (init: RequestInit): Promise<unknown> => gzipFetch(fetch)('https://sluice.example', { headers, ...init });
const encoding = ({ headers: sent }: RequestInit): unknown => (sent as Record<string, string>)['Content-Encoding'];

describe('a body of a request', () => {
  test('is compressed if it is large', async () => {
    await send({ body: LARGE });
    const [request] = asked;
    expect(request && encoding(request)).toBe('gzip');
    expect(request?.headers).toMatchObject(headers);
    expect(gunzipSync(new Uint8Array(request?.body as ArrayBuffer)).toString()).toBe(LARGE);
    expect((request?.body as ArrayBuffer).byteLength).toBeLessThan(LARGE.length / 3);
  });

  test.each([
    ['is small', LARGE.slice(0, 60_000)],
    ['would be taken for one that is made to inflate', 'x'.repeat(2_000_000)],
    ['would be so by its bytes', LARGE.slice(0, 4_000) + '語'.repeat(600_000)],
  ])('is sent uncompressed if it %s', async (_why, body) => {
    await send({ body });
    expect(asked).toEqual([{ headers, body }]);
  });

  test('is sent within the call if it is small, because the page may be ending', () => {
    void send({ body: '{}' });
    expect(asked).toHaveLength(1);
  });

  test('is not compressed again after a request that failed, whose error is handed on', async () => {
    fail = new TypeError('preflight');
    await expect(send({ body: LARGE })).rejects.toBe(fail);
    await expect(send({ body: LARGE })).rejects.toBe(fail);
    expect(asked.map(encoding)).toEqual(['gzip', undefined]);
  });

  test('is compressed again after one that was given up: that took too long', async () => {
    fail = new Error('aborted');
    for (let times = 0; times < 2; times++) {
      await expect(send({ body: LARGE, signal: AbortSignal.abort() })).rejects.toBe(fail);
    }
    expect(asked.map(encoding)).toEqual(['gzip', 'gzip']);
  });

  test('is sent uncompressed if compression fails', async () => {
    const stream = jest.spyOn(Blob.prototype, 'stream').mockImplementation(() => {
      throw new Error('no memory');
    });
    await send({ body: LARGE });
    stream.mockRestore();
    expect(asked).toEqual([{ headers, body: LARGE }]);
  });

  test('is compressed again after one that failed while the browser was offline', async () => {
    const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
    Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { onLine: false } });
    fail = new TypeError('offline');
    for (let times = 0; times < 2; times++) await expect(send({ body: LARGE })).rejects.toBe(fail);
    if (before === undefined) delete (globalThis as { navigator?: unknown }).navigator;
    else Object.defineProperty(globalThis, 'navigator', before);
    expect(asked.map(encoding)).toEqual(['gzip', 'gzip']);
  });
});
