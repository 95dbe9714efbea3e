import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { RequestListener } from 'node:http';
import { connect } from 'node:net';
import { DEFAULT_GATEWAY_CONFIG } from '../config.js';
import { createGatewayServer } from './createGatewayServer.js';

/** Answers with the request's body. */
const echo: RequestListener = (request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('error', () => undefined).on('end', () => response.end(text));
};
const server = createGatewayServer(
  {
    ingest: () => undefined,
    site: echo,
    mountedHandlers: [
      { paths: /^\/patient/, handler: echo, requestTimeoutMs: 60_000 },
      { paths: /^\/usual/, handler: echo },
    ],
  },
  { ...DEFAULT_GATEWAY_CONFIG, host: '127.0.0.1', port: 0, headersTimeoutMs: 100, bodyTimeoutMs: 100 },
);

beforeAll(() => server.start());
afterAll(() => server.stop());

describe('a request that does not arrive', () => {
  test('gets 408 after the usual timeout, unless its mounted handler allows more time', async () => {
    const paths = ['/own', '/usual', '/patient'];
    const [own, usual, patient] = await Promise.all(paths.map(stall));
    for (const heard of [own, usual]) expect(heard).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout/);
    expect(patient).toMatch(/^HTTP\/1\.1 200 [^]*abcd$/);
  }, 20_000);
});

/** Sends half a body, and the rest after six seconds. Resolves with everything that was received. */
function stall(path: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(server.port(), '127.0.0.1');
    let heard = '';
    socket.on('data', (data) => (heard += data.toString()));
    socket.on('close', () => resolve(heard));
    socket.write(`POST ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-length: 4\r\n\r\nab`);
    // The usual timeout is 5.2 s here and checked every 0.1 s.
    setTimeout(() => socket.end('cd'), 6_000);
  });
}
