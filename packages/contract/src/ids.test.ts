import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { batchIdOf, eventIdOf, lowestIdAt, MAX_EVENT_INDEX, timeOfId, DEFAULT_DUPLICATE_WINDOW_MS } from './ids.js';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const UUID_V8 = /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const arrival = Date.UTC(2026, 10, 20, 12, 7, 3, 421);

describe('ids (design 2)', () => {
  test('are UUIDv8', () => {
    const batch = batchIdOf(arrival, hashOf('a'));
    expect(batch).toMatch(UUID_V8);
    expect(eventIdOf(batch, arrival, MAX_EVENT_INDEX)).toMatch(UUID_V8);
  });

  test('the same bytes in the same 15-minute window are the same batch, in the next window another one', () => {
    const hash = hashOf('a');
    const windowStart = arrival - (arrival % DEFAULT_DUPLICATE_WINDOW_MS);
    expect(batchIdOf(windowStart, hash)).toBe(batchIdOf(windowStart + DEFAULT_DUPLICATE_WINDOW_MS - 1, hash));
    expect(batchIdOf(windowStart + DEFAULT_DUPLICATE_WINDOW_MS, hash)).not.toBe(batchIdOf(windowStart, hash));
    expect(timeOfId(batchIdOf(arrival, hash))).toBe(windowStart + DEFAULT_DUPLICATE_WINDOW_MS / 1000);
  });

  test('a window of another length that begins at the same moment is another window', () => {
    const hash = hashOf('a');
    const start = arrival - (arrival % DEFAULT_DUPLICATE_WINDOW_MS);
    expect(batchIdOf(start, hash, DEFAULT_DUPLICATE_WINDOW_MS / 5)).not.toBe(batchIdOf(start, hash));
    expect(batchIdOf(start, hash, DEFAULT_DUPLICATE_WINDOW_MS / 5)).toBe(
      batchIdOf(start + DEFAULT_DUPLICATE_WINDOW_MS / 5 - 1, hash, DEFAULT_DUPLICATE_WINDOW_MS / 5),
    );
    expect(batchIdOf(start, hash, DEFAULT_DUPLICATE_WINDOW_MS / 5)).not.toBe(
      batchIdOf(start + DEFAULT_DUPLICATE_WINDOW_MS / 5, hash, DEFAULT_DUPLICATE_WINDOW_MS / 5),
    );
  });

  test('different bytes are different batches', () => {
    const ids = new Set(Array.from({ length: 10_000 }, (_, i) => batchIdOf(arrival, hashOf(String(i)))));
    expect(ids.size).toBe(10_000);
  });

  test('an event id contains its arrival, and sorts by arrival and then by index', () => {
    const batch = batchIdOf(arrival, hashOf('a'));
    const ids = [0, 1, 9, 10, 255, 256, 999].map((index) => eventIdOf(batch, arrival, index));
    expect([...ids].sort()).toEqual(ids);
    expect(ids.map(timeOfId)).toEqual(ids.map(() => arrival));
    expect(eventIdOf(batch, arrival + 1, 0) > eventIdOf(batch, arrival, 999)).toBe(true);
  });

  test('events of different batches of one millisecond differ', () => {
    const ids = new Set(
      Array.from({ length: 10_000 }, (_, i) => eventIdOf(batchIdOf(arrival, hashOf(String(i))), arrival, 0)),
    );
    expect(ids.size).toBe(10_000);
  });

  test('an index that does not fit is refused loudly', () => {
    expect(() => eventIdOf(batchIdOf(arrival, hashOf('a')), arrival, MAX_EVENT_INDEX + 1)).toThrow(RangeError);
  });

  test('the lowest id of a moment is a lower bound of its events', () => {
    const id = eventIdOf(batchIdOf(arrival, hashOf('a')), arrival, 0);
    expect(lowestIdAt(arrival) < id && id < lowestIdAt(arrival + 1)).toBe(true);
  });
});
