import { afterEach, describe, expect, test } from '@jest/globals';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { receiveBody, type BodyRead } from './readBody.js';
import { countedMemory, type CountedMemory } from '../testing/countedMemory.js';

const limits = { maxBodyBytes: 1_000, maxDecodedBytes: 1_000, bodyTimeoutMs: 60_000 };

let server: Server;
// Undefined if no test before has started one.
afterEach(() => void (server as Server | undefined)?.close());

const status = (expected: number): unknown => expect.objectContaining({ status: expected });

describe('receiveBody', () => {
  test('returns the bytes that the client sent', async () => {
    expect(await bodyRead('abcd', 'at once')).toEqual([Buffer.from('abcd'), 4]);
  });

  test.each([
    ['some', 'ab'],
    ['all', 'abcd'],
  ])('returns hang_up at once if the client closed the connection, with %s of the body sent', async (_name, bytes) => {
    expect(await bodyRead(bytes, 'after the client left')).toEqual(['hang_up', 0]);
  });

  test.each([
    ['returns', { memory: countedMemory(), limits }, Buffer.from('abcd'), 4],
    ['refuses', { memory: countedMemory(), limits: { ...limits, maxDecodedBytes: 3 } }, status(413), 0],
    ['refuses', { memory: countedMemory(3), limits }, status(503), 0],
  ])('%s a body that has arrived, within memory and limits', async (...[, reading, expected, taken]) => {
    expect(await bodyRead('abcd', 'after it arrived', reading)).toEqual([expected, taken]);
  });
});

/** Reads a gzip body from a stream. */
function readGzip(stream: PassThrough, memory: CountedMemory, maxDecodedBytes = 1e6): Promise<BodyRead> {
  const request = stream as unknown as IncomingMessage;
  return receiveBody(request, 'gzip', { limits: { ...limits, maxDecodedBytes }, memory, isTight: () => false });
}

describe('a compressed body', () => {
  const text = Buffer.alloc(100_000, ' ');
  const wire = gzipSync(text);

  test('holds the memory of its compressed bytes until it is complete', async () => {
    const [stream, memory] = [new PassThrough(), countedMemory()];
    const read = readGzip(stream, memory);
    stream.write(wire.subarray(0, -1));
    await setImmediate();
    expect(memory.taken).toBe(wire.length - 1 + 256);
    stream.end(wire.subarray(-1));
    expect(text.equals((await read) as Buffer)).toBe(true);
    expect(memory.taken).toBe(text.length);
  });

  test.each<[string, number, number]>([
    ['broken', 1, 1e6],
    ['too large when inflated', wire.length, text.length - 1],
  ])('holds no memory if it is %s', async (_name, bytes, maxDecodedBytes) => {
    const [stream, memory] = [new PassThrough(), countedMemory()];
    const read = readGzip(stream, memory, maxDecodedBytes);
    stream.end(wire.subarray(0, bytes));
    expect(await read).toHaveProperty('status', bytes === 1 ? 400 : 413);
    expect(memory.taken).toBe(0);
  });

  test('holds memory for each of its chunks', async () => {
    const [stream, memory] = [new PassThrough(), countedMemory(2_000)];
    const read = readGzip(stream, memory);
    for (const byte of wire) {
      stream.write(Buffer.from([byte]));
      await setImmediate();
    }
    expect(await read).toHaveProperty('status', 503);
    expect([memory.taken, memory.most]).toEqual([0, 7 * 257]);
  });
});

/** When a body is read. */
type Reading = 'at once' | 'after it arrived' | 'after the client left';

/** Resolves with the result for a body of four bytes, of which the client sends `bytes`, and the memory it holds. */
async function bodyRead(
  bytes: string,
  when: Reading,
  reading = { memory: countedMemory(), limits },
): Promise<[BodyRead, number]> {
  const { memory } = reading;
  const isGone = when === 'after the client left';
  const read = new Promise<[BodyRead, number]>((resolve, reject) => {
    server = createServer((request: IncomingMessage) => {
      request.on('error', () => undefined);
      const receive = async (): Promise<[BodyRead, number]> => {
        if (isGone) await once(request, 'close').catch(() => undefined);
        while (when === 'after it arrived' && !request.complete) await setImmediate();
        const result = await receiveBody(request, 'identity', { ...reading, isTight: () => false });
        return [result, memory.taken];
      };
      receive().then(resolve, reject);
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
