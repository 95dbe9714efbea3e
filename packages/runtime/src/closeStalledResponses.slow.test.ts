import { afterEach, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { closeStalledResponses } from './closeStalledResponses.js';

/** Far above any pause on a busy machine, so that no pause is mistaken for a stall. */
const LIMIT_MS = 1_500;
/** More than the system buffers for a connection. */
const BODY = Buffer.alloc(32 * 1_048_576);

let server: Server;
let client: Socket;
afterEach(() => {
  client.destroy();
  server.close();
});
const request = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

test('the server closes the connection of a client that does not read, even if it keeps sending', async () => {
  await start((_request, response) => response.end(BODY));
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  client.pause().write(request);
  const chatter = setInterval(() => client.write(request), LIMIT_MS / 50);
  const [socket] = await accepted;
  await once(socket, 'close');
  clearInterval(chatter);
  expect(socket.destroyed).toBe(true);
});

test('a slow reader gets the whole response', async () => {
  await start((_request, response) => response.end(BODY));
  client.write(request);
  let received = 0;
  let pauses = 0;
  client.on('data', (chunk) => {
    received += chunk.length;
    // Some pauses, each below the limit and together well above it.
    if (received < (pauses + 1) * 4 * 1_048_576) return;
    pauses += 1;
    client.pause();
    setTimeout(() => client.resume(), LIMIT_MS / 5);
  });
  while (received < BODY.length) await once(client, 'data');
  expect(pauses).toBeGreaterThan(4);
});

test('a response that is not ready keeps its connection', async () => {
  await start((_request, response) => void setTimeout(() => response.end('late'), 1.5 * LIMIT_MS));
  client.write(request);
  const [heard] = (await once(client, 'data')) as [Buffer];
  expect(heard.toString()).toMatch(/late$/);
});

async function start(listener: RequestListener): Promise<void> {
  server = createServer(listener);
  closeStalledResponses(server, LIMIT_MS);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
}
