import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { createBufferBudget } from './bufferBudget.js';
import { readBody, type BodyRead } from './readBody.js';

const limits = { maxBodyBytes: 1_000, maxDecodedBytes: 1_000, bodyTimeoutMs: 60_000 };

let server: Server;
afterEach(() => void server.close());

/** What is read of a body of four bytes, of which its client sends `bytes`; `isGone`: it goes away before any is read. */
async function bodyRead(bytes: string, isGone: boolean): Promise<BodyRead> {
  const read = new Promise<BodyRead>((resolve, reject) => {
    server = createServer((request: IncomingMessage) => {
      request.on('error', () => undefined);
      const reading = async (): Promise<BodyRead> => {
        if (isGone) await once(request, 'close').catch(() => undefined);
        return readBody(request, { coding: undefined, limits, budget: createBufferBudget(1_000) });
      };
      reading().then(resolve, reject);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n${bytes}`);
  await once(server, 'request');
  if (isGone) socket.destroy();
  const result = await read;
  socket.destroy();
  return result;
}

describe('a body', () => {
  test('is what its client sent', async () => {
    expect(await bodyRead('abcd', false)).toEqual({ body: Buffer.from('abcd'), taken: 4 });
  });

  test.each([
    ['some', 'ab'],
    ['all', 'abcd'],
  ])('whose client went before it was read is over at once, %s of it sent', async (_name, bytes) => {
    expect(await bodyRead(bytes, true)).toEqual({ body: 'gone', taken: 0 });
  });
});
