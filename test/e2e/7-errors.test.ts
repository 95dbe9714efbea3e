import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { makeEvents } from './support/events.js';
import { ask, type Answer } from './support/http.js';
import { envelopePath, refused, sendBytes, sendEvents } from './support/send.js';
import { createProjects, type Project } from './support/tenant.js';
import { useSystem } from './support/useSystem.js';

let projects: Record<'open' | 'closed' | 'full', Project>;
const system = useSystem();
beforeAll(async () => {
  projects = await createProjects(system, {
    open: {},
    closed: { allowedDomains: ['example.com'] },
    full: { eventsPerHour: 0 },
  });
}, 120_000);

const logs = (): unknown[] => makeEvents('log', 1);

const exchanges: readonly (readonly [string, number, () => Promise<Answer>])[] = [
  ['no key', 401, () => ask(`${system.baseUrl}${envelopePath}`, { method: 'POST', body: '{"events":[]}' })],
  ['another origin', 403, () => sendEvents(system.baseUrl, projects.closed, logs())],
  ['another path', 404, () => ask(`${system.baseUrl}/api/nope`)],
  ['another method', 405, () => ask(`${system.baseUrl}${envelopePath}`, { method: 'DELETE' })],
  ['another type', 415, () => bytes('<events/>', { 'content-type': 'text/xml' })],
  ['another encoding', 415, () => bytes('{"events":[]}', { 'content-encoding': 'compress' })],
  ['too large', 413, () => bytes('', { 'content-length': '99999999999' })],
  ['bomb', 413, () => bytes(gzipSync(Buffer.alloc(40 * 1024 * 1024)), { 'content-encoding': 'gzip' })],
  ['too many events', 413, () => sendEvents(system.baseUrl, projects.open, makeEvents('log', 1_001))],
  ['broken JSON', 400, () => bytes('{"events":[')],
  ['wrong top level', 400, () => bytes('[]')],
  ['no events', 400, () => bytes('{}')],
  ['over its limits', 429, () => sendEvents(system.baseUrl, projects.full, logs())],
];

describe('every error has the error body', () => {
  test.each(exchanges)('for %s (%d)', async (_name, status, exchange) => {
    const answer = await exchange();
    expect(answer.status).toBe(status);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect(answer.json).toMatchObject(refused() as object);
    const body = answer.json as { error: { code: string; message: string } };
    expect(Object.keys(body.error).sort()).toEqual(['code', 'message']);
    expect(body.error.message).not.toMatch(/\bat .*:\d+:\d+|node_modules|undefined/);
  });

  test('codes are the same each time, and tell the conditions apart', async () => {
    const codeOf = async (exchange: () => Promise<Answer>): Promise<string> =>
      ((await exchange()).json as { error: { code: string } }).error.code;
    const codes = new Map<string, Set<number>>();
    for (const [, status, exchange] of exchanges) {
      const code = await codeOf(exchange);
      expect(await codeOf(exchange)).toBe(code);
      codes.set(code, (codes.get(code) ?? new Set()).add(status));
    }
    for (const [code, statuses] of codes) expect([code, statuses.size]).toEqual([code, 1]);
  });
});

test('problems of single events are no HTTP errors', async () => {
  const answer = await sendEvents(system.baseUrl, projects.open, [null, {}, { type: 'log' }]);
  expect(answer.status).toBe(202);
  expect(answer.json).toMatchObject({ success: true, invalid: 3 });
});

test('a 429 carries the tally, Retry-After and the hold-offs', async () => {
  const answer = await sendEvents(system.baseUrl, projects.full, [...logs(), { type: 'nope' }]);
  expect(answer.status).toBe(429);
  expect(answer.json).toEqual({
    ...(refused() as object),
    processed: 0,
    filtered: 0,
    rate_limited: 1,
    quota_exceeded: 0,
    invalid: 1,
  });
  expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  expect(answer.headers['x-service-rate-limits']).toMatch(/^\d+:log$/);
});

describe('health', () => {
  test('the public port answers /healthz and nothing else of the admin port', async () => {
    expect((await ask(`${system.baseUrl}/healthz`)).status).toBe(200);
    expect((await ask(`${system.baseUrl}/metrics`)).status).toBe(404);
    expect((await ask(`${system.baseUrl}/readyz`)).status).toBe(404);
  });

  test('the admin port answers /healthz, /readyz and /metrics', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask(`${system.adminUrl}${path}`)).status).toBe(200);
    const metrics = await ask(`${system.adminUrl}/metrics`);
    expect(metrics.status).toBe(200);
    expect(metrics.text).toMatch(/^# TYPE \w+ (counter|gauge|histogram)$/m);
    expect(metrics.text).toMatch(/^sluice_ready\{check="[\w. -]+"\} 1$/m);
    expect(metrics.text).not.toMatch(/^sluice_ready\{.*\} 0$/m);
  });
});

function bytes(body: string | Uint8Array, headers: Record<string, string> = {}): Promise<Answer> {
  return sendBytes(system.baseUrl, projects.open.key, body, { headers });
}
