import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents } from './support/events.js';
import { ask, type Ask } from './support/http.js';
import { accepted, authOf, envelopePath, refused, sendAccepted, sendBytes, sendEvents } from './support/send.js';
import { waitForStored } from './support/stored.js';
import { createTenant } from './support/tenant.js';
import { useSystem, useTenant } from './support/useSystem.js';

const system = useSystem();
const project = useTenant(system);

const batch = (count = 1): string => JSON.stringify({ events: makeEvents('log', count) });
const send = (body: string | Uint8Array, over: Ask = {}) => sendBytes(system.baseUrl, project.key, body, over);

describe('methods', () => {
  test.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'])('%s is refused with 405 and Allow', async (method) => {
    const answer = await ask(`${system.baseUrl}${envelopePath}`, {
      method,
      headers: { 'x-service-auth': authOf(project.key) },
    });
    expect(answer.status).toBe(405);
    expect((answer.headers['allow'] ?? '').split(/,\s*/).sort()).toEqual(['OPTIONS', 'POST']);
    expect(answer.json).toEqual(method === 'HEAD' ? undefined : refused());
  });

  test('another path is a 404 with the error body', async () => {
    const answer = await ask(`${system.baseUrl}/api/nothing-here`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
    expect(answer.json).toEqual(refused());
  });
});

describe('preflight', () => {
  const preflight = (headers: Ask['headers'], query = '') =>
    ask(`${system.baseUrl}${envelopePath}${query}`, { method: 'OPTIONS', headers: headers ?? {} });

  test.each(['', '?service_key=unknown'])('is answered without a look at the key%s', async (query) => {
    const answer = await preflight(
      {
        origin: 'https://shop.example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type,x-service-auth',
      },
      query,
    );
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers['access-control-allow-origin']).toBe('https://shop.example.com');
    expect(answer.headers['access-control-allow-methods']).toMatch(/\bPOST\b/);
    const allowed = (answer.headers['access-control-allow-headers'] ?? '').toLowerCase().split(/,\s*/);
    expect(allowed).toEqual(expect.arrayContaining(['x-service-auth', 'content-type', 'content-encoding']));
    expect(answer.headers['access-control-max-age']).toBe('86400');
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['vary']).toMatch(/\borigin\b/i);
  });
});

describe('CORS', () => {
  const origin = 'https://shop.example.com';
  const answers: readonly (readonly [string, number, () => ReturnType<typeof ask>])[] = [
    ['accepted', 202, () => send(batch(), { headers: { origin } })],
    ['unknown key', 401, () => sendBytes(system.baseUrl, 'f'.repeat(32), batch(), { headers: { origin } })],
    ['bad type', 415, () => send(batch(), { headers: { origin, 'content-type': 'application/xml' } })],
    ['bad JSON', 400, () => send('{', { headers: { origin } })],
    ['too many events', 413, () => send(batch(1_001), { headers: { origin } })],
    ['bad method', 405, () => ask(`${system.baseUrl}${envelopePath}`, { method: 'PUT', headers: { origin } })],
  ];
  test.each(answers)('%s: %d reflects the origin and exposes the limits', async (_name, status, exchange) => {
    const answer = await exchange();
    expect(answer.status).toBe(status);
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    expect(answer.headers['vary']).toMatch(/\borigin\b/i);
    const exposed = (answer.headers['access-control-expose-headers'] ?? '').toLowerCase().split(/,\s*/);
    expect(exposed).toEqual(expect.arrayContaining(['x-service-rate-limits', 'retry-after']));
  });

  test('the limits are exposed even without an origin', async () => {
    const answer = await send(batch());
    expect(answer.headers['access-control-expose-headers']).toMatch(/retry-after/i);
  });
});

describe('content types', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'application/json; charset="utf-8"',
    'Application/JSON',
    'text/plain',
    'text/plain;charset=UTF-8',
    '',
  ])('%j is accepted', async (type) => {
    const headers = { 'x-service-auth': authOf(project.key), ...(type === '' ? {} : { 'content-type': type }) };
    const answer = await ask(`${system.baseUrl}${envelopePath}`, { method: 'POST', body: batch(), headers });
    expect(answer.json).toEqual(accepted({ processed: 1 }));
  });

  test.each([
    'application/xml',
    'text/html',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/json; charset=utf-16',
    'text/plain; charset=iso-8859-1',
    'application/jsonp',
    'application',
  ])('%j is a 415', async (type) => {
    const answer = await send(batch(), { headers: { 'content-type': type } });
    expect(answer.status).toBe(415);
    expect(answer.json).toEqual(refused());
  });
});

describe('content encodings', () => {
  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ] as const)('%s is accepted', async (encoding, compress) => {
    const answer = await send(compress(batch(3)), { headers: { 'content-encoding': encoding } });
    expect(answer.json).toEqual(accepted({ processed: 3 }));
    expect(answer.status).toBe(202);
  });

  test('a chunked body without a length is accepted', async () => {
    const answer = await send(gzipSync(batch(2)), { chunked: true, headers: { 'content-encoding': 'gzip' } });
    expect(answer.json).toEqual(accepted({ processed: 2 }));
  });
});

describe('bodies', () => {
  test('a byte order mark is dropped', async () => {
    expect((await send(`\uFEFF${batch()}`)).json).toEqual(accepted({ processed: 1 }));
  });

  test('no events are zeros', async () => {
    const answer = await send('{"events":[]}');
    expect(answer.status).toBe(202);
    expect(answer.json).toEqual(accepted());
  });

  test('white space around and unknown fields beside the events do not matter', async () => {
    const body = ` \n{"sdk":{"name":"x"},"events": ${JSON.stringify(makeEvents('log', 1))} ,"n":1}\r\n `;
    expect((await send(body)).json).toEqual(accepted({ processed: 1 }));
  });

  test('text of every Unicode plane is stored unchanged', async () => {
    const mine = await createTenant(system);
    const message = 'ä€😀 𝒳 \u202E rtl \u0001 \\ " \u2028';
    await sendAccepted(system.baseUrl, mine, [makeEvent('log', { payload: { message } })]);
    await waitForStored(system, mine, 1);
    expect(await system.sql('select message from logs where project_id = $1', [mine.id])).toEqual([{ message }]);
  });

  test('1,000 events of mixed types are one batch', async () => {
    const mine = await createTenant(system);
    const types = ['exception', 'log', 'span', 'hit', 'replay'] as const;
    await sendAccepted(
      system.baseUrl,
      mine,
      types.flatMap((type) => makeEvents(type, 200)),
    );
    expect(await waitForStored(system, mine, 1_000)).toEqual({
      exceptions: 200,
      logs: 200,
      spans: 200,
      hits: 200,
      replays: 200,
      dead_letters: 0,
    });
  }, 40_000);
});

describe('order of checks', () => {
  const badKey = 'f'.repeat(32);
  const oversize = { 'content-length': String(11 * 1024 * 1024) };
  const closed = useTenant(system, { project: { allowedDomains: ['only.example.com'] } });

  test('the key comes before everything', async () => {
    const answer = await sendBytes(system.baseUrl, badKey, 'not json', {
      headers: { origin: 'https://other.example.com', 'content-encoding': 'zip', 'content-type': 'text/html' },
    });
    expect(answer.status).toBe(401);
  });

  test('the origin comes before encoding, type and body', async () => {
    const answer = await sendBytes(system.baseUrl, closed.key, 'not json', {
      headers: { origin: 'https://other.example.com', 'content-encoding': 'zip', 'content-type': 'text/html' },
    });
    expect(answer.status).toBe(403);
  });

  test('a declared size comes before encoding and type', async () => {
    const answer = await send(Buffer.alloc(0), {
      headers: { ...oversize, 'content-encoding': 'zip', 'content-type': 'text/html' },
    });
    expect(answer.status).toBe(413);
  });

  test('encoding and type come before the body', async () => {
    expect((await send('not json', { headers: { 'content-encoding': 'zip' } })).status).toBe(415);
    expect((await send('not json', { headers: { 'content-type': 'text/html' } })).status).toBe(415);
  });

  test('JSON comes before the number of events', async () => {
    expect((await send(`${batch(1_001)}}`)).status).toBe(400);
    expect((await send(batch(1_001))).status).toBe(413);
    expect((await sendEvents(system.baseUrl, project, [])).status).toBe(202);
  });
});
