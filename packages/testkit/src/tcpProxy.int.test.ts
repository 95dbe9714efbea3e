import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTcpProxy, type TcpProxy } from './tcpProxy.js';
import { waitFor } from './waitFor.js';

interface Client {
  readonly socket: Socket;
  heard: string;
  isOpen: boolean;
}

let echo: Server;
let proxy: TcpProxy;
const clients: Client[] = [];

beforeAll(async () => {
  echo = createServer((socket) => socket.on('error', () => undefined).pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
});
afterAll(() => new Promise((resolve) => echo.close(resolve)));
beforeEach(async () => {
  proxy = await startTcpProxy((echo.address() as AddressInfo).port, {
    rewriteRequests: () => (bytes) => Buffer.from(bytes.toString().replaceAll('noon', 'dusk')),
  });
});
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.destroy();
  await proxy.close();
});

describe('a proxy', () => {
  test('passes bytes and rewrites them as configured', async () => {
    const client = open();
    await said(client, 'hello');
    client.socket.write(' at noon');
    await waitFor(() => client.heard === 'hello at dusk');
  });

  test('resets open and new connections while it is cut', async () => {
    const client = open();
    await said(client, 'hello');
    proxy.cut();
    await waitFor(() => !client.isOpen);
    const refused = open();
    await waitFor(() => !refused.isOpen);
    proxy.restore();
    await said(open(), 'again');
  });

  test('in black-hole mode sends no reset, and open connections stay silent', async () => {
    const client = open();
    await said(client, 'hello');
    proxy.blackHole();
    client.socket.write('lost');
    proxy.restore();
    // A later one is served, and by then the earlier one would have been.
    await said(open(), 'other');
    client.socket.write('still lost');
    await said(open(), 'another');
    expect([client.heard, client.isOpen]).toEqual(['hello', true]);
  });

  test('drops the reply to a given request, once', async () => {
    const client = open();
    await said(client, 'hello');
    proxy.loseReplyTo('commit');
    client.socket.write('commit');
    await waitFor(() => !client.isOpen);
    expect([client.heard, proxy.lostReplies()]).toEqual(['hello', 1]);
    await said(open(), 'commit');
  });

  test('delays and trickles', async () => {
    const client = open();
    proxy.delay(50);
    const began = performance.now();
    await said(client, 'late');
    expect(performance.now() - began).toBeGreaterThan(45);
    proxy.trickle(1, 10);
    await said(client, 'in pieces');
    proxy.restore();
    await said(client, 'at once');
    expect(client.heard).toBe('latein piecesat once');
  });
});

function open(): Client {
  const { port } = new URL(proxy.urlFor('redis://elsewhere:1'));
  const client: Client = { socket: connect(Number(port), '127.0.0.1'), heard: '', isOpen: true };
  client.socket.on('error', () => undefined);
  client.socket.on('data', (bytes) => (client.heard += bytes.toString()));
  client.socket.on('close', () => (client.isOpen = false));
  clients.push(client);
  return client;
}

async function said(client: Client, words: string): Promise<void> {
  client.socket.write(words);
  await waitFor(() => client.heard.endsWith(words), { what: words });
}
