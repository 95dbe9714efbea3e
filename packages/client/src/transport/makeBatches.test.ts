import { describe, expect, jest, test } from '@jest/globals';
import { makeBatches, type Batch } from './makeBatches.js';
import { named, several, utf8Bytes } from './testing/startTransport.js';

describe('makeBatches', () => {
  test.each([
    ['ascii', ['a', 'b', 'c']],
    ['umlauts', ['ä', 'öö']],
    ['three bytes', ['語語語']],
    ['four bytes', ['😀', '😀😀']],
    ['lone surrogates, which JSON escapes', ['\ud83d', '\ude00']],
    ['quotes and line feeds', ['"\n\\']],
  ])('knows the bytes of its bodies: %s', (_, texts) => {
    for (const random of [0, 1e-7, 0.123456789]) {
      const spy = jest.spyOn(Math, 'random').mockReturnValue(random);
      const batches = make(texts, 1000);
      spy.mockRestore();
      expect(batches.map(({ bytes }) => bytes)).toEqual(batches.map(({ body }) => utf8Bytes(body)));
    }
  });

  test.each([100, 250, 500, 1000, 10_000])('fills no body with more than %p bytes, unless it is one event', (most) => {
    const texts = Array.from({ length: 60 }, (_, index) => 'é'.repeat((index * 37) % 90));
    const batches = make(texts, most);
    expect(batches.flatMap(({ events }) => events).map(({ tags }) => tags?.['name'])).toEqual(
      texts.map((_, index) => String(index)),
    );
    for (const { bytes, events } of batches) expect(bytes <= most || events.length === 1).toBe(true);
  });

  test('writes an object with the array `events`, as the server expects', () => {
    const [batch] = make(['a', 'b'], 1000);
    expect(JSON.parse(batch?.body ?? '')).toEqual({ id: expect.any(Number), events: batch?.events });
  });

  test.each<[string, object, object]>([
    ['a BigInt', { a: 10n }, { a: '10' }],
    ['a toJSON that throws', { a: { toJSON: () => JSON.parse('{') as never }, b: 1 }, { a: '[object]', b: 1 }],
  ])('sends an event into which beforeSend puts %s', (_name, contexts, expected) => {
    const [batch] = makeBatches([named('odd', 'log', { contexts })], 1000);
    expect(JSON.parse(batch?.body ?? '')).toMatchObject({ events: [{ tags: { name: 'odd' }, contexts: expected }] });
  });

  test('returns no batches without events', () => {
    expect(makeBatches([], 1000)).toEqual([]);
    expect(several(0)).toEqual([]);
  });
});

function make(texts: readonly string[], mostBytes: number): Batch[] {
  return makeBatches(
    texts.map((text, index) => named(String(index), 'log', { payload: { text } })),
    mostBytes,
  );
}
