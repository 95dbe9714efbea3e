import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { connect } from 'node:net';
import { createAdminServer, type AdminSources } from './adminServer.js';
import { checkReadiness } from './readiness.js';

describe('the admin server', () => {
  let stopping = false;
  let problem: string | undefined;
  const sources: AdminSources = {
    readiness: () =>
      checkReadiness({
        checks: [{ name: 'redis', check: () => Promise.resolve(problem) }],
        isStopping: () => stopping,
      }),
    metrics: () => Promise.resolve('up 1\n'),
  };
  const server = createAdminServer({ host: '127.0.0.1', port: 0 }, sources);
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${server.port()}${path}`);

  beforeEach(() => server.start());
  afterEach(() => server.stop());

  test('/healthz is 200 whatever fails; /readyz is 200 only if every check passes and no stop has begun', async () => {
    expect((await get('/readyz')).status).toBe(200);
    problem = 'not reachable, check REDIS_URL';
    const unready = await get('/readyz');
    expect(unready.status).toBe(503);
    expect(await unready.json()).toEqual({ ready: false, checks: { redis: problem } });
    problem = undefined;
    stopping = true;
    expect((await get('/readyz')).status).toBe(503);
    expect((await get('/healthz')).status).toBe(200);
    expect(await (await get('/metrics')).text()).toBe('up 1\n');
    expect((await get('/other')).status).toBe(404);
  });

  test.each([
    ['two Host headers', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n', 400],
    ['no Host header', 'GET /healthz HTTP/1.1\r\n', 400],
    ['a malformed path', 'GET /%ZZ HTTP/1.1\r\nHost: a\r\n', 400],
    ['one Host header', 'GET /healthz?%ZZ HTTP/1.1\r\nHost: a\r\n', 200],
  ])('a request with %s gets the same response as on the public port', async (_what, head, status) => {
    expect(await answerTo(server.port(), `${head}Connection: close\r\n\r\n`)).toContain(`HTTP/1.1 ${status} `);
  });

  test('a port in use is reported with the name of its setting', async () => {
    const second = createAdminServer({ host: '127.0.0.1', port: server.port() }, sources);
    await expect(second.start()).rejects.toThrow(`ADMIN_PORT ${server.port()} cannot be used: another program`);
  });
});

/** All that comes back to bytes that no HTTP client sends. */
function answerTo(port: number, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.end(request));
    socket.on('data', (bytes) => (answer += bytes.toString()));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}
