import { describe, expect, jest, test } from '@jest/globals';
import { roundsDuring } from '@sluice/testkit/eventLoop';
import { encodeMappings } from '../../testing/encodeMappings.js';
import { openCompiledMap } from '../../testing/openCompiledMap.js';

const LINES_EACH_SIDE = 5;

describe('lines around a position', () => {
  test.each([
    ['five on each side', LINES_EACH_SIDE, 40],
    ['five on each side, however long', LINES_EACH_SIDE, 9_000],
    ['none', 0, 40],
  ])('are %s', async (_, each, characters) => {
    const lines = linesOf(200, characters);
    const places = [100, 101, 117, 150];
    const { index, positions, read, reads } = await opened(lines, places);
    const contexts = await index.contexts(positions, each, read);
    expect(reads.calls).toBe(1);
    expect(contexts).toEqual(
      places.map((place) => ({
        before: lines.slice(place - 1 - each, place - 1),
        line: lines[place - 1],
        after: lines.slice(place, place + each),
      })),
    );
  });

  test('begin with the source', async () => {
    const lines = linesOf(30, 40);
    const { index, positions, read } = await opened(lines, [1, 30]);
    expect(await index.contexts(positions, LINES_EACH_SIDE, read)).toEqual([
      { before: [], line: lines[0], after: lines.slice(1, 6) },
      { before: lines.slice(24, 29), line: lines[29], after: [] },
    ]);
  });
});

test('reading many chunks yields to other work', async () => {
  const lines = linesOf(500, 16_000);
  const { index, positions, read } = await opened(
    lines,
    lines.map((_, at) => at + 1),
  );
  let nowMs = 0;
  // Each check of the clock finds the time slice used up.
  jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1_000));
  expect(await roundsDuring(() => index.contexts(positions, LINES_EACH_SIDE, read))).toBeGreaterThanOrEqual(100);
  jest.restoreAllMocks();
});

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

/** Lines that all differ. */
function linesOf(count: number, characters: number): readonly string[] {
  return Array.from({ length: count }, (_, line) => `${line} `.padEnd(characters, 'abc('));
}
