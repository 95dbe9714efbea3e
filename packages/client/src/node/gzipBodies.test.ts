import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { gzipBodies } from './gzipBodies.js';

const LARGE = JSON.stringify(Array.from({ length: 9_000 }, (_, index) => `event ${index}`));
const headers = { 'Content-Type': 'application/json' };

let asked: RequestInit[];
beforeEach(() => {
  asked = [];
});
const answer = new Response('{}');
const fetch = jest.fn((_url: unknown, init?: RequestInit) => {
  asked.push(init ?? {});
  return Promise.resolve(answer);
}) as unknown as typeof globalThis.fetch;
const send = (init: RequestInit): Promise<unknown> => gzipBodies(fetch)('https://sluice.example', { headers, ...init });

describe('a body of a request of Node', () => {
  it('is compressed if it is large', async () => {
    expect(await send({ body: LARGE, method: 'POST' })).toBe(answer);
    const [{ body, ...rest } = {}] = asked;
    expect(rest).toEqual({ method: 'POST', headers: { ...headers, 'Content-Encoding': 'gzip' } });
    expect(gunzipSync(body as Buffer).toString()).toBe(LARGE);
    expect((body as Buffer).length).toBeLessThan(LARGE.length / 3);
  });

  it.each([
    ['is small', LARGE.slice(0, 65_535)],
    ['would be taken for one that is made to inflate', 'x'.repeat(2_000_000)],
    ['would be so by its bytes', LARGE.slice(0, 4_000) + '語'.repeat(600_000)],
  ])('is sent uncompressed if it %s', async (_why, body) => {
    await send({ body });
    expect(asked).toEqual([{ headers, body }]);
  });

  it('is sent within the call if it is small, because the process may be ending', () => {
    void send({ body: '{}' });
    expect(asked).toHaveLength(1);
  });

  it('is sent uncompressed if compression fails', async () => {
    const from = jest.spyOn(Buffer, 'from').mockImplementation(() => {
      throw new Error('no memory');
    });
    const sent = send({ body: LARGE });
    from.mockRestore();
    await sent;
    expect(asked).toEqual([{ headers, body: LARGE }]);
  });
});
