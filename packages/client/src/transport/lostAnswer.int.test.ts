import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { createDropped } from '../core/dropped.js';
import type { GroupingTransport, TransportOptions } from '../core/transport.js';
import { createBatchTransport } from './createBatchTransport.js';
import { KEY, named, several } from './testing/startTransport.js';

/** Reaction of a server to a completely read request. */
type Fate = 'answer' | 'hang up' | 'say nothing' | 'head only';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

test.each<[Fate, number]>([
  ['hang up', 2],
  ['say nothing', 2],
  ['head only', 1],
  ['answer', 1],
])(
  'a server that accepts a batch and then does this: %s, gets the same bytes again or nothing',
  async (fate, times) => {
    const { transport, bodies, reported } = await startProxy([fate]);
    for (const event of several(5, 'log', { payload: { text: 'Grüße, 語 😀' } })) void transport.send(event);
    await transport.flush?.();
    expect(bodies).toHaveLength(times);
    for (const body of bodies) expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true);
    expect(JSON.parse(String(bodies[0]))).toMatchObject({ events: { length: 5 } });
    expect(reported).toEqual([]);
  },
);

test('a server that loses every answer gets the same bytes as often as there are retries', async () => {
  const { transport, bodies, reported } = await startProxy(['hang up', 'say nothing', 'hang up'], { retries: 2 });
  void transport.send(named('one', 'exception'));
  await transport.flush?.();
  expect(new Set(bodies.map(String)).size).toBe(1);
  expect([bodies.length, reported.length]).toEqual([3, 1]);
});

interface Proxy {
  readonly transport: GroupingTransport;
  /** Of requests that were read to their end. */
  readonly bodies: Buffer[];
  readonly reported: unknown[];
}

/** A transport before a server whose responses get lost. */
async function startProxy(fates: Fate[], options: TransportOptions = {}): Promise<Proxy> {
  const [bodies, reported]: [Buffer[], unknown[]] = [[], []];
  const server = createServer((request, response) => {
    void readAll(request).then((body) => {
      bodies.push(body);
      const fate = fates.shift() ?? 'answer';
      if (fate === 'hang up') request.socket.destroy();
      if (fate === 'head only') response.writeHead(202, { 'Content-Length': 100 }).flushHeaders();
      if (fate === 'answer') response.writeHead(202).end('{"success":true}');
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = createBatchTransport(
    { transportOptions: { timeout: 300, ...options } },
    { key: KEY, endpoint: `http://127.0.0.1:${port}/api/envelope` },
    { dropped: createDropped(), giveUp: (error) => reported.push(error), say: () => undefined, warn: () => undefined },
    { fetch },
  );
  return { transport, bodies, reported };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
