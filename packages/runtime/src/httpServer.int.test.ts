import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { createHttpServer, type HttpServer } from './httpServer.js';

let server: HttpServer;
let agent: Agent;
/** Responses that wait to be ended by the test. */
let pending: ServerResponse[];

beforeEach(async () => {
  pending = [];
  server = createHttpServer(
    (request, response) => {
      if (request.url === '/wait') pending.push(response);
      // The handlers of the gateway pass their headers here.
      else response.writeHead(200, { 'content-length': 0 }).end();
    },
    {
      host: '127.0.0.1',
      port: 0,
      maxConnections: 10,
      shutdownMs: 60_000,
      headersTimeoutMs: 5_000,
      requestTimeoutMs: 5_000,
      writeTimeoutMs: 5_000,
      keepAliveMs: 65_000,
    },
  );
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await server.start();
});
afterEach(async () => {
  agent.destroy();
  await server.stop();
});

describe('a server that drains', () => {
  test('answers on new and kept connections, and closes each', async () => {
    expect((await ask('/')).headers.connection).toBe('keep-alive');
    server.drain();
    expect((await ask('/')).headers.connection).toBe('close');
    expect((await ask('/')).headers.connection).toBe('close');
  });

  test('closes the connection of a request in progress with its response', async () => {
    const answer = ask('/wait');
    while (pending.length === 0) await new Promise(setImmediate);
    server.drain();
    pending[0]?.end();
    expect((await answer).headers.connection).toBe('close');
  });

  test('stops when requests in progress are answered, without waiting for kept connections', async () => {
    const answer = ask('/wait');
    while (pending.length === 0) await new Promise(setImmediate);
    const stopped = server.stop();
    pending[0]?.end();
    await Promise.all([answer, stopped]);
    await expect(ask('/')).rejects.toThrow('ECONNREFUSED');
  });
});

async function ask(path: string): Promise<IncomingMessage> {
  const [response] = (await once(get({ port: server.port(), path, agent }), 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
  return response;
}
