import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { runForTest } from '../testing/runForTest.js';

/** A stand-in for a gateway: counts received events, and responds as configured. */
let server: Server;
let received: { agent: string; auth: string; events: number; errorLogs: number }[] = [];
let answer: (events: number) => { status: number; body: object };

// A server for each test: a run that fails leaves requests behind.
beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { events } = JSON.parse(Buffer.concat(chunks).toString()) as {
        events: { type: string; payload: { level?: string } }[];
      };
      received.push({
        agent: request.headers['user-agent'] ?? '',
        auth: String(request.headers['x-service-auth']),
        events: events.length,
        errorLogs: events.filter(({ type, payload }) => type === 'log' && payload.level === 'error').length,
      });
      const { status, body } = answer(events.length);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

const key = 'a'.repeat(32);
const dsn = (): string => `http://${key}@127.0.0.1:${(server.address() as AddressInfo).port}`;
const nothing = { processed: 0, filtered: 0, rate_limited: 0, quota_exceeded: 0, invalid: 0 };

test('the demo sends about as many events as asked for, as several browsers, and sums the tallies up', async () => {
  answer = (events) => ({ status: 202, body: { success: true, ...nothing, processed: events - 1, filtered: 1 } });
  const { code, stdout } = await demo('--count', '300');
  const sent = received.reduce((sum, { events }) => sum + events, 0);
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    batches: received.length,
    sent,
    processed: sent - received.length,
    filtered: received.length,
    refused: 0,
  });
  expect(sent).toBeGreaterThanOrEqual(300);
  expect(sent).toBeLessThan(600);
  expect(new Set(received.map(({ agent }) => agent)).size).toBeGreaterThan(1);
  expect(received[0]?.auth).toBe(`Service service_key=${key}`);
});

test.each([1, 2, 3])('the demo has a log of an error, however few events it sends (seed %d)', async (seed) => {
  answer = (events) => ({ status: 202, body: { success: true, ...nothing, processed: events } });
  expect((await demo('--count', '1', '--seed', String(seed))).code).toBe(0);
  expect(received.reduce((sum, { errorLogs }) => sum + errorLogs, 0)).toBeGreaterThan(0);
});

test('a batch that met a limit is tallied, one that was rejected is a failure', async () => {
  answer = (events) => ({ status: 429, body: { success: false, ...nothing, rate_limited: events } });
  expect((await demo('--count', '20')).code).toBe(0);
  answer = () => ({ status: 503, body: { success: false, error: { code: 'unavailable', message: 'Redis is away.' } } });
  const refused = await demo('--count', '20');
  expect(refused.code).toBe(1);
  expect((JSON.parse(refused.stdout) as { refused: number }).refused).toBeGreaterThan(0);
});

test('the demo ends at once with an unknown key', async () => {
  answer = () => ({
    status: 401,
    body: { success: false, error: { code: 'x', message: 'Invalid DSN: unknown project or key.' } },
  });
  const { code, stderr } = await demo();
  expect(code).toBe(1);
  expect(stderr).toContain('rejects the DSN (401): Invalid DSN: unknown project or key.');
});

test('the demo prints a remedy without an address or a response', async () => {
  expect((await runForTest(['demo'], {})).stderr).toBe(
    'sluice: No DSN: run npm start first, or give --dsn or SLUICE_DSN.\n',
  );
  const nobody = await runForTest(['demo', '--dsn', `http://${key}@127.0.0.1:1`], {});
  expect(nobody.code).toBe(1);
  expect(nobody.stderr).toContain('No answer from http://127.0.0.1:1/api/envelope');
});

function demo(...words: string[]): ReturnType<typeof runForTest> {
  return runForTest(['demo', '--rate', '100000', '--json', ...words], { SLUICE_DSN: dsn() });
}
