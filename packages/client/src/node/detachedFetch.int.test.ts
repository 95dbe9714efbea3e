import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { detachedFetch } from './detachedFetch.js';

let server: Server;
let origin: string;
let asked: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const [path = '', status = '200'] = (request.url ?? '').split('/').slice(1);
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      asked.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
      if (path === 'away') response.writeHead(+status, { location: '/answer/202' }).end();
      else if (path === 'round') response.writeHead(308, { location: '/round' }).end();
      else if (path === 'long') response.writeHead(+status).write('ab'.repeat(3_000));
      else if (path === 'stalled') response.writeHead(+status).write('begun');
      else if (path === 'answer') response.writeHead(+status, { 'X-Limit': ['1:log', '2:hit'] }).end('text');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

describe('a request that keeps no process', () => {
  it.each([200, 202, 204, 429, 503])('is answered by %d, with headers', async (status) => {
    const response = await ask(`/answer/${status}`);

    expect([response.status, response.ok, response.headers.get('x-limit')]).toEqual([
      status,
      status < 300,
      '1:log, 2:hit',
    ]);
    expect(await response.text()).toBe(status < 400 ? '' : 'text');
    expect(asked).toEqual([`POST /answer/${status} text/plain;charset=UTF-8 {"a":"ä"}`]);
  });

  it('keeps 4,096 bytes of the body of a refusal and does not wait for more', async () => {
    expect(await (await ask('/long/500')).text()).toBe('ab'.repeat(2_048));
  });

  it('ends the body of a refusal when aborted', async () => {
    const aborter = new AbortController();
    const response = await ask('/stalled/500', aborter.signal);
    aborter.abort();
    expect(['', 'begun']).toContain(await response.text());
  });

  it.each([307, 308])('goes where it is sent by %d, with its body', async (status) => {
    expect((await ask(`/away/${status}`)).status).toBe(202);
    expect(asked.map((one) => one.replace(/ text.*8 /, ' '))).toEqual([
      `POST /away/${status} {"a":"ä"}`,
      'POST /answer/202 {"a":"ä"}',
    ]);
  });

  it.each([302, 303])('does not become another one by %d', async (status) => {
    expect((await ask(`/away/${status}`)).status).toBe(status);
  });

  it('limits redirects', async () => {
    expect((await ask('/round')).status).toBe(308);
    expect(asked).toHaveLength(6);
  });

  it('rejects if aborted or without a server', async () => {
    await expect(ask('/silent', AbortSignal.timeout(50))).rejects.toThrow(/abort/i);
    await expect(detachedFetch('http://127.0.0.1:1/', { method: 'POST', body: '' })).rejects.toThrow(/ECONNREFUSED/);
    await expect(detachedFetch('no address', {})).rejects.toThrow(/URL/);
  });
});

function ask(path: string, signal: AbortSignal | null = null): Promise<Response> {
  asked = [];
  return detachedFetch(`${origin}${path}`, { method: 'POST', body: '{"a":"ä"}', signal });
}
