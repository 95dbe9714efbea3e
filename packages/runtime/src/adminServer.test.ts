import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { createAdminServer } from './adminServer.js';

describe('the admin server', () => {
  let stopping = false;
  let problem: string | undefined;
  const server = createAdminServer(
    { host: '127.0.0.1', port: 0 },
    {
      checks: [{ name: 'redis', check: () => Promise.resolve(problem) }],
      metrics: () => Promise.resolve('up 1\n'),
      isStopping: () => stopping,
    },
  );
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
});
