import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createAdminServer, type AdminSources } from './adminServer.js';

describe('the admin server', () => {
  let stopping = false;
  let problem: string | undefined;
  const sources: AdminSources = {
    checks: [{ name: 'redis', check: () => Promise.resolve(problem) }],
    metrics: () => Promise.resolve('up 1\n'),
    isStopping: () => stopping,
  };
  const server = createAdminServer({ host: '127.0.0.1', port: 0 }, sources);
  const get = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${server.port()}${path}`);

  beforeEach(() => server.start());
  afterEach(() => server.stop());

  test('is alive whatever is broken, ready only when every check passes and no stop has begun', async () => {
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

  test('a port that another program has is told by the setting that names it', async () => {
    const second = createAdminServer({ host: '127.0.0.1', port: server.port() }, sources);
    await expect(second.start()).rejects.toThrow(`ADMIN_PORT ${server.port()} cannot be used: another program`);
  });
});
