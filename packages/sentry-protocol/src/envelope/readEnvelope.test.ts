import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { envelopeBytes, openEnvelope } from '../testing/envelopes.js';
import { readEnvelope } from './readEnvelope.js';

const read = (text: string | Buffer, maxItems = 1_000): unknown => {
  const envelope = readEnvelope(Buffer.from(text), maxItems);
  if ('problem' in envelope) return envelope;
  return envelope.items.map(({ header, payload }) => [header['type'], payload.toString()]);
};

describe('readEnvelope', () => {
  test.each<[string, string, unknown]>([
    ['an envelope without items', '{}', []],
    ['a line break at the end', '{}\n', []],
    ['an item without length, to the line break', '{}\n{"type":"event"}\n{"a":1}\n', [['event', '{"a":1}']]],
    ['an item at the end of the body', '{}\n{"type":"event"}\n{"a":1}', [['event', '{"a":1}']]],
    [
      'several items',
      '{}\n{"type":"a"}\n1\n{"type":"b"}\n2',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'blank lines between items',
      '{}\n\n{"type":"a"}\n1\n\r\n\n{"type":"b"}\n2\n\n',
      [
        ['a', '1'],
        ['b', '2'],
      ],
    ],
    [
      'a payload with line breaks by its length',
      '{}\n{"type":"a","length":5}\n1\n{}\n\n{"type":"b"}\n2',
      [
        ['a', '1\n{}\n'],
        ['b', '2'],
      ],
    ],
    [
      'an empty payload with a length',
      '{}\n{"type":"a","length":0}\n\n{"type":"b"}\n2',
      [
        ['a', ''],
        ['b', '2'],
      ],
    ],
    [
      'an empty payload without a length',
      '{}\n{"type":"a"}\n\n{"type":"b"}\n2',
      [
        ['a', ''],
        ['b', '2'],
      ],
    ],
    ['an item header that ends the body', '{}\n{"type":"a"}', [['a', '']]],
    ['a length that is no number of bytes like none', '{}\n{"type":"a","length":"9"}\n1\n', [['a', '1']]],
    ['a negative length like none', '{}\n{"type":"a","length":-1}\n1\n', [['a', '1']]],
    ['an item without a type', '{}\n{}\n1', [[undefined, '1']]],
    ['lines that end with a carriage return', '{}\r\n{"type":"a"}\r\n1\n', [['a', '1']]],
    [
      'payloads with a length that a carriage return and a line break follow',
      '{}\r\n{"type":"a","length":2}\r\n1\r\r\n{"type":"b","length":0}\r\n\r\n{"type":"c","length":1}\r\n3\r\n',
      [
        ['a', '1\r'],
        ['b', ''],
        ['c', '3'],
      ],
    ],
  ])('reads %s', (_name, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test.each<[string, string]>([
    ['an empty body', ''],
    ['a header that is not JSON', 'event\n{}'],
    ['a header that is a list', '[]\n'],
    ['an item header that is not JSON', '{}\n{"type":"a"}\n1\nnot JSON\n'],
    ['an item header that is a number', '{}\n5\n1\n'],
    ['a length beyond the end', '{}\n{"type":"a","length":3}\n12'],
    ['a length that only a carriage return follows', '{}\n{"type":"a","length":1}\n1\r'],
    ['a length that a carriage return within a line follows', '{}\n{"type":"a","length":1}\n1\r2\n'],
    ['a length that ends within a line', '{}\n{"type":"a","length":1}\n12\n'],
  ])('has a problem with %s', (_name, text) => {
    expect(read(text)).toEqual({ problem: expect.any(String), isTooLarge: false });
  });

  test('has a problem with too many items, which is their number', () => {
    const text = `{}\n${'{"type":"a"}\n1\n'.repeat(3)}`;
    expect(read(text, 3)).toHaveLength(3);
    expect(read(text, 2)).toEqual({ problem: expect.stringContaining('2 items'), isTooLarge: true });
  });

  test('bounds the header of the envelope', () => {
    expect(read(`${headerOf(16_384)}\n`)).not.toHaveProperty('problem');
    expect(read(`${headerOf(16_385)}\n`)).toEqual({
      problem: 'The first line of the envelope is not a JSON object of at most 16 KiB.',
      isTooLarge: false,
    });
  });

  test('reads an item with a long header, and the next one', () => {
    const filename = 'x'.repeat(100_000);
    const long = JSON.stringify({ type: 'attachment', length: 2, filename });
    expect(read(`{}\n${long}\n\n\n\n{"type":"event"}\n{}`)).toEqual([
      ['attachment', '\n\n'],
      ['event', '{}'],
    ]);
  });

  test('bounds the bytes of the headers of all items together', () => {
    const items = (count: number): string => `{}\n${`${headerOf(4_096)}\n\n`.repeat(count)}`;
    expect(read(items(256))).toHaveLength(256);
    expect(readEnvelope(Buffer.from(items(257)), 1_000)).toEqual({
      problem: 'The envelope contains more than 1 MiB of headers of items. Send smaller envelopes.',
      isTooLarge: true,
    });
  });

  test('keeps no field of an item header but its type, if that is a string', () => {
    const written = envelopeBytes([
      [{ type: 'a', content_type: 'text/plain', x: [[], []] }, 1],
      [{ type: [[], []] }, 2],
    ]);
    expect(openEnvelope(written).items.map(({ header }) => header)).toEqual([{ type: 'a' }, {}]);
  });

  test('does not copy payloads', () => {
    const bytes = envelopeBytes([['a', '123']]);
    expect(openEnvelope(bytes).items[0]?.payload.buffer).toBe(bytes.buffer);
  });

  test('returns the items that were written, whatever their bytes, with lengths', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.uint8Array()), { maxLength: 5 }),
        fc.boolean(),
        (written, isClosed) => {
          const parts = written.flatMap(([type, payload]) => [
            Buffer.from(`${JSON.stringify({ type, length: payload.length })}\n`),
            payload,
            Buffer.from('\n'),
          ]);
          const bytes = Buffer.concat([Buffer.from('{}\n'), ...(isClosed ? parts : parts.slice(0, -1))]);
          const items = openEnvelope(bytes).items.map(({ header, payload }) => [
            header['type'],
            new Uint8Array(payload),
          ]);
          expect(items).toEqual(written.map(([type, payload]) => [type, new Uint8Array(payload)]));
        },
      ),
    );
  });

  test('reads an envelope that is cut anywhere as its whole items, or has a problem', () => {
    const bytes = Buffer.concat([
      envelopeBytes(
        [
          ['event', { message: 'ü' }],
          ['session', {}],
        ],
        { event_id: 'a' },
      ),
      Buffer.from('\n{"type":"attachment","length":4}\n\n{}\n\n{"type":"log"}\n{"items":[]}'),
    ]);
    const whole = read(bytes);
    for (let end = 0; end < bytes.length; end += 1) {
      const items = read(bytes.subarray(0, end));
      const isPrefix =
        Array.isArray(items) &&
        JSON.stringify(items.slice(0, -1)) === JSON.stringify((whole as unknown[]).slice(0, items.length - 1));
      expect(isPrefix || JSON.stringify(items) === '[]' || Object.hasOwn(items as object, 'problem')).toBe(true);
    }
  });

  test('returns an envelope or a problem for any bytes', () => {
    const piece = fc.constantFrom(
      '{}',
      '\n',
      '{"type":"event"}',
      '{"length":3}',
      '{"length":',
      '"',
      '{',
      'x',
      '\r',
      ' ',
      '1e9}',
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const envelope = readEnvelope(Buffer.from(pieces.join('')), 5);
        expect(Object.keys(envelope).sort()).toEqual(
          'problem' in envelope ? ['isTooLarge', 'problem'] : ['header', 'items'],
        );
      }),
    );
  });
});

/** Returns a header of a number of bytes. */
function headerOf(bytes: number): string {
  return JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
}
