import { describe, expect, test } from '@jest/globals';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createMetrics } from '@sluice/runtime';
import { openCompiledMap } from '../testing/openCompiledMap.js';
import { createAnswerCache } from './answerCache.js';
import { toCachedAnswer } from './cachedAnswer.js';
import { locatePositions, type FramePosition, type Located } from './locatePositions.js';
import { resolverMetrics } from './resolverMetrics.js';
import { mapOf } from './testing/testResolver.js';

const MIB = 1_048_576;
const FUNCTIONS = { context: false, functions: true };

const LOCATED: Located = {
  mapped: {
    source: 's',
    sourceIndex: 0,
    line: 1,
    column: 0,
    name: 'n',
    isIgnored: false,
    content: { first: 0, lines: 1 },
  },
  context: null,
  scope: 'scope',
  enclosing: { own: 'own', nearest: 'nearest', isTopLevel: false },
  callSite: { name: 'n', hasSource: true, text: 'n()' },
};

describe('a cached answer', () => {
  const LONG = 'x'.repeat(1_000);
  const plain = toCachedAnswer('key', LOCATED).weight;

  test.each<[string, Partial<Located>, number]>([
    ['source', { mapped: { ...LOCATED.mapped, source: LONG } }, 999],
    ['name', { mapped: { ...LOCATED.mapped, name: LONG } }, 999],
    ['scope', { scope: LONG }, 995],
    ['own function', { enclosing: { own: LONG, nearest: 'nearest', isTopLevel: false } }, 997],
    ['nearest function', { enclosing: { own: 'own', nearest: LONG, isTopLevel: false } }, 993],
    ['name of what it calls', { callSite: { name: LONG, hasSource: true, text: 'n()' } }, 999],
    ['text of its call', { callSite: { name: 'n', hasSource: true, text: LONG } }, 997],
  ])('weighs two bytes for each character of its %s', (_, difference, more) => {
    expect(toCachedAnswer('key', { ...LOCATED, ...difference }).weight - plain).toBe(2 * more);
  });

  test('weighs its key too, and is the answer', () => {
    expect(toCachedAnswer(LONG, LOCATED).weight - plain).toBe(2 * 997);
    expect(toCachedAnswer(LONG, null).weight).toBeGreaterThan(2_000);
    expect(toCachedAnswer('key', LOCATED).located).toEqual(LOCATED);
    const half: Located = {
      ...LOCATED,
      enclosing: undefined,
      callSite: { name: null, hasSource: true, text: 'a\ud83d' },
    };
    expect(toCachedAnswer('key', half).located).toEqual(half);
  });
});

const SPACING = 20;
/** Functions of a source. */
const EACH = 150;
const positionsOf = (from: number, to: number): ReadonlyMap<string, FramePosition> =>
  new Map(
    Array.from({ length: to - from }, (_, at) => [
      `1:${1 + SPACING * (from + at)}`,
      { line: 1, column: 1 + SPACING * (from + at) },
    ]),
  );
const cacheOf = (bytes: number) => createAnswerCache(bytes, resolverMetrics(createMetrics()));

describe('the memory of answers', () => {
  test('is bounded, and answers from it are those of the map', async () => {
    const name = 'n'.repeat(2_000);
    const segments = Array.from({ length: 400 }, (_, at) => [SPACING * at, 0, 0, 0, 0] as const);
    const { index, read } = await openCompiledMap(mapOf([segments], { 'a.js': 'boom()' }, [name]));
    const cache = cacheOf(MIB);
    const all = positionsOf(0, 400);
    for (let round = 0; round < 2; round++) {
      const answers = await cache.locate({ id: 'x', opened: index }, all, FUNCTIONS, read);
      expect([...answers.values()]).toEqual(await locatePositions(index, [...all.values()], FUNCTIONS, read));
    }
    expect(cache.weight()).toBeGreaterThan(MIB / 2);
    expect(cache.weight()).toBeLessThanOrEqual(MIB);
  });

  test('equals the computed weight: answers do not keep sources alive', async () => {
    const count = 1_500;
    const functions = Array.from({ length: count }, (_, at) => [
      `function functionOfALongName${at}(a) {`,
      `// ${`${at} `.repeat(4_000)}`.slice(0, 16_000),
      '  boom(a, 1);',
      '}',
    ]);
    const text = functions.map((lines) => `${lines[0]}\n${lines[2]}\n${lines[3]}\n${lines[1]}`);
    const sources = Array.from({ length: count / EACH }, (_, at) => [
      `a${at}.js`,
      text.slice(EACH * at, EACH * (at + 1)).join('\n'),
    ]);
    const segments = functions.map((_, at) => [SPACING * at, Math.floor(at / EACH), 4 * (at % EACH) + 1, 2] as const);
    // A source that is not parsed: call sites are read as well.
    const other = [SPACING * count, count / EACH, 0, 0] as const;
    const all = Object.fromEntries([...sources, ['b.elm', 'b']]) as Record<string, string>;
    const { index, read } = await openCompiledMap(mapOf([[...segments, other]], all));
    const cache = cacheOf(64 * MIB);
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let from = 0; from < count; from += 50) {
      await cache.locate({ id: 'x', opened: index }, positionsOf(from, from + 50), FUNCTIONS, read);
    }
    collect();
    const grown = process.memoryUsage().heapUsed - before;
    const [answer] = (await cache.locate({ id: 'x', opened: index }, positionsOf(7, 8), FUNCTIONS, read)).values();
    expect([answer?.enclosing?.own, answer?.callSite.text]).toEqual(['functionOfALongName7', 'boom(a, 1);']);
    // The sources are some 24 MB.
    expect(grown).toBeLessThan(cache.weight() + 4 * MIB);
  });
});
