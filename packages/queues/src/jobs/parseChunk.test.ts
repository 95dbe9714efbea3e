import { describe, expect, test } from '@jest/globals';
import type { SerializedPart } from '@sluice/contract';
import { makePart } from '../testing/batches.js';
import { chunkParts } from './chunkParts.js';
import { formatLabel, parseLabel } from './jobLabel.js';
import { parseChunk } from './parseChunk.js';

const read = ({ pieces }: SerializedPart): unknown => JSON.parse(Buffer.concat([...pieces]).toString());

describe('a chunk', () => {
  const part = read(makePart('span', 1, 'a')) as Record<string, unknown>;

  test('reads as it was packed', () => {
    const [first, third] = [makePart('span', 2, 'a'), makePart('span', 3, 'b')];
    const chunks = chunkParts([first, makePart('log', 1, 'a'), third]);
    expect(chunks.map(({ type, events }) => [type, events])).toEqual([
      ['log', 1],
      ['span', 5],
    ]);
    const chunk = parseChunk(chunks[1]?.json.toString() ?? '', 'span');
    expect(chunk?.parts).toEqual([read(first), read(third)]);
  });

  test('reads a chunk with any parts, which are validated one by one when they are stored', () => {
    const parts = [part, null, 7, {}, { ...part, events: [7] }];
    expect(parseChunk(JSON.stringify({ version: 1, type: 'span', parts }), 'span')?.parts).toEqual(parts);
  });

  test('of no events is not packed', () => {
    expect(chunkParts([makePart('span', 0, 'a')])).toEqual([]);
  });

  const chunkOf = (change: object): string =>
    JSON.stringify({ version: 1, type: 'span', parts: [{ ...part, ...change }] });

  test.each([
    ['text that is no JSON', '{"version":1'],
    ['null', 'null'],
    ['a chunk of another type', chunkOf({}).replace('"type":"span","parts"', '"type":"log","parts"')],
    ['no version', JSON.stringify({ type: 'span', parts: [part] })],
    ['parts that are no list', JSON.stringify({ version: 1, type: 'span', parts: {} })],
  ])('rejects %s', (_, text) => {
    expect(parseChunk(chunkOf({}), 'span')).toBeDefined();
    expect(parseChunk(text, 'span')).toBeUndefined();
  });
});

describe("a job's label", () => {
  test('contains version and number of events', () => {
    expect(parseLabel(formatLabel({ version: 3, events: 250 }))).toEqual({ version: 3, events: 250 });
  });

  test.each(['', 'span', '1', '1:', ':1', '-1:2', '1:2:3', '1:2 '])('%j is invalid', (name) => {
    expect(parseLabel(name)).toBeUndefined();
  });
});
