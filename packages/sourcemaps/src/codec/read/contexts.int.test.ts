import { describe, expect, test } from '@jest/globals';
import { encodeMappings } from '../../testing/encodeMappings.js';
import { openCompiledMap } from '../../testing/openCompiledMap.js';
import { CHARACTERS_BACK, type ContextLines } from './contexts.js';

const SHOWN: ContextLines = { before: 5, after: 5, back: 0 };
const NAMED: ContextLines = { before: 5, after: 5, back: 60 };
const NAMED_ONLY: ContextLines = { before: 0, after: 0, back: 60 };

/** Lines of which each is told from all others. */
const linesOf = (count: number, characters: number): readonly string[] =>
  Array.from({ length: count }, (_, line) => `${line} `.padEnd(characters, 'abc('));

/** Opens a map of one source, and the positions of the starts of some of its lines, from 1. */
async function opened(lines: readonly string[], at: readonly number[]) {
  const segments = at.map((line, index) => [index, 0, line - 1, 0] as const);
  const content = { sources: ['a.js'], sourcesContent: [lines.join('\n')] };
  const map = await openCompiledMap(
    JSON.stringify({ version: 3, ...content, names: [], mappings: encodeMappings([segments]) }),
  );
  const positions = await map.index.lookUp(
    at.map((_, column) => ({ line: 1, column })),
    map.read,
  );
  map.reads.calls = 0;
  return { ...map, positions: positions.filter((position) => position !== null) };
}

describe('lines around a position', () => {
  test.each<[string, ContextLines, number, { before: number; after: number }]>([
    ['five on each side are', SHOWN, 40, { before: 5, after: 5 }],
    ['sixty in front and five behind are, of short lines', NAMED, 40, { before: 60, after: 5 }],
    ['those in front are as far as 8,192 characters reach', NAMED, 1_000, { before: 9, after: 5 }],
    ['those in front alone are', NAMED_ONLY, 1_000, { before: 9, after: 0 }],
    ['the five that are shown are, however long', NAMED, 9_000, { before: 5, after: 5 }],
    ['of long lines one in front is enough to look at', NAMED_ONLY, 9_000, { before: 1, after: 0 }],
    ['nothing around is, where nothing is wanted', { before: 0, after: 0, back: 0 }, 40, { before: 0, after: 0 }],
  ])('%s given', async (_, wanted, characters, expected) => {
    const lines = linesOf(200, characters);
    const places = [100, 101, 117, 150];
    const { index, positions, read, reads } = await opened(lines, places);
    const contexts = await index.contexts(positions, wanted, read);
    expect(reads.calls).toBe(1);
    expect(contexts).toEqual(
      places.map((place) => ({
        before: lines.slice(place - 1 - expected.before, place - 1),
        line: lines[place - 1],
        after: lines.slice(place, place + expected.after),
      })),
    );
  });

  test('begin with the source', async () => {
    const lines = linesOf(30, 40);
    const { index, positions, read } = await opened(lines, [1, 30]);
    expect(await index.contexts(positions, NAMED, read)).toEqual([
      { before: [], line: lines[0], after: lines.slice(1, 6) },
      { before: lines.slice(0, 29), line: lines[29], after: [] },
    ]);
  });

  test.each([20, 400, 3_000, 9_000, 30_000])(
    'of %i characters each are found with few pieces of the source',
    async (characters) => {
      const lines = linesOf(Math.ceil(1_000_000 / characters), characters);
      const place = Math.floor(lines.length / 2);
      const { index, positions, read } = await opened(lines, [place]);
      let pieces = 0;
      const [context] = await index.contexts(positions, NAMED_ONLY, (ranges) => {
        pieces += ranges.length;
        return read(ranges);
      });
      expect(pieces).toBeLessThanOrEqual(4);
      const before = context?.before.join('\n') ?? '';
      expect(before.length >= CHARACTERS_BACK || context?.before.length === 60).toBe(true);
      expect(before.length - characters).toBeLessThan(CHARACTERS_BACK);
      expect(
        lines
          .slice(0, place - 1)
          .join('\n')
          .endsWith(before),
      ).toBe(true);
    },
  );
});

test('others have their turn while many pieces are inflated', async () => {
  const lines = linesOf(500, 16_000);
  const { index, positions, read } = await opened(
    lines,
    lines.map((_, at) => at + 1),
  );
  let turns = 0;
  const turn = (): void => {
    turns++;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  await index.contexts(positions, SHOWN, read);
  clearImmediate(next);
  // Eight million characters, half a million at a time.
  expect(turns).toBeGreaterThanOrEqual(10);
});
