import { describe, expect, it } from '@jest/globals';
import { ask, type EdgeRow, expectEdge, mapOf, textOf } from '../testing/edgeTable.js';
import { openCompiledMap, type OpenedMap } from '../testing/openCompiledMap.js';
import { askTrace, traceOf } from '../testing/traceOracle.js';

const ROOTS = [
  undefined,
  '',
  '/',
  'src',
  'src/',
  '/root',
  '/root/',
  './src',
  '../up',
  'https://cdn.io/js',
  'https://cdn.io/js/',
  '//cdn.io/x',
  'webpack://',
  'webpack:///',
  'file:///C:/work',
];
const SOURCES = [
  'a.js',
  './a.js',
  '../a.js',
  '../../a.js',
  '/a.js',
  '//b.io/a.js',
  'a/./b/../c.js',
  'https://c.io/a.js',
  'https://c.io/../a.js?x=1#y',
  'webpack:///./src/a.js',
  'webpack:///src/a.js',
  'webpack://shop/./src/a.js',
  'turbopack:///[project]/src/a.ts',
  'webpack/bootstrap',
  '~/a.js',
  'C:\\work\\a.js',
  'file:///C:/work/a.js',
  'data:text/javascript,1',
  'a b%20c.js',
  'ünïcödé/日本.js',
  '',
  '.',
  '..',
  '?query',
  '#fragment',
];

const NAMES: readonly EdgeRow[] = [
  {
    name: 'names that are not strings are written as text, null as nothing',
    map: mapOf(
      [
        [
          [0, 0, 0, 0, 0],
          [2, 0, 0, 0, 1],
          [4, 0, 0, 0, 2],
        ],
      ],
      { names: [42, null, 'ok'] },
    ),
    asks: [
      ['1:0', 'a.js:1:0:42'],
      ['1:2', 'a.js:1:0:'],
      ['1:4', 'a.js:1:0:ok'],
    ],
    traceDiffers: 'answers the value',
  },
  {
    name: 'names outside the basic plane are exact',
    map: mapOf(
      [
        [
          [0, 0, 0, 0, 0],
          [2, 0, 0, 0, 1],
          [4, 0, 0, 0, 2],
        ],
      ],
      { names: ['𝒳', 'a😀b', 'é\u0000"\\\n'] },
    ),
    asks: [
      ['1:0', 'a.js:1:0:𝒳'],
      ['1:2', 'a.js:1:0:a😀b'],
      ['1:4', 'a.js:1:0:é\u0000"\\\n'],
    ],
  },
  {
    name: 'names written with escapes are exact',
    map: '{"sources":["\\u0061.js"],"names":["\\ud835\\udcb3","\\/\\b\\f\\n\\r\\t\\"\\\\"],"mappings":"AAAAA,EAAAC"}',
    asks: [
      ['1:0', 'a.js:1:0:𝒳'],
      ['1:2', 'a.js:1:0:/\b\f\n\r\t"\\'],
    ],
  },
  {
    name: 'an empty name is a name',
    map: mapOf([[[0, 0, 0, 0, 0]]], { names: [''] }),
    asks: [['1:0', 'a.js:1:0:']],
  },
  {
    name: 'a null source is null',
    map: mapOf(
      [
        [
          [0, 0, 4, 2],
          [5, 1, 0, 0],
        ],
      ],
      { sources: [null, 'a.js'] },
    ),
    asks: [
      ['1:0', 'null:5:2'],
      ['1:5', 'a.js:1:0'],
    ],
    traceDiffers: 'answers an empty string',
  },
  {
    name: 'a null source is null below a sourceRoot too',
    map: mapOf(
      [
        [
          [0, 0, 4, 2],
          [5, 1, 0, 0],
        ],
      ],
      { sources: [null, 'a.js'], sourceRoot: 'src' },
    ),
    asks: [
      ['1:0', 'null:5:2'],
      ['1:5', 'src/a.js:1:0'],
    ],
    traceDiffers: 'answers the root',
  },
];

const CONTENT = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];

const contextOf = async (map: string, linesEachSide: number) => contextIn(await openCompiledMap(map), 0, linesEachSide);

describe('sources and names', () => {
  it.each(NAMES)('are read: $name', async (row) => {
    await expectEdge(row);
  });

  it.each(ROOTS)('a source below the root %p is joined and normalised as by trace-mapping', async (sourceRoot) => {
    const segments = SOURCES.map((_source, index) => [index, index, 0, 0] as const);
    const map = textOf(mapOf([segments], { sources: SOURCES, sourceRoot }));
    const opened = await openCompiledMap(map);
    const trace = traceOf(map);
    const probes = SOURCES.map((_source, column) => ({ line: 1, column }));
    const found = await opened.index.lookUp(probes, opened.read);
    const theirs = probes.map((probe) => askTrace(trace, probe, 'glb')?.source);
    expect(found.map((position) => position?.source)).toEqual(theirs);
  });

  it('webpack paths are normalised, not beautified', async () => {
    const opened = await openCompiledMap(textOf(mapOf([[[0, 0, 0, 0]]], { sources: ['webpack:///./src/a.js'] })));
    expect(await ask(opened, '1:0')).toBe('webpack:///src/a.js:1:0');
  });

  const nameAndSource = async (name: string, source: string) => {
    const opened = await openCompiledMap(textOf(mapOf([[[0, 0, 0, 0, 0]]], { names: [name], sources: [source] })));
    const [found] = await opened.index.lookUp([{ line: 1, column: 0 }], opened.read);
    expect(opened.reads.longest).toBeLessThanOrEqual(8192);
    return { found, reads: opened.reads };
  };

  it.each([50, 160, 255, 500, 600, 1_000])('names and sources of %d characters are exact', async (length) => {
    const name = `${'n'.repeat(length - 2)}é`;
    const source = `${'s'.repeat(length - 3)}.js`;
    const { found, reads } = await nameAndSource(name, source);
    expect(found).toMatchObject({ name, source });
    expect(reads.calls).toBe(1);
  });

  it('sources of 4,000 characters are exact, at the price of one more read', async () => {
    const { found, reads } = await nameAndSource('n', `${'s'.repeat(3_997)}.js`);
    expect(found?.source).toHaveLength(4_000);
    expect(reads.calls).toBe(2);
  });

  it.each([1_024, 5_000, 1_000_000])(
    'of a name of %d bytes the first 1,023 are kept, whole characters',
    async (length) => {
      const { found } = await nameAndSource('é'.repeat(length / 2), 'a.js');
      expect(found?.name).toBe('é'.repeat(511));
    },
  );

  it.each([4_098, 60_000])('of a source of %d bytes the first 4,096 are kept, whole characters', async (length) => {
    const { found } = await nameAndSource('n', 'ö字'.repeat(length / 5));
    expect(found?.source).toBe('ö字'.repeat(819));
  });
});

describe('lines around a position', () => {
  it('are as many as asked for on each side', async () => {
    expect(await contextOf(lineMap([CONTENT.join('\n')]), 2)).toEqual({
      before: ['two', 'three'],
      line: 'four',
      after: ['five', 'six'],
    });
  });

  it('end with the source, also where another source follows', async () => {
    const other = { sources: ['z.js', 'a.js', 'b.js'], sourcesContent: ['z\nz', CONTENT.join('\n'), 'b\nb'] };
    const at = (line: number) => contextOf(textOf(mapOf([[[0, 1, line, 0]]], other)), 5);
    expect(await at(0)).toEqual({ before: [], line: 'one', after: CONTENT.slice(1, 6) });
    expect(await at(6)).toEqual({ before: CONTENT.slice(1, 6), line: 'seven', after: [] });
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
    ['U+2028', '\u2028'],
    ['U+2029', '\u2029'],
  ])('%s is one line break', async (_name, lineBreak) => {
    expect(await contextOf(lineMap([CONTENT.join(lineBreak)]), 1)).toEqual({
      before: ['three'],
      line: 'four',
      after: ['five'],
    });
  });

  it('are right with line breaks of all kinds and empty lines together', async () => {
    expect(await contextOf(lineMap(['a\r\r\nb\n\r\u2028\u2029c'], 3), 9)).toEqual({
      before: ['a', '', 'b'],
      line: '',
      after: ['', '', 'c'],
    });
  });

  it.each<[string, unknown, number]>([
    ['no sourcesContent', undefined, 0],
    ['sourcesContent null', null, 0],
    ['the content null', [null], 0],
    ['sourcesContent shorter than sources', [], 0],
    ['a line past the end', ['one\ntwo'], 2],
    ['a line far past the end', ['one\ntwo'], 2 ** 31 - 1],
  ])('%s: resolves without lines', async (_name, contents, line) => {
    expect(await contextOf(lineMap(contents, line), 5)).toBeNull();
  });

  it('a line that is empty is a line', async () => {
    expect(await contextOf(lineMap([''], 0), 5)).toEqual({ before: [], line: '', after: [] });
    expect(await contextOf(lineMap(['a\n'], 1), 5)).toEqual({ before: ['a'], line: '', after: [] });
  });

  it('a lone surrogate becomes U+FFFD, pairs stay', async () => {
    const map =
      '{"sources":["a.js"],"names":[],"mappings":"AAAA","sourcesContent":["a\\ud800b\\udc00\\ud83d\\ude00😀\\u2028é"]}';
    expect(await contextOf(map, 1)).toEqual({ before: [], line: 'a\uFFFDb\uFFFD😀😀', after: ['é'] });
  });

  const COLUMNS = [0, 1_000, 16_383, 16_384, 150_000, 299_999];
  const long = Array.from({ length: 30_000 }, (_, word) => `${word}é`.padEnd(10, ' ')).join('');
  // Compiled once: the parser that finds names of functions takes three seconds for this content.
  let ofLongLine: Promise<OpenedMap> | undefined;
  const openLongLine = (): Promise<OpenedMap> => {
    const segments = COLUMNS.map((column, at) => [at, 0, 1, column] as const);
    const contents = { sourcesContent: [`short\n${long}\nlast`] };
    return (ofLongLine ??= openCompiledMap(textOf(mapOf([segments], contents))));
  };
  it.each(COLUMNS.map((column, at) => [column, at] as const))(
    'of a line longer than chunks what is around column %d is there, or all of it',
    async (column, at) => {
      const context = await contextIn(await openLongLine(), at, 1);
      expect(context).toMatchObject({ before: ['short'], after: ['last'] });
      expect(context?.line).toContain(long.slice(Math.max(0, column - 50), column + 50));
      for (const piece of context?.line.split('{snip}') ?? []) expect(long).toContain(piece.trim());
    },
  );

  it('are right all through a content of many chunks', async () => {
    const lines = Array.from({ length: 20_000 }, (_, line) => `${line} ${'x'.repeat((line * 37) % 211)} é`);
    const segments = lines.map((_line, line) => [[0, 0, line, 0]] as const);
    const opened = await openCompiledMap(textOf(mapOf(segments, { sourcesContent: [lines.join('\n')] })));
    const probes = lines.map((_line, line) => ({ line: line + 1, column: 0 }));
    const positions = (await opened.index.lookUp(probes, opened.read)).filter((found) => found !== null);
    opened.reads.calls = 0;
    const contexts = await opened.index.contexts(positions, 2, opened.read);
    expect(opened.reads.calls).toBe(1);
    const expected = lines.map((line, at) => ({
      before: lines.slice(Math.max(0, at - 2), at),
      line,
      after: lines.slice(at + 1, at + 3),
    }));
    expect(contexts).toEqual(expected);
  });
});

async function contextIn(opened: OpenedMap, column: number, linesEachSide: number) {
  const [position] = await opened.index.lookUp([{ line: 1, column }], opened.read);
  expect(position).not.toBeNull();
  const [context] = await opened.index.contexts(position ? [position] : [], linesEachSide, opened.read);
  return context;
}

function lineMap(contents: unknown, line = 3): string {
  return textOf(mapOf([[[0, 0, line, 0]]], { sourcesContent: contents }));
}
