import { describe, expect, test } from '@jest/globals';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { Refusal } from '../refusal.js';
import { countedMemory, type CountedMemory } from '../testing/countedMemory.js';
import { inflateBody, type Inflating } from './inflateBody.js';

const CODINGS: readonly [Inflating['coding'], (bytes: Buffer) => Buffer][] = [
  ['gzip', (bytes) => gzipSync(bytes)],
  ['deflate', (bytes) => deflateSync(bytes)],
  ['br', (bytes) => brotliCompressSync(bytes)],
];
const TEXT = Buffer.from('{"events":[]}'.repeat(5_000));

/** What a body becomes, or the status of its refusal; beside what stays taken. */
async function inflated(
  wire: Buffer,
  coding: Inflating['coding'],
  maxDecodedBytes = TEXT.length,
  memory: CountedMemory = countedMemory(),
): Promise<[string | number, number]> {
  const result = await inflateBody(wire, { coding, maxDecodedBytes, memory });
  return [result instanceof Refusal ? result.status : result.toString(), memory.taken];
}

describe.each(CODINGS)('a body in %s', (coding, compress) => {
  const wire = compress(TEXT);

  test('becomes what was compressed, and its bytes stay taken', async () => {
    expect(await inflated(wire, coding)).toEqual([TEXT.toString(), TEXT.length]);
  });

  test.each<[string, () => Buffer]>([
    ['that ends early', () => wire.subarray(0, -3)],
    ['that is empty', () => Buffer.alloc(0)],
    ['that is something else', () => Buffer.from('GARBAGE')],
    ['with something behind its end', () => Buffer.concat([wire, Buffer.from('x')])],
    ['with something behind zeros behind its end', () => Buffer.concat([wire, Buffer.from('\0\0x')])],
  ])('%s is a 400 and nothing stays taken', async (_name, bytes) => {
    expect(await inflated(bytes(), coding)).toEqual([400, 0]);
  });

  test('may have zeros behind its end', async () => {
    expect(await inflated(Buffer.concat([wire, Buffer.alloc(3)]), coding)).toEqual([TEXT.toString(), TEXT.length]);
  });

  test('of several streams is a 400, but for gzip', async () => {
    const twice = await inflated(Buffer.concat([wire, wire]), coding, 2 * TEXT.length);
    expect(twice).toEqual(coding === 'gzip' ? [TEXT.toString().repeat(2), 2 * TEXT.length] : [400, 0]);
  });

  test('is a 413 at the first byte too many', async () => {
    expect(await inflated(wire, coding, TEXT.length - 1)).toEqual([413, 0]);
  });

  test('is a 503 where there is no memory for all of it', async () => {
    const memory = countedMemory(TEXT.length - 1);
    expect(await inflated(wire, coding, TEXT.length, memory)).toEqual([503, 0]);
    expect(memory.most).toBeGreaterThan(0);
  });
});
