import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { deleteSourceMap } from '../sql/deleteSourceMaps.js';
import { useDatabase } from '@sluice/testkit';
import type { ResolvedFrame, ResolveOptions, StackToResolve } from './frameResolver.js';
import { storeMap } from './testing/storeMap.js';
import { frameAt, mapOf, testResolver, type TestResolver } from './testing/testResolver.js';

const SOURCE = Array.from({ length: 20 }, (_, index) => `line ${index + 1};`).join('\n');
/** Line 1 from column 4, of which 10 to 14 are mapped to nothing; line 2 is empty; line 3 from column 0. */
const MAP = mapOf(
  [[[4, 0, 0, 2, 0], [10], [15, 0, 9, 0]], [], [[0, 0, 19, 3]]],
  { 'webpack://shop/./src/a.ts?1a2b': SOURCE },
  ['load'],
);
const NEITHER: ResolveOptions = { context: false, functions: false };
let nowMs: number;
let project: number;
let resolver: TestResolver;
const database = useDatabase();
beforeAll(() => {
  project = 0;
});
beforeEach(() => {
  nowMs = 1_000_000;
  project++;
  resolver = testResolver(database.db, { clock: () => nowMs });
});
afterEach(() => resolver.stop());

describe('a position', () => {
  test.each<[string, number | null, number | null, string]>([
    ['before the first mapping of its line', 1, 4, 'outside_map'],
    ['at the first mapping, counted from 1', 1, 5, 'src/a.ts:1:3'],
    ['between two mappings is of the one before', 1, 10, 'src/a.ts:1:3'],
    ['mapped to nothing', 1, 11, 'outside_map'],
    ['at the last mapping', 1, 16, 'src/a.ts:10:1'],
    ['behind the last mapping is of that', 1, 90_000, 'src/a.ts:10:1'],
    ['of line 1, column 1 is looked up at column 0', 3, 1, 'src/a.ts:20:4'],
    ['without a column is of the first mapping at or behind the start', 1, null, 'src/a.ts:1:3'],
    ['of column 0', 1, 0, 'src/a.ts:1:3'],
    ['of a negative column', 3, -7, 'src/a.ts:20:4'],
    ['of a column that is no number', 3, NaN, 'src/a.ts:20:4'],
    ['of an empty line', 2, 1, 'outside_map'],
    ['of an empty line, without a column', 2, null, 'outside_map'],
    ['of a line past the end', 4, 1, 'outside_map'],
    ['of a line and column beyond all', 2 ** 53, 2 ** 53, 'outside_map'],
    ['of infinity', Infinity, Infinity, 'outside_map'],
    ['without a line', null, 5, 'no_position'],
    ['of line 0', 0, 5, 'no_position'],
    ['of a negative line', -1, 5, 'no_position'],
    ['of a line that is no number', NaN, 5, 'no_position'],
  ])('is resolved or has a reason: %s', async (_, line, column, expected) => {
    await store();
    expect(await outcome(stackOf(frameAt(line, column)))).toEqual([expected]);
  });
});

describe('a frame', () => {
  test('has all information of the map', async () => {
    await store();
    const [stack] = await resolver.resolve([stackOf(frameAt(1, 16))], { context: true, functions: true });
    const lines = SOURCE.split('\n');
    expect(stack).toEqual([
      {
        unresolved: null,
        original: {
          file: 'src/a.ts',
          source: 'webpack://shop/src/a.ts?1a2b',
          function: null,
          line: 10,
          column: 1,
          name: null,
          inApp: true,
          context: { before: lines.slice(4, 9), line: 'line 10;', after: lines.slice(10, 15) },
        },
      },
    ]);
    expect((await resolver.resolve([stackOf(frameAt(1, 5))], NEITHER))[0]?.[0]?.original).toMatchObject({
      function: 't',
      name: 'load',
      context: null,
    });
  });

  test('of a source on the ignore list, or of a library, is not the application’s own', async () => {
    const sources = { 'src/a.ts': 'a', 'src/vendored.ts': 'b', 'node_modules/c/c.js': 'c' };
    const map = JSON.parse(
      mapOf(
        [
          [
            [0, 0, 0, 0],
            [5, 1, 0, 0],
            [9, 2, 0, 0],
          ],
        ],
        sources,
      ),
    ) as object;
    await store(JSON.stringify({ ...map, ignoreList: [1] }));
    const [stack = []] = await resolver.resolve([stackOf(frameAt(1, 1), frameAt(1, 6), frameAt(1, 10))], NEITHER);
    expect(stack.map(({ original }) => original?.inApp)).toEqual([true, false, false]);
  });

  test('is named by scope information of the map before anything else', async () => {
    const map = JSON.parse(mapOf([[[0, 0, 1, 2]]], { 'a.js': 'function other() {\n  boom() }' })) as object;
    const scoped = { ...map, x_facebook_sources: [[{ names: ['scoped'], mappings: 'AAA' }]] };
    await store(JSON.stringify(scoped));
    const [stack] = await resolver.resolve([stackOf(frameAt(1, 1))], { context: false, functions: true });
    expect(stack?.[0]?.original?.function).toBe('scoped');
  });

  test('is unresolved for a reason, and nothing throws', async () => {
    await store();
    await store(JSON.stringify({ version: 3, sources: ['a'], names: [], mappings: 'AAAA!' }), 'bad.js');
    const frames = [
      frameAt(1, 5, ''),
      frameAt(1, 5, '<anonymous>'),
      frameAt(1, 5, 'node:fs'),
      frameAt(1, 5, 'https://other.example/app.js?x#y'),
      frameAt(1, 5, 'https://shop.example/App.js'),
      frameAt(1, 5, `https://shop.example/${'x'.repeat(5_000)}`),
      frameAt(1, 5, 'https://shop.example/a\0\ud800'),
      frameAt(1, 1, 'https://shop.example/bad.js'),
      frameAt(null, 1, 'https://shop.example/app.js'),
    ];
    const expected = [
      'no_map',
      'no_map',
      'no_map',
      'src/a.ts:1:3',
      'no_map',
      'no_map',
      'no_map',
      'bad_map',
      'no_position',
    ];
    expect(await outcome(stackOf(...frames))).toEqual(expected);
    expect(await outcome({ ...stackOf(...frames), release: null })).toEqual(frames.map(() => 'no_release'));
    expect(await outcome({ ...stackOf(...frames), release: '' })).toEqual(frames.map(() => 'no_release'));
    for (const release of ['shop@1 ', 'Shop@1', 'x'.repeat(9_999), '\0']) {
      expect(await outcome({ ...stackOf(frameAt(1, 5)), release })).toEqual(['no_map']);
    }
    expect(await outcome({ ...stackOf(frameAt(1, 5)), projectId: '999999' })).toEqual(['no_map']);
    expect(await counted('sluice_sourcemaps_frames_total')).toMatchObject({ resolved: 1, no_release: 18, bad_map: 1 });
  });
});

describe('a call', () => {
  test('asks once for all files of all stacks, and reads each map once for positions, names and source lines', async () => {
    for (const name of ['a', 'b', 'c']) await store(MAP, `${name}.js`);
    const at = (name: string): StackToResolve['frames'][number] => frameAt(1, 5, `https://shop.example/${name}.js`);
    const stacks = [stackOf(at('a'), at('b'), at('a')), stackOf(at('c'), at('none')), stackOf(at('c'))];
    const resolved = await resolver.resolve(stacks, { context: true, functions: true });
    expect(resolved.map((frames) => frames.map(short))).toEqual([
      ['src/a.ts:1:3', 'src/a.ts:1:3', 'src/a.ts:1:3'],
      ['src/a.ts:1:3', 'no_map'],
      ['src/a.ts:1:3'],
    ]);
    expect([resolver.lookUps(), resolver.reads.length]).toEqual([1, 9]);
  });

  test('without positions reads nothing', async () => {
    expect(await resolver.resolve([], NEITHER)).toEqual([]);
    expect(await resolver.resolve([stackOf()], NEITHER)).toEqual([[]]);
    expect(resolver.lookUps()).toBe(0);
  });

  test('shares queries and reads of concurrent calls', async () => {
    await store();
    const all = await Promise.all(Array.from({ length: 20 }, () => outcome(stackOf(frameAt(1, 5)))));
    expect(new Set(all.flat())).toEqual(new Set(['src/a.ts:1:3']));
    expect([resolver.lookUps(), resolver.reads.length]).toEqual([1, 1]);
  });

  test('with little memory is slower, not different', async () => {
    for (const name of ['a', 'b', 'c']) await store(MAP, `${name}.js`);
    const poor = testResolver(database.db, {
      config: { fileCacheBytes: 1, headCacheBytes: 1, rangeCacheBytes: 1, answerCacheBytes: 1, parallelFiles: 1 },
    });
    const stack = stackOf(...['a', 'b', 'c'].map((name) => frameAt(1, 5, `https://shop.example/${name}.js`)));
    for (let round = 0; round < 2; round++) expect(await outcome(stack, poor)).toEqual(Array(3).fill('src/a.ts:1:3'));
    expect([poor.lookUps(), poor.reads.length]).toEqual([2, 6]);
    await poor.stop();
  });
});

describe('stored maps', () => {
  const stack = (): StackToResolve => stackOf(frameAt(1, 5));

  test('is believed for 900 ms, then asked again; heads and blocks stay', async () => {
    await store();
    expect(await outcome(stack())).toEqual(['src/a.ts:1:3']);
    nowMs += 899;
    expect(await outcome(stack())).toEqual(['src/a.ts:1:3']);
    expect([resolver.lookUps(), resolver.reads.length]).toEqual([1, 1]);
    nowMs += 1;
    expect(await outcome(stack())).toEqual(['src/a.ts:1:3']);
    expect([resolver.lookUps(), resolver.reads.length]).toEqual([2, 1]);
    expect(await counted('sluice_sourcemaps_cache_lookups_total')).toEqual({
      'answer hit': 2,
      'answer miss': 1,
      'file hit': 1,
      'file miss': 2,
      'range hit': 0,
      'range miss': 1,
    });
  });

  test('is seen within a second when it is uploaded, replaced and deleted', async () => {
    expect(await outcome(stack())).toEqual(['no_map']);
    await store();
    expect(await outcome(stack())).toEqual(['no_map']);
    nowMs += 900;
    expect(await outcome(stack())).toEqual(['src/a.ts:1:3']);
    const { id } = await store(mapOf([[[0, 0, 6, 0]]], { 'new.ts': SOURCE }));
    nowMs += 900;
    expect(await outcome(stack())).toEqual(['new.ts:7:1']);
    await deleteSourceMap(database.db, String(project), id);
    nowMs += 900;
    expect(await outcome(stack())).toEqual(['no_map']);
  });

  test('is not believed because a clock was set back', async () => {
    expect(await outcome(stack())).toEqual(['no_map']);
    await store();
    nowMs -= 3_600_000;
    expect(await outcome(stack())).toEqual(['src/a.ts:1:3']);
  });
});

async function counted(name: string): Promise<Readonly<Record<string, number>>> {
  const values = (await resolver.metrics.getSingleMetric(name)?.get())?.values ?? [];
  return Object.fromEntries(values.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
}

function stackOf(...frames: StackToResolve['frames']): StackToResolve {
  return {
    projectId: String(project),
    release: 'shop@1',
    frames,
  };
}

function store(map = MAP, filename = 'app.js') {
  return storeMap(database.db, { projectId: String(project), release: 'shop@1', filename, map });
}

function short({ original, unresolved }: ResolvedFrame): string {
  return original === null ? String(unresolved) : `${String(original.file)}:${original.line}:${original.column}`;
}

/** Summary of a resolved stack. */
async function outcome(stack: StackToResolve, by = resolver, options = NEITHER): Promise<readonly string[]> {
  return ((await by.resolve([stack], options))[0] ?? []).map(short);
}
