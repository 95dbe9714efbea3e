import { afterEach, describe, expect, test } from '@jest/globals';
import { waitFor, useTenant } from '@sluice/testkit';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestApi, type Answer, type Ask, type TestApi, useApi } from './testing/apiHarness.js';

const api = useApi();
const ours = useTenant(api, 'ours');

describe('every answer', () => {
  const paths = ['/api/0/openapi.json', '/api/0/nothing', '/api/0/docs'];

  test('has security headers and does not reveal the software', async () => {
    for (const path of [...paths, `${ours.path}/settings`]) {
      const { headers } = await api.ask(path, { token: ours.token });
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-powered-by']).toBeUndefined();
    }
  });

  test('is for no other site: there are no CORS headers, for a preflight neither', async () => {
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    for (const method of ['GET', 'OPTIONS']) {
      const answer = await api.ask(`${ours.path}/settings`, { method, token: ours.token, headers });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  test('for an unknown path is a 404 in JSON, also for paths of the other service', async () => {
    for (const path of ['/api/0/', '/api/0/x', '/api/0/docs/package.json', '/api/0/docs/..%2fpackage.json', '/']) {
      expect(errorOf(await api.ask(path))).toEqual([404, 'not_found']);
    }
    for (const path of ['sourcemaps', 'sourcemaps/1', 'releases', 'nothing']) {
      expect(errorOf(await api.ask(`${ours.path}/${path}`, { token: ours.token }))).toEqual([404, 'not_found']);
    }
  });

  test('to a path with malformed percent-encoding is a 400, with or without a token', async () => {
    for (const path of ['/api/0/%zz', `${ours.path}/traces/%ff`, `${ours.path}%/settings`]) {
      expect(errorOf(await api.ask(path))).toEqual([400, 'bad_path']);
    }
  });

  test.each([
    ['without a host', 'HTTP/1.1', 400, '"bad_host"'],
    ['with two hosts', 'HTTP/1.1\r\nhost: x\r\nhost: y', 400, '"bad_host"'],
    ['of HTTP/1.0 without a host', 'HTTP/1.0', 200, ''],
  ])('to a request %s whose client has ended its side of the connection', async (_name, rest, status, code) => {
    const client = connect({ port: Number(new URL(api.url).port), host: '127.0.0.1', allowHalfOpen: true });
    client.end(`GET ${ours.path}/settings ${rest}\r\nauthorization: Bearer ${ours.token}\r\n\r\n`);
    const reply = await text(client);
    expect(reply).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(reply).toContain(code);
  });

  test('to a wrong method is a 405 that names the right ones', async () => {
    const answer = await api.ask(`${ours.path}/settings`, { method: 'PUT' });
    expect(errorOf(answer)).toEqual([405, 'method_not_allowed']);
    expect(answer.headers['allow']).toBe('GET, PATCH, HEAD, OPTIONS');
    const options = await api.ask(`${ours.path}/keys/x`, { method: 'OPTIONS' });
    expect([options.status, options.headers['allow'], options.text]).toEqual([204, 'DELETE, OPTIONS', '']);
  });

  test('that is an error must not be cached', async () => {
    for (const path of ['/api/0/x', `${ours.path}/settings`]) {
      expect((await api.ask(path)).headers['cache-control']).toBe('no-store');
    }
  });
});

describe('cached reads', () => {
  test.each(['settings', 'keys', 'stats'])('%s: is not sent again, and HEAD is GET without a body', async (name) => {
    const path = `${ours.path}/${name}`;
    const first = await api.ask(path, { token: ours.token });
    const etag = String(first.headers['etag']);
    expect(first.headers['cache-control']).toBe('private, no-cache');
    const again = await api.ask(path, { token: ours.token, headers: { 'if-none-match': etag } });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', etag]);
    const head = await api.ask(path, { method: 'HEAD', token: ours.token });
    expect([head.status, head.text, head.headers['etag']]).toEqual([200, '', etag]);
    expect(head.headers['content-length']).toBe(first.headers['content-length']);
  });

  test('is nothing to somebody without a token', async () => {
    const { headers } = await api.ask(`${ours.path}/settings`, { token: ours.token });
    const answer = await api.ask(`${ours.path}/settings`, { headers: { 'if-none-match': String(headers['etag']) } });
    expect(answer.status).toBe(401);
  });
});

describe('a body', () => {
  const patch = (body: unknown, headers: Ask['headers'] = {}): Promise<Answer> =>
    api.ask(`${ours.path}/settings`, { method: 'PATCH', token: ours.token, body, headers });
  const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;

  test.each<[string, () => Promise<Answer>, number, string]>([
    ['of another type', () => patch('{}', { 'content-type': 'text/plain' }), 415, 'unsupported_type'],
    ['of a form', () => patch('a=1', { 'content-type': 'application/x-www-form-urlencoded' }), 415, 'unsupported_type'],
    [
      'in another charset',
      () => patch('{}', { 'content-type': 'application/json; charset=latin1' }),
      415,
      'unsupported_type',
    ],
    ['compressed', () => patch('{}', { 'content-encoding': 'gzip' }), 415, 'unsupported_type'],
    ['too large, and said so', () => patch(`{"a":"${'x'.repeat(65_536)}"}`), 413, 'too_large'],
    ['that is no JSON', () => patch('{"scrub":tru'), 400, 'bad_json'],
    ['of no known field', () => patch({ scrup: true }), 422, 'invalid_settings'],
    ['that is a list', () => patch([]), 422, 'invalid_body'],
    ['that is null', () => patch('null'), 422, 'invalid_body'],
    ['that is text', () => patch('"x"'), 422, 'invalid_body'],
    ['with NUL', () => patch('{"allowedDomains":["\\u0000"]}'), 422, 'invalid_body'],
    ['with half a pair', () => patch('{"allowedDomains":["\\ud800"]}'), 422, 'invalid_body'],
    ['without a bottom', () => patch(nested(10_000)), 422, 'invalid_body'],
  ])('%s is refused', async (_name, ask, status, code) => {
    expect(errorOf(await ask())).toEqual([status, code]);
  });

  test('may be missing, which is the same as an empty one', async () => {
    const before = await api.ask(`${ours.path}/settings`, { token: ours.token });
    for (const headers of [{}, { 'content-length': '0' }]) {
      const answer = await api.ask(`${ours.path}/settings`, { method: 'PATCH', token: ours.token, headers });
      expect([answer.status, answer.body]).toEqual([200, before.body]);
    }
  });

  test('that is too large without a declared length is refused', async () => {
    const head = `PATCH ${ours.path}/settings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ours.token}\r\n`;
    const chunk = 'x'.repeat(40_000);
    const part = `${chunk.length.toString(16)}\r\n${chunk}\r\n`;
    const body = `content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n${part}${part}0\r\n\r\n`;
    expect(await converse(head + body, /HTTP\/1\.1 413/)).toContain('too_large');
  });

  test('is not asked for in HTTP/1.0', async () => {
    const head = `PATCH ${ours.path}/settings HTTP/1.0\r\nauthorization: Bearer ${ours.token}\r\n`;
    const body = 'content-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n{}';
    expect(await converse(head + body, /HTTP\/1\.1 \d+/)).toMatch(/^HTTP\/1\.1 200/);
  });

  test('is asked for when it is wanted, and not before', async () => {
    const ask = (token: string): string =>
      `PATCH ${ours.path}/settings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n` +
      'content-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n';
    expect(await converse(ask(ours.tokens['project:read']), /HTTP\/1\.1 \d+/)).toMatch(/^HTTP\/1\.1 403/);
    expect(await converse(ask(ours.token), /HTTP\/1\.1 \d+/)).toMatch(/^HTTP\/1\.1 100/);
  });

  test('whose sender disconnects does not affect others', async () => {
    const head = `PATCH ${ours.path}/settings HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${ours.token}\r\n`;
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.end(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{"scr`);
    await new Promise((resolve) => socket.once('close', resolve).resume());
    expect((await api.ask(`${ours.path}/settings`, { token: ours.token })).status).toBe(200);
  });

  /** The response up to the pattern. */
  async function converse(text: string, pattern: RegExp): Promise<string> {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.write(text);
    await waitFor(() => pattern.test(heard), { what: String(pattern) });
    socket.destroy();
    return heard;
  }
});

describe('the documentation', () => {
  test('needs no token, and loads nothing from elsewhere', async () => {
    const page = await api.ask('/api/0/docs');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const loaded = [...page.text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address);
    expect(loaded).toContain('docs/swagger-ui-bundle.js');
    for (const address of loaded) {
      const { status, headers } = await api.ask(`/api/0/${address}`);
      expect([address, status]).toEqual([address, 200]);
      expect(headers['content-type']).toMatch(/^(text\/(css|javascript)|image\/png)/);
    }
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect((await api.ask('/api/0/docs/')).headers['location']).toBe('../docs');
  });

  test('is OpenAPI 3.1, and not sent twice', async () => {
    const { status, body, headers } = await api.ask('/api/0/openapi.json');
    for (const [accepted, encoding] of [
      ['gzip', 'gzip'],
      ['gzip, br', 'br'],
      ['identity', undefined],
    ] as const) {
      // `fetch` decompresses responses.
      const packed = await fetch(`${api.url}/api/0/openapi.json`, { headers: { 'accept-encoding': accepted } });
      expect(packed.headers.get('content-encoding') ?? undefined).toBe(encoding);
      expect(packed.headers.get('vary')).toContain('Accept-Encoding');
      expect(packed.headers.get('etag')).toBe(headers['etag']);
      expect(packed.headers.get('content-type')).toBe(headers['content-type']);
      expect(await packed.json()).toEqual(body);
    }
    expect([status, (body as { openapi: string }).openapi]).toEqual([200, '3.1.1']);
    const again = await api.ask('/api/0/openapi.json', { headers: { 'if-none-match': String(headers['etag']) } });
    expect(again.status).toBe(304);
  });
});

describe('a request that needs the database', () => {
  let narrow: TestApi | undefined;
  afterEach(async () => {
    await narrow?.stop();
    narrow = undefined;
  });

  test('gets 503, an explanation and Retry-After if the database is unavailable; other requests are answered', async () => {
    narrow = await startTestApi({ databaseUrl: 'postgres://x@127.0.0.1:1/x', connectMs: 300 });
    const answer = await narrow.ask(`${ours.path}/settings`, { token: ours.token });
    expect([...errorOf(answer), answer.headers['retry-after']]).toEqual([503, 'unavailable', '5']);
    expect((await narrow.ask(`${ours.path}/settings`, { token: 'x' })).status).toBe(401);
    expect((await narrow.ask('/api/0/openapi.json')).status).toBe(200);
  });

  test('gets 503 that names the remedy if the database is too slow', async () => {
    narrow = await startTestApi({ statementMs: 200 });
    const { path, token } = await narrow.newTenant('ours');
    const release = await lock(narrow);
    const answer = await narrow.ask(`${path}/stats`, { token });
    await release();
    expect(errorOf(answer)).toEqual([503, 'too_slow']);
    expect(answer.text).toContain('shorter time range');
  });

  test('waits in a queue behind others, and gets 503 at once if the queue is full', async () => {
    const single = (narrow = await startTestApi({ poolSize: 1, maxWaiting: 1 }));
    const { path, token } = await single.newTenant('ours');
    const release = await lock(single);
    const ask = (): Promise<Answer> => single.ask(`${path}/stats`, { token });
    const first = ask();
    await waitFor(async () => (await waitingFor(single)) > 0);
    // Both find the only permit taken by a running read; one may wait.
    const others = [ask(), ask()];
    const refused = await Promise.race(others);
    expect([...errorOf(refused), refused.headers['retry-after']]).toEqual([503, 'busy', '1']);
    await release();
    const statuses = (await Promise.all([first, ...others])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 503]);
  });

  test('a stop lets requests in progress finish', async () => {
    const stopping = await startTestApi();
    const { path, token } = await stopping.newTenant('ours');
    const release = await lock(stopping);
    const asked = stopping.ask(`${path}/stats`, { token });
    await waitFor(async () => (await waitingFor(stopping)) > 0);
    const stopped = stopping.stopServing();
    await release();
    expect((await asked).status).toBe(200);
    await stopped;
    await stopping.stop();
  });

  /** Takes what every count is read from; resolves to the function that gives it back. */
  async function lock({ db }: TestApi): Promise<() => Promise<void>> {
    const client = await db.pool.connect();
    await client.query('begin; lock table usage in access exclusive mode');
    return async () => {
      await client.query('rollback');
      client.release();
    };
  }

  async function waitingFor({ db }: TestApi): Promise<number> {
    const { rows } = await db.pool.query<{ n: string }>('select count(*) as n from pg_locks where not granted');
    return Number(rows[0]?.n);
  }
});

function errorOf({ status, body }: Answer): readonly [number, string] {
  return [status, (body as { error: { code: string } }).error.code];
}
