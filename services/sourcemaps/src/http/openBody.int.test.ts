import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { ApiError } from '@sluice/management';
import type { Request, Response } from 'express';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { MIN_BYTES_PER_SECOND, openBody, PACE_MS, type ArrivingBody } from './openBody.js';

const MINUTE_MS = 60_000;
const bounds = {
  maxBytes: 1_000,
  tooLarge: new ApiError(413, 'too_large', 'Too large.'),
  stallMs: MINUTE_MS,
  totalMs: MINUTE_MS,
};

let server: Server;
afterEach(() => {
  jest.useRealTimers();
  server.close();
});

const atOnce = (): Promise<void> => Promise.resolve();
const gone = (request: IncomingMessage): Promise<unknown> => once(request, 'close').catch(() => undefined);

describe('a body', () => {
  test('yields the bytes that the client sent', async () => {
    expect(await bodyOpened(atOnce, 'abcd')).toBe('abcd');
  });

  test.each([
    ['some', 'ab'],
    ['all', 'abcd'],
  ])('ends at once if the client disconnected before it was opened, with %s of it sent', async (_name, bytes) => {
    expect(await bodyOpened(gone, bytes)).toMatchObject({ status: 400, code: 'bad_request' });
  });
});

test('a tracked body reports received bytes and ends with the given error', async () => {
  const busy = new ApiError(503, 'busy', 'Busy.');
  let followed: ArrivingBody | undefined;
  const opened = new Promise<unknown>((resolve) => {
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const follow = (body: ArrivingBody) => {
        followed = body;
        return () => (followed = undefined);
      };
      const body = openBody(request as Request, response as Response, { ...bounds, follow });
      request.once('data', () => {
        const received = followed?.received();
        followed?.end(busy);
        body.once('close', () => resolve([received, body.errored, followed]));
      });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\nab');
  expect(await opened).toEqual([2, busy, undefined]);
  socket.destroy();
});

describe('a body that is still arriving after a window of time', () => {
  const WINDOW_BYTES = (MIN_BYTES_PER_SECOND * PACE_MS) / 1_000;

  test('gets 408 if it is slower than 1 KB/s while another organization waits', async () => {
    expect(await readAfterWindow(WINDOW_BYTES - 1, true)).toMatchObject({ status: 408, code: 'request_timeout' });
  });

  test.each([
    ['no other request waits', WINDOW_BYTES - 1, false],
    ['it is fast enough', WINDOW_BYTES, true],
  ])('continues if %s', async (_name, bytes, othersWait) => {
    expect(await readAfterWindow(bytes, othersWait)).toMatchObject({
      status: 400,
      message: expect.stringMatching('before the body was complete') as unknown,
    });
  });

  /** How a body of which `bytes` came in the first window is read, when its client then leaves. */
  async function readAfterWindow(bytes: number, othersWait: boolean): Promise<unknown> {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout', 'performance'] });
    let open: (whole: Promise<string>) => void = () => undefined;
    const opened = new Promise<readonly [Promise<string>]>((resolve) => (open = (whole) => resolve([whole])));
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      const body = openBody(request as Request, response as Response, {
        ...bounds,
        maxBytes: 1_000_000,
        othersWait: () => othersWait,
      });
      const whole = text(body);
      let received = 0;
      request.on('data', (chunk: Buffer) => {
        received += chunk.length;
        if (received >= bytes) open(whole);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\n${'x'.repeat(bytes)}`);
    const [whole] = await opened;
    const ended = whole.catch((error: unknown) => error);
    jest.advanceTimersByTime(PACE_MS);
    socket.destroy();
    return ended;
  }
});

/** Result of a body of four bytes that is opened after `when`; `bytes` are those that the client sends. */
async function bodyOpened(when: (request: IncomingMessage) => Promise<unknown>, bytes: string): Promise<unknown> {
  const opened = new Promise<unknown>((resolve) => {
    server = createServer((request: IncomingMessage, response: ServerResponse) => {
      request.on('error', () => undefined);
      const open = async (): Promise<string> => {
        await when(request);
        return text(openBody(request as Request, response as Response, bounds));
      };
      open().then(resolve, resolve);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 4\r\n\r\n${bytes}`);
  await once(server, 'request');
  if (when === gone) socket.destroy();
  const result = await opened;
  socket.destroy();
  return result;
}
