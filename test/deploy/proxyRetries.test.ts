import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SERVED_PATHS } from '@sluice/contract';
import { freePort } from '../e2e/support/freePort.js';
import { ask } from '../e2e/support/http.js';
import { waitFor } from '../e2e/support/waitFor.js';
import { isInstalled, PROXY_ENGINES, startProxy, type Proxy, type UpstreamPorts } from './proxyEngines.js';

/** What the shipped configurations of the proxies do with gateways that fail in different ways. */

/** How a gateway handles a batch that it has read. */
type Behavior = 'accepts' | 'refuses' | 'dies';

interface FakeGateway extends UpstreamPorts {
  behavior: Behavior;
  isReady: boolean;
  /** How late its readiness is answered, in milliseconds. */
  checkMs: number;
  /** How often its readiness was read. */
  checks: number;
  /** Bodies of batches that it read. */
  readonly read: string[];
  /** Where they were sent. */
  readonly urls: string[];
}

const servers: Server[] = [];

/** Where programs send events; proxies must keep the slash at the end and the query. */
const INGEST_URLS = [
  '/api/42/envelope/?sentry_key=k&sentry_version=7',
  '/api/42/store/',
  '/api/9223372036854775807/security/?sentry_key=k',
  '/api/store/',
  '/v1/traces',
  '/v1/logs?service_key=k',
  '/v1/metrics',
];

const HTML = { accept: 'text/html' };

const BATCH = JSON.stringify({ events: 'x'.repeat(50_000) });

describe.each(PROXY_ENGINES)('$name', (engine) => {
  const check = isInstalled(engine) ? test : test.skip;
  let folder: string;
  let gateways: readonly [FakeGateway, FakeGateway];
  let proxy: Proxy;
  beforeEach(async () => {
    if (!isInstalled(engine)) return;
    folder = mkdtempSync(join(tmpdir(), 'sluice-proxy-'));
    gateways = [await startGateway(), await startGateway()];
    const api = await startGateway('api');
    api.behavior = 'dies';
    proxy = await startProxy(engine, { gateway: gateways, api: [api], sourcemaps: [api] }, folder);
    await waitFor(async () => (await ask(`${proxy.url}/healthz`)).status === 202, { what: engine.name });
  });
  afterEach(async () => {
    if (!isInstalled(engine)) return;
    await proxy.stop();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
    rmSync(folder, { recursive: true });
  });
  const send = (path = '/api/envelope', body = BATCH) => ask(`${proxy.url}${path}`, { method: 'POST', body });

  check.each(['refuses', 'dies'] as const)(
    'sends a batch to the other gateway if one %s',
    async (behavior) => {
      gateways[0].behavior = behavior;
      const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(202));
      expect(gateways[0].read.length).toBeGreaterThan(0);
      expect(gateways[1].read).toEqual(Array(20).fill(BATCH));
    },
    60_000,
  );

  check.each(INGEST_URLS)(
    'sends a batch for %s to the other gateway, at the same address',
    async (url) => {
      gateways[0].behavior = 'dies';
      const answers = await Promise.all(Array.from({ length: 8 }, () => send(url)));
      expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
      expect(gateways[0].read.length).toBeGreaterThan(0);
      expect(gateways[1].urls).toEqual(Array(8).fill(url));
    },
    60_000,
  );

  check.each(INGEST_URLS)(
    'passes on a large batch for %s once, at the same address',
    async (url) => {
      expect((await send(url, 'x'.repeat(200_000))).status).toBe(202);
      expect(gateways.flatMap(({ urls }) => urls)).toEqual([url]);
    },
    60_000,
  );

  check(
    'leads a browser to the gateways, not to the dashboard, at every address that is served to programs',
    async () => {
      const paths = SERVED_PATHS.map((first) => `/${first}/x`);
      const answers = await Promise.all(paths.map((path) => ask(`${proxy.url}${path}`, { headers: HTML })));
      expect(answers.map(({ headers }) => headers['x-from'])).toEqual(paths.map(() => 'gateway'));
      await expect(ask(`${proxy.url}/acme/shop/issues`, { headers: HTML })).resolves.toMatchObject({
        headers: { 'x-from': 'api' },
      });
    },
    60_000,
  );

  check(
    'asks a gateway that refuses batches again: a refusal is an answer',
    async () => {
      gateways[0].behavior = 'refuses';
      for (let count = 0; count < 40; count += 1) expect((await send()).status).toBe(202);
      expect(gateways[0].read.length).toBeGreaterThanOrEqual(15);
    },
    60_000,
  );

  check.each([
    ['a request to another address', '/other', BATCH],
    ['a request for a number that begins with 0', '/api/00/envelope/', BATCH],
    ['a large batch', '/api/envelope?service_key=k', 'x'.repeat(200_000)],
  ])(
    'does not send %s twice',
    async (_name, path, body) => {
      for (const gateway of gateways) gateway.behavior = 'dies';
      await send(path, body).catch(() => undefined);
      expect(gateways.flatMap(({ read }) => read)).toEqual([body]);
      expect(gateways.flatMap(({ urls }) => urls)).toEqual([path]);
    },
    60_000,
  );

  check(
    'passes on a batch of unknown size',
    async () => {
      const pieces = new ReadableStream({
        start: (stream) => {
          for (const piece of ['{"events":', '[]}']) stream.enqueue(new TextEncoder().encode(piece));
          stream.close();
        },
      });
      const url = `${proxy.url}/api/envelope?service_key=k`;
      const { status } = await fetch(url, { method: 'POST', body: pieces, duplex: 'half' });
      expect(status).toBe(202);
      expect(gateways.flatMap(({ read }) => read)).toEqual(['{"events":[]}']);
      expect(gateways.flatMap(({ urls }) => urls)).toEqual(['/api/envelope?service_key=k']);
    },
    60_000,
  );

  check(
    'sends batches to the gateways although none passes its check',
    async () => {
      for (const gateway of gateways) gateway.isReady = false;
      const before = gateways.map(({ checks }) => checks);
      const ends: (number | string)[] = [];
      const sendSome = async (): Promise<void> => {
        for (let count = 0; count < 20; count += 1) ends.push(await send().then(({ status }) => status, String));
      };
      await sendSome();
      // Three take a gateway out. nginx makes none.
      const areOut = (): boolean => gateways.every(({ checks }, index) => checks > (before[index] ?? 0) + 3);
      while (engine.name === 'haproxy' && !areOut()) await sendSome();
      await sendSome();
      expect([...new Set(ends)]).toEqual([202]);
      for (const gateway of gateways) gateway.behavior = 'refuses';
      const refused = await send().then(
        ({ status }) => status,
        () => 'no answer',
      );
      // Clients try again without an answer, and give up on a 503, which only a ready gateway may send.
      expect(refused).toBe(engine.name === 'haproxy' ? 'no answer' : 503);
    },
    60_000,
  );

  // nginx makes no checks.
  (engine.name === 'nginx' ? test.skip : check)(
    'keeps a gateway whose checks are slow',
    async () => {
      gateways[0].checkMs = 2_000;
      const before = gateways[0].checks;
      await waitFor(() => gateways[0].checks > before + 3, { what: 'three slow checks' });
      await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(gateways[0].read.length).toBeGreaterThan(0);
    },
    60_000,
  );

  check(
    'uses a gateway as soon as it comes back',
    async () => {
      const port = await freePort();
      await proxy.stop();
      const other = { port, adminPort: gateways[0].adminPort };
      const none = { port: await freePort(), adminPort: await freePort() };
      proxy = await startProxy(engine, { gateway: [other, none], api: [other], sourcemaps: [other] }, folder);
      for (let count = 0; count < 20; count += 1) await send().catch(() => undefined);
      servers.push(createServer((_, response) => response.end('{}')).listen(port, '127.0.0.1'));
      await waitFor(async () => (await send()).status === 200, { what: 'the first answer' });
      const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    },
    60_000,
  );
});

async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function startGateway(name = 'gateway'): Promise<FakeGateway> {
  const state = {
    behavior: 'accepts' as Behavior,
    isReady: true,
    checkMs: 0,
    checks: 0,
    read: [] as string[],
    urls: [] as string[],
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const piece of request) body += String(piece);
    if (request.method === 'POST') {
      state.read.push(body);
      state.urls.push(request.url ?? '');
    }
    if (request.method === 'POST' && state.behavior === 'dies') request.socket.destroy();
    else
      response
        .writeHead(request.method === 'POST' && state.behavior === 'refuses' ? 503 : 202, { 'x-from': name })
        .end('{}');
  };
  const port = await listen((request, response) => void answer(request, response));
  const adminPort = await listen((_, response) => {
    state.checks += 1;
    setTimeout(() => response.writeHead(state.isReady ? 200 : 503).end('{}'), state.checkMs);
  });
  return Object.assign(state, { port, adminPort });
}
