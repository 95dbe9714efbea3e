import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { respondAndClose } from './respondAndClose.js';

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});

test('a client that reads only after it has sent 12 MB in three seconds gets the answer', async () => {
  const chunk = Buffer.alloc(1_048_576);
  await refuse(12 * chunk.length);
  client.pause();
  for (let sent = 0; sent < 12; sent += 1) {
    await new Promise<void>((resolve, reject) => client.write(chunk, (error) => (error ? reject(error) : resolve())));
    await delay(250);
  }
  let heard = '';
  client.on('data', (bytes) => (heard += bytes.toString())).resume();
  await once(client, 'end');
  expect(heard).toMatch(/^HTTP\/1\.1 503 [^]*busy$/);
});

test('a client that sends slowly is disconnected soon after its answer, although it goes on', async () => {
  await refuse(1_000_000);
  client.on('error', () => undefined).resume();
  const drip = setInterval(() => client.write('x'), 100);
  await once(client, 'close');
  clearInterval(drip);
  expect(client.destroyed).toBe(true);
  // Less than the 20 s of a client that is fast enough.
}, 15_000);

test('a client that stops sending is disconnected after its answer', async () => {
  await refuse(1_000_000);
  client.on('error', () => undefined);
  let heard = '';
  client.on('data', (bytes) => (heard += bytes.toString()));
  await once(client, 'close');
  expect(heard).toMatch(/busy$/);
});

/** Begins to send a body of `length` bytes to a server that refuses it at once. */
async function refuse(length: number): Promise<void> {
  server = createServer((request, response) => {
    response.writeHead(503, { connection: 'close', 'content-length': 4 });
    respondAndClose(request, response, 'busy');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`);
}
