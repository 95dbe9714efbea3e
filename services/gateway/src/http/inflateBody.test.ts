import { describe, expect, test } from '@jest/globals';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Rejection } from './answer.js';
import { countedMemory, type CountedMemory } from '../testing/countedMemory.js';
import { inflateBody, type Inflating } from './inflateBody.js';

const CODINGS: readonly [Inflating['coding'], (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
];
const TEXT = Buffer.from('{"events":[]}'.repeat(5_000));

describe.each(CODINGS)('a body in %s', (coding, compress) => {
  const wire = compress(TEXT);

  test('is inflated, and its bytes remain acquired', async () => {
    expect(await inflated(wire, coding)).toEqual([TEXT.toString(), TEXT.length]);
  });

  test.each<[string, () => Buffer]>([
    ['that ends early', () => wire.subarray(0, -3)],
    ['that is empty', () => Buffer.alloc(0)],
    ['that is something else', () => Buffer.from('GARBAGE')],
    ['with something behind its end', () => Buffer.concat([wire, Buffer.from('x')])],
    ['with something behind zeros behind its end', () => Buffer.concat([wire, Buffer.from('\0\0x')])],
  ])('%s is rejected with 400, and its memory is released', async (_name, bytes) => {
    expect(await inflated(bytes(), coding)).toEqual([400, 0]);
  });

  test('may have zeros after its end', async () => {
    expect(await inflated(Buffer.concat([wire, Buffer.alloc(3)]), coding)).toEqual([TEXT.toString(), TEXT.length]);
  });

  test('of several streams is rejected with 400, except gzip', async () => {
    const twice = await inflated(Buffer.concat([wire, wire]), coding, 2 * TEXT.length);
    expect(twice).toEqual(coding === 'gzip' ? [TEXT.toString().repeat(2), 2 * TEXT.length] : [400, 0]);
  });

  test('is rejected with 413 at the first byte above the limit', async () => {
    expect(await inflated(wire, coding, TEXT.length - 1)).toEqual([413, 0]);
  });

  test('is rejected with 503 if there is too little memory', async () => {
    const memory = countedMemory(TEXT.length - 1);
    expect(await inflated(wire, coding, TEXT.length, memory)).toEqual([503, 0]);
    expect(memory.most).toBeGreaterThan(0);
  });
});

describe('the ratio of a body', () => {
  const MB = 1_048_576;
  const codeOf = async (wire: Buffer, coding: Inflating['coding']): Promise<string> => {
    const result = await inflateBody(wire, { coding, maxDecodedBytes: 20 * MB, memory: countedMemory() });
    return result instanceof Rejection ? `${result.status} ${result.code}` : String(result.length);
  };

  test.each(CODINGS)('is bounded above 1 MiB: %s', async (coding, compress) => {
    expect(await codeOf(compress(Buffer.alloc(MB)), coding)).toBe(String(MB));
    expect(await codeOf(compress(Buffer.alloc(4 * MB)), coding)).toBe('413 inflation_ratio');
  });

  test.each<[Inflating['coding'], number]>([
    ['gzip', 500],
    ['deflate', 500],
    ['br', 3_000],
  ])('may reach the documented maximum: %s, %d', async (coding, ratio) => {
    const compress = CODINGS.find(([name]) => name === coding)?.[1] ?? gzipSync;
    const stream = compress(Buffer.alloc(4 * MB));
    // Zeros after the end of the stream are ignored.
    const wireOf = (length: number): Buffer => Buffer.concat([stream, Buffer.alloc(length - stream.length)]);
    const least = Math.ceil((4 * MB) / ratio);
    expect(await codeOf(wireOf(least), coding)).toBe(String(4 * MB));
    expect(await codeOf(wireOf(least - 1), coding)).toBe('413 inflation_ratio');
  });

  test('of highly compressible telemetry, one exception a thousand times, is far below the maximum', async () => {
    const frames = Array.from({ length: 30 }, (_, index) => ({ file: `https://a.test/${index}.js`, line: index }));
    const event = { type: 'exception', timestamp: '2026-01-01T00:00:00Z', payload: { type: 'Error', frames } };
    const text = Buffer.from(JSON.stringify({ events: Array.from({ length: 1_000 }, () => event) }));
    expect(text.length).toBeGreaterThan(MB);
    for (const [coding, compress] of CODINGS.filter(([name]) => name !== 'br')) {
      expect(await codeOf(compress(text), coding)).toBe(String(text.length));
    }
  });
});

/** Resolves with the inflated text or the status of the rejection, and the memory that remains acquired. */
async function inflated(
  wire: Buffer,
  coding: Inflating['coding'],
  maxDecodedBytes = TEXT.length,
  memory: CountedMemory = countedMemory(),
): Promise<[string | number, number]> {
  const result = await inflateBody(wire, { coding, maxDecodedBytes, memory });
  return [result instanceof Rejection ? result.status : result.toString(), memory.taken];
}
