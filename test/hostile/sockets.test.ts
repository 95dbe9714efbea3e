// Byte sequences that no HTTP client sends.
import { afterEach, describe, expect, test } from '@jest/globals';
import { makeEvent, makeEvents, serialOf } from '../e2e/support/events.js';
import { ask } from '../e2e/support/http.js';
import { accepted, authOf, sendEvents } from '../e2e/support/send.js';
import { storedBySerial, waitForStored } from '../e2e/support/stored.js';
import { createTenant } from '../e2e/support/tenant.js';
import { useSystem, useTenant } from '../e2e/support/useSystem.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { rawExchange } from './support/rawSocket.js';

const system = useSystem();
const project = useTenant(system);
afterEach(async () => {
  expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
});

const target = (): string => system.gatewayUrls[0] ?? '';
const good = (): string => JSON.stringify({ events: makeEvents('log', 1) });

describe('conflicting or broken framing never stores a batch twice or in part', () => {
  const body = '{"events":[]}';
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  test.each<readonly [string, () => string]>([
    [
      'Content-Length and Transfer-Encoding',
      () => head([`Content-Length: ${body.length}`, 'Transfer-Encoding: chunked']) + chunked,
    ],
    ['Transfer-Encoding and Content-Length', () => head(['Transfer-Encoding: chunked', 'Content-Length: 3']) + chunked],
    ['two lengths', () => head(['Content-Length: 13', 'Content-Length: 14']) + body],
    ['a list of lengths', () => head(['Content-Length: 13, 14']) + body],
    ['a negative length', () => head(['Content-Length: -1']) + body],
    ['a length that is no number', () => head(['Content-Length: many']) + body],
    ['a hexadecimal length', () => head(['Content-Length: 0xd']) + body],
    ['a length with a sign', () => head(['Content-Length: +13']) + body],
    ['an unknown transfer coding', () => head(['Transfer-Encoding: gzip']) + body],
    ['chunked twice', () => head(['Transfer-Encoding: chunked, chunked']) + chunked],
    ['a chunk size that is no number', () => `${head(['Transfer-Encoding: chunked'])}zz\r\n${body}\r\n0\r\n\r\n`],
    ['a chunk size beyond reason', () => `${head(['Transfer-Encoding: chunked'])}fffffffffffffffff\r\n${body}`],
    ['a header without a name', () => head([': x', 'Content-Length: 13']) + body],
    ['a header with a space before the colon', () => head(['Content-Length : 13']) + body],
    ['a NUL in a header', () => head(['X-Bad: a\u0000b', 'Content-Length: 13']) + body],
    ['a line folded', () => head(['X-Folded: a', '\tb\u0000', 'Content-Length: 13']) + body],
    ['a version of the future', () => head(['Content-Length: 13'], { line: 'POST /api/envelope HTTP/9.9' }) + body],
    ['an unknown method', () => head(['Content-Length: 13'], { line: 'BREW /api/envelope HTTP/1.1' }) + body],
    ['garbage', () => '\u0000\u0001\u0002\u0003 nonsense\r\n\r\n'],
    ['TLS', () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['headers of 100 KB', () => head([`X-Long: ${'x'.repeat(100_000)}`, 'Content-Length: 13']) + body],
    [
      '5,000 headers',
      () => head([...Array.from({ length: 5_000 }, (_, n) => `X-${n}: y`), 'Content-Length: 13']) + body,
    ],
  ])('%s', async (_name, bytes) => {
    const answer = await rawExchange(target(), { send: Buffer.from(bytes(), 'latin1'), answers: 1, timeoutMs: 3_000 });
    // A refusal, or a closed connection without a response; never an acceptance.
    for (const status of answer.statuses) expect(status).toBeGreaterThanOrEqual(400);
    for (const status of answer.statuses) expect(status).toBeLessThan(500);
    expect(answer.statuses.length > 0 || answer.closed).toBe(true);
  });

  test('a long path and an invalid request target are refused', async () => {
    for (const line of [
      `POST /${'a'.repeat(8_000)} HTTP/1.1`,
      'POST //api/envelope HTTP/1.1',
      'POST /api/envelope/../envelope HTTP/1.1',
      'POST /api/envelope',
      'POST * HTTP/1.1',
      'POST http://[::1 HTTP/1.1',
      'POST /api/%65nvelope%00 HTTP/1.1',
      'POST ?service_key=1 HTTP/1.1',
    ]) {
      const answer = await rawExchange(target(), {
        send: `${head(['Content-Length: 13'], { line })}{"events":[]}`,
        answers: 1,
      });
      for (const status of answer.statuses)
        expect([line.slice(0, 40), status < 500]).toEqual([line.slice(0, 40), true]);
    }
  });
});

describe('a body above the limit', () => {
  test('gets a 413 before its first byte if its length is declared', async () => {
    const answer = await rawExchange(target(), { send: head([`Content-Length: ${50 * 1024 * 1024}`]), answers: 1 });
    // Waiting for the body would end with a 408.
    expect(answer.statuses[0]).toBe(413);
    expect(answer.text).toContain('"success":false');
  });

  test('gets a 413 and no 100 Continue if its length is declared with Expect', async () => {
    const answer = await rawExchange(target(), {
      send: head([`Content-Length: ${50 * 1024 * 1024}`, 'Expect: 100-continue']),
      answers: 1,
    });
    expect(answer.statuses[0]).toBe(413);
  });

  test('gets a 413 as soon as it exceeds the limit if its length is not declared', async () => {
    const chunk = Buffer.alloc(1024 * 1024, 32);
    const bytes = Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n')]);
    const answer = await rawExchange(target(), {
      send: head(['Transfer-Encoding: chunked']),
      drip: { bytes, everyMs: 5 },
      answers: 1,
      timeoutMs: 10_000,
    });
    expect(answer.statuses[0]).toBe(413);
  }, 20_000);

  test('an unknown key and a disallowed origin are answered before the body', async () => {
    const unknown = await rawExchange(target(), {
      send: head(['Content-Length: 1000000'], { key: 'f'.repeat(32) }),
      answers: 1,
    });
    expect(unknown.statuses[0]).toBe(401);
    const closed = await createTenant(system, { project: { allowedDomains: ['example.com'] } });
    const foreign = await rawExchange(target(), {
      send: head(['Content-Length: 1000000', 'Origin: https://evil.test'], { key: closed.key }),
      answers: 1,
    });
    expect(foreign.statuses[0]).toBe(403);
  });
});

describe('pipelining', () => {
  const request = (body: string): string => head([`Content-Length: ${Buffer.byteLength(body)}`]) + body;

  test('valid batches are answered in order, each once', async () => {
    const mine = await createTenant(system);
    const bodies = [good(), good(), good()];
    const send = bodies
      .map((body) => head([`Content-Length: ${Buffer.byteLength(body)}`], { key: mine.key }) + body)
      .join('');
    const answer = await rawExchange(target(), { send, answers: 3 });
    expect(answer.statuses).toEqual([202, 202, 202]);
    await waitForStored(system, mine, 3);
  });

  test('garbage after a valid batch does not affect it', async () => {
    const mine = await createTenant(system);
    const body = good();
    const send = `${head([`Content-Length: ${Buffer.byteLength(body)}`], { key: mine.key })}${body}\u0000\u0001garbage\r\n\r\n`;
    const answer = await rawExchange(target(), { send: Buffer.from(send, 'latin1'), answers: 2, timeoutMs: 3_000 });
    const sentinel = makeEvent('log');
    await sendEvents(system.baseUrl, mine, [sentinel]);
    await waitFor(async () => (await storedBySerial(system, mine)).has(serialOf(sentinel) ?? ''), {
      what: 'the sentinel',
    });
    // A response or none. A 4xx would claim that nothing of the batch was stored.
    const stored = (await storedBySerial(system, mine)).size - 1;
    expect([
      [202, 1],
      [undefined, 1],
      [undefined, 0],
      [400, 0],
    ]).toContainEqual([answer.statuses[0], stored]);
  });

  test('a refused body is not read as the next request', async () => {
    const smuggled = request(good());
    const send = head([`Content-Length: ${smuggled.length}`], { key: 'f'.repeat(32) }) + smuggled;
    const answer = await rawExchange(target(), { send, answers: 2, timeoutMs: 2_000 });
    expect(answer.statuses).toEqual([401]);
  });

  test('nothing is stored if a client disconnects within a body', async () => {
    const mine = await createTenant(system);
    const body = good();
    await rawExchange(target(), {
      send: head([`Content-Length: ${body.length}`], { key: mine.key }) + body.slice(0, 20),
      timeoutMs: 100,
    });
    expect((await sendEvents(system.baseUrl, mine, makeEvents('log', 2))).json).toEqual(accepted({ processed: 2 }));
    await waitForStored(system, mine, 2);
  });
});

describe('slow clients', () => {
  // BODY_TIMEOUT_MS and HEADERS_TIMEOUT_MS are 3 s in these tests; Node checks them periodically.
  test.each<readonly [string, () => string]>([
    ['a body that comes byte by byte', () => `${head(['Content-Length: 100000'])}{"events":[`],
    ['a chunked body that never ends', () => `${head(['Transfer-Encoding: chunked'])}5\r\n{"eve\r\n`],
    ['headers that never end', () => head([]).slice(0, -2)],
  ])('%s is ended by the server', async (name, bytes) => {
    const more = name.startsWith('a chunked') ? '1\r\n \r\n' : 'x';
    const drip = { bytes: name.startsWith('headers') ? 'X-More: 1\r\n' : more, everyMs: 200 };
    const answer = await rawExchange(target(), { send: bytes(), drip, timeoutMs: 15_000 });
    expect(answer.closed).toBe(true);
    for (const status of answer.statuses) expect(status).toBe(408);
  });

  test('200 idle connections do not delay a valid batch', async () => {
    const half = head(['Content-Length: 1000']).slice(0, -2);
    const slow = Array.from({ length: 200 }, () => rawExchange(target(), { send: half, timeoutMs: 3_000 }));
    const good = sendEvents(system.baseUrl, project, makeEvents('log', 1));
    const first = Promise.race([good.then(() => 'the good batch'), ...slow.map((one) => one.then(() => 'a slow one'))]);
    expect((await good).json).toEqual(accepted({ processed: 1 }));
    expect(await first).toBe('the good batch');
    await Promise.all(slow);
  }, 20_000);
});

function head(lines: readonly string[], over: { readonly line?: string; readonly key?: string } = {}): string {
  return [
    over.line ?? 'POST /api/envelope HTTP/1.1',
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `X-Service-Auth: ${authOf(over.key ?? project.key)}`,
    ...lines,
    '',
    '',
  ].join('\r\n');
}
