import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Socket, connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { peerAddress, rememberPeers } from './peerAddress.js';

let server: Server;
afterEach(() => void server.close());

describe('the address of a peer', () => {
  test('is known for a request followed by a connection reset', async () => {
    const seen = new Promise<string>((resolve) => {
      server = createServer((request) => {
        request.on('error', () => undefined);
        if (request.url === '/reset') resolve(peerAddress(request.socket));
      });
    });
    rememberPeers(server);
    server.listen(0, '127.0.0.1');
    const client = connect((await listening()).port, '127.0.0.1').on('error', () => undefined);
    // Accepted before the reset, as the first request shows.
    client.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(server, 'request');
    client.write('GET /reset HTTP/1.1\r\nhost: x\r\n\r\n', () => client.resetAndDestroy());
    expect(await seen).toBe('127.0.0.1');
  });

  test('is in its shortest form', async () => {
    server = createServer();
    rememberPeers(server);
    server.listen(0, '::');
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const client = connect((await listening()).port, '127.0.0.1');
    expect(peerAddress((await accepted)[0])).toBe('127.0.0.1');
    client.destroy();
  });

  test('is required: a connection without one is destroyed', () => {
    server = createServer();
    rememberPeers(server);
    const socket = new Socket();
    server.emit('connection', socket);
    expect(socket.destroyed).toBe(true);
    expect(() => peerAddress(socket)).toThrow('rememberPeers');
  });

  test('is unknown on a server that does not remember peers', () => {
    server = createServer();
    expect(() => peerAddress(new PassThrough())).toThrow('rememberPeers');
  });
});

async function listening(): Promise<AddressInfo> {
  await once(server, 'listening');
  return server.address() as AddressInfo;
}
