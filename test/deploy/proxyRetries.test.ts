import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  /** Bodies of batches that it read. */
  readonly read: string[];
}

const servers: Server[] = [];
async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function startGateway(): Promise<FakeGateway> {
  const state = { behavior: 'accepts' as Behavior, isReady: true, read: [] as string[] };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const piece of request) body += String(piece);
    if (request.method === 'POST') state.read.push(body);
    if (request.method === 'POST' && state.behavior === 'dies') request.socket.destroy();
    else response.writeHead(request.method === 'POST' && state.behavior === 'refuses' ? 503 : 202).end('{}');
  };
  const port = await listen((request, response) => void answer(request, response));
  const adminPort = await listen((_, response) => response.writeHead(state.isReady ? 200 : 503).end('{}'));
  return Object.assign(state, { port, adminPort });
}

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
    const api = await startGateway();
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

  check(
    'sends nothing else twice',
    async () => {
      for (const gateway of gateways) gateway.behavior = 'dies';
      await send('/other').catch(() => undefined);
      expect(gateways.flatMap(({ read }) => read)).toHaveLength(1);
    },
    60_000,
  );

  check(
    'sends batches to the gateways although none passes its check',
    async () => {
      for (const gateway of gateways) gateway.isReady = false;
      const ends: (number | string)[] = [];
      // Longer than three checks take.
      const until = performance.now() + 5_000;
      while (performance.now() < until) ends.push(await send().then(({ status }) => status, String));
      expect([...new Set(ends)]).toEqual([202]);
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
