import { expect, test } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { countedMemory, type CountedMemory } from '../testing/countedMemory.js';
import { readFirstLine, type BodyStart } from './readFirstLine.js';

const limits = { maxBodyBytes: 1e6, maxDecodedBytes: 1e6, bodyTimeoutMs: 60_000 };

test.each([
  ['whole', 'a line\nmore'],
  ['without a line break', 'a line'],
])('the first line of a body is read: %s', async (_what, body) => {
  const { stream, read } = readFrom({});
  stream.end(body);
  expect(String((await read).line)).toBe('a line');
});

test.each([{}, { 'content-encoding': 'gzip' }])('a line of more than 16 KiB is not read (%j)', async (headers) => {
  const { stream, read } = readFrom(headers);
  const body = 'x'.repeat(20_000);
  stream.end('content-encoding' in headers ? gzipSync(body) : body);
  expect((await read).line).toBeUndefined();
});

test('what was read stays for the rest of the body, which waits', async () => {
  const { stream, read } = readFrom({});
  stream.write('a line\nsome');
  const { head } = await read;
  stream.write(' more');
  await setImmediate();
  expect([String(Buffer.concat([...head])), stream.isPaused()]).toEqual(['a line\nsome', true]);
});

test('a compressed body holds memory for its decoder from its first byte on', async () => {
  const { stream, read, memory } = readFrom({ 'content-encoding': 'gzip' });
  await setImmediate();
  expect(memory.taken).toBe(0);
  const body = gzipSync('a line\n');
  stream.write(body.subarray(0, 1));
  await setImmediate();
  expect(memory.taken).toBeGreaterThan(65_536);
  stream.end(body.subarray(1));
  expect(String((await read).line)).toBe('a line');
});

test('chunks of single bytes hold memory for what they take', async () => {
  const { stream, read, memory } = readFrom({});
  for (let index = 0; index < 100; index += 1) {
    stream.write('x');
    await setImmediate();
  }
  expect(memory.taken).toBeGreaterThan(100 * 256);
  stream.end('\n');
  await read;
});

function readFrom(headers: Record<string, string>): {
  readonly stream: PassThrough;
  readonly memory: CountedMemory;
  readonly read: Promise<BodyStart>;
} {
  const [stream, memory] = [new PassThrough(), countedMemory()];
  const request = Object.assign(stream, { headers, httpVersion: '1.1' }) as unknown as IncomingMessage;
  const response = {} as unknown as ServerResponse;
  const read = readFirstLine(request, response, { limits, memory, isTight: () => false });
  return { stream, memory, read: read as Promise<BodyStart> };
}
