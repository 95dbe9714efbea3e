import { describe, expect, test } from '@jest/globals';
import { CHUNK_LIFE_MS, createChunkLedger, MIN_WEIGHT_BYTES, type ChunkLedger } from './createChunkLedger.js';

const MB = 1_048_576;
const name = (organizationId: string, sha1: string) => ({ organizationId, sha1 });

/** Adds a chunk of one megabyte and returns the files to delete. */
function add(ledger: ChunkLedger, organizationId: string, sha1: string, arrivedMs = 0) {
  const { isFull, discarded } = ledger.add(name(organizationId, sha1), {
    bytes: MB,
    file: `${organizationId}/${sha1}`,
    arrivedMs,
  });
  return isFull ? 'full' : discarded;
}

describe('chunks on disk', () => {
  test('of one organization take at most half, and those used least recently go first', () => {
    const ledger = createChunkLedger(6 * MB);
    for (const sha1 of ['a', 'b', 'c']) expect(add(ledger, '1', sha1)).toEqual([]);
    expect(ledger.use(name('1', 'a'))).toBe(true);
    expect(add(ledger, '1', 'd')).toEqual(['1/b']);
    expect(['a', 'b', 'c', 'd'].map((sha1) => ledger.use(name('1', sha1)))).toEqual([true, false, true, true]);
    expect(ledger.weight()).toBe(3 * MB);
  });

  test('of a newcomer take the place of those of the organization with the most', () => {
    const ledger = createChunkLedger(4 * MB);
    for (const organization of ['1', '2']) for (const sha1 of ['a', 'b']) add(ledger, organization, sha1);
    ledger.use(name('1', 'a'));
    expect(add(ledger, '3', 'a')).toEqual(['1/b']);
    expect(add(ledger, '3', 'b')).toEqual(['2/a']);
    expect(add(ledger, '3', 'c')).toEqual(['3/a']);
    expect(ledger.weight()).toBe(4 * MB);
  });

  test('have a minimum weight, so that their number is bounded', () => {
    const ledger = createChunkLedger(20 * MIN_WEIGHT_BYTES);
    let files = 0;
    for (let n = 0; n < 1_000; n += 1) {
      const { discarded } = ledger.add(name('1', String(n)), { bytes: 1, file: String(n), arrivedMs: 0 });
      files += 1 - discarded.length;
    }
    expect(files).toBe(10);
  });

  test('that are held stay, and what finds no room is discarded', () => {
    const ledger = createChunkLedger(4 * MB);
    for (const sha1 of ['a', 'b']) add(ledger, '1', sha1);
    const held = ledger.hold('1', ['a', 'b', 'a']);
    expect(held?.files).toEqual(['1/a', '1/b', '1/a']);
    expect(ledger.add(name('1', 'c'), { bytes: MB, file: 'new', arrivedMs: 0 })).toEqual({
      isFull: true,
      discarded: ['new'],
    });
    expect(ledger.expire(2 * CHUNK_LIFE_MS)).toEqual([]);
    held?.release();
    expect(add(ledger, '1', 'c')).toEqual(['1/a']);
    expect(ledger.hold('1', ['a', 'c'])).toBeUndefined();
  });

  test('that arrive again keep their file and begin a new day', () => {
    const ledger = createChunkLedger(4 * MB);
    add(ledger, '1', 'a', 0);
    expect(ledger.add(name('1', 'a'), { bytes: MB, file: 'again', arrivedMs: 10 }).discarded).toEqual(['again']);
    expect(ledger.expire(CHUNK_LIFE_MS + 9)).toEqual([]);
    expect(ledger.expire(CHUNK_LIFE_MS + 10)).toEqual(['1/a']);
    expect([ledger.weight(), ledger.use(name('1', 'a'))]).toEqual([0, false]);
  });

  test('of other organizations are not there', () => {
    const ledger = createChunkLedger(4 * MB);
    add(ledger, '1', 'a');
    expect([ledger.use(name('2', 'a')), ledger.hold('2', ['a'])]).toEqual([false, undefined]);
  });
});
