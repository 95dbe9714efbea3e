import { describe, expect, it } from '@jest/globals';
import { ask, type EdgeRow, expectEdge, mapOf } from '../testing/edgeTable.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';

const LARGEST = 2 ** 31 - 1;

const LOOK_UPS: readonly EdgeRow[] = [
  {
    name: 'before the first segment of a line: nothing at or before, the first one after',
    map: mapOf([[[4, 0, 0, 0]]]),
    asks: [
      ['1:0 glb', null],
      ['1:3 glb', null],
      ['1:0 lub', 'a.js:1:0'],
    ],
  },
  {
    name: 'an empty generated line never borrows from the line before it',
    map: mapOf([[[0, 0, 0, 0]], [], [[3, 0, 2, 0]]]),
    asks: [
      ['2:0 glb', null],
      ['2:0 lub', null],
      ['2:9 glb', null],
      ['2:9 lub', null],
      ['3:0 glb', null],
      ['3:0 lub', 'a.js:3:0'],
    ],
  },
  {
    name: 'past the last segment of a line: the last one',
    map: mapOf([
      [
        [0, 0, 0, 0],
        [5, 0, 1, 0],
      ],
      [[0, 0, 7, 0]],
    ]),
    asks: [
      ['1:999999 glb', 'a.js:2:0'],
      ['1:999999 lub', null],
      ['2:4294967296 glb', 'a.js:8:0'],
    ],
  },
  {
    name: 'a segment of one field is unresolved until the next segment',
    map: mapOf([[[0, 0, 0, 0], [4], [8, 0, 1, 0]]]),
    asks: [
      ['1:3 glb', 'a.js:1:0'],
      ['1:4 glb', null],
      ['1:7 glb', null],
      ['1:8 glb', 'a.js:2:0'],
      ['1:2 lub', null],
      ['1:5 lub', 'a.js:2:0'],
    ],
  },
  {
    name: 'of segments with one column the first is exact, the last is what follows',
    map: mapOf([
      [
        [5, 0, 1, 0],
        [5, 0, 2, 0],
        [5, 0, 3, 0],
      ],
    ]),
    asks: [
      ['1:5 glb', 'a.js:2:0'],
      ['1:5 lub', 'a.js:4:0'],
      ['1:6 glb', 'a.js:4:0'],
      ['1:4 lub', 'a.js:2:0'],
    ],
  },
  {
    name: 'an unsorted line is sorted, equal columns in the order they were written',
    map: mapOf([
      [
        [8, 0, 8, 0],
        [2, 0, 2, 0],
        [5, 0, 5, 0],
        [5, 0, 6, 0],
        [2, 0, 3, 0],
      ],
      [[0, 0, 20, 0]],
    ]),
    asks: [
      ['1:1 glb', null],
      ['1:1 lub', 'a.js:3:0'],
      ['1:2 glb', 'a.js:3:0'],
      ['1:2 lub', 'a.js:4:0'],
      ['1:3 glb', 'a.js:4:0'],
      ['1:5 glb', 'a.js:6:0'],
      ['1:5 lub', 'a.js:7:0'],
      ['1:7 glb', 'a.js:7:0'],
      ['1:9 glb', 'a.js:9:0'],
      ['2:0 glb', 'a.js:21:0'],
    ],
  },
  {
    name: 'columns and lines up to 2^31-1 are exact',
    map: mapOf([
      [
        [0, 0, LARGEST, LARGEST],
        [LARGEST - 1, 0, 0, 0],
        [LARGEST, 0, LARGEST, 0],
      ],
    ]),
    asks: [
      ['1:0 glb', `a.js:${LARGEST + 1}:${LARGEST}`],
      [`1:${LARGEST - 2} glb`, `a.js:${LARGEST + 1}:${LARGEST}`],
      [`1:${LARGEST - 1} glb`, 'a.js:1:0'],
      [`1:${LARGEST} glb`, `a.js:${LARGEST + 1}:0`],
      [`1:${LARGEST} lub`, `a.js:${LARGEST + 1}:0`],
    ],
  },
];

const MALFORMED: readonly EdgeRow[] = [
  {
    name: 'a source index out of range is unmapped',
    map: mapOf([
      [
        [0, 0, 0, 0],
        [3, 1, 0, 0],
        [6, 0, 1, 0],
      ],
    ]),
    asks: [
      ['1:0', 'a.js:1:0'],
      ['1:3', null],
      ['1:5', null],
      ['1:6', 'a.js:2:0'],
    ],
    traceDiffers: 'answers undefined as the source',
  },
  {
    name: 'a negative source index is unmapped',
    map: mapOf([
      [
        [0, -1, 0, 0],
        [6, 0, 1, 0],
      ],
    ]),
    asks: [
      ['1:0', null],
      ['1:6', 'a.js:2:0'],
    ],
    traceDiffers: 'answers undefined as the source',
  },
  {
    name: 'a negative original line is unmapped',
    map: mapOf([
      [
        [0, 0, -1, 0],
        [6, 0, 1, 0],
      ],
    ]),
    asks: [
      ['1:0', null],
      ['1:6', 'a.js:2:0'],
    ],
    traceDiffers: 'answers line 0',
  },
  {
    name: 'a name index out of range resolves without a name',
    map: mapOf(
      [
        [
          [0, 0, 0, 0, 1],
          [2, 0, 0, 2, -1],
          [4, 0, 0, 4, 0],
        ],
      ],
      { names: ['known'] },
    ),
    asks: [
      ['1:0', 'a.js:1:0'],
      ['1:2', 'a.js:1:2'],
      ['1:4', 'a.js:1:4:known'],
    ],
    traceDiffers: 'answers undefined as the name',
  },
  {
    name: 'a negative generated column is skipped',
    map: mapOf([
      [
        [-1, 0, 0, 0],
        [2, 0, 1, 1],
      ],
    ]),
    asks: [
      ['1:0 glb', null],
      ['1:1 glb', null],
      ['1:0 lub', 'a.js:2:1'],
      ['1:2 glb', 'a.js:2:1'],
    ],
    traceDiffers: 'keeps the segment',
  },
  {
    name: 'segments of two or three fields are unmapped, and the state after them is right',
    map: mapOf([], { mappings: 'AAAA,EA,EAA,EAEC' }),
    asks: [
      ['1:1', 'a.js:1:0'],
      ['1:2', null],
      ['1:3', null],
      ['1:4', null],
      ['1:5', null],
      ['1:6', 'a.js:3:1'],
    ],
    traceDiffers: 'reads past the comma',
    hasProblems: true,
  },
  {
    name: 'a sixth field at the end of a line is ignored',
    map: mapOf([], { mappings: 'AAAAA,EAEAAC;AAEA', names: ['n'] }),
    asks: [
      ['1:0', 'a.js:1:0:n'],
      ['1:2', 'a.js:3:0:n'],
      ['2:0', 'a.js:5:0'],
    ],
  },
  {
    name: 'many more fields are ignored',
    map: mapOf([], { mappings: 'AAAAAgBCDEgggB,EAEA' }),
    asks: [
      ['1:0', 'a.js:1:0'],
      ['1:1', 'a.js:1:0'],
      ['1:2', 'a.js:3:0'],
    ],
    traceDiffers: 'takes up reading within the segment',
  },
  {
    name: 'empty segments are ignored',
    map: mapOf([], { mappings: ',,AAAA,,;,,,;,IACA,' }),
    asks: [
      ['1:0 glb', 'a.js:1:0'],
      ['1:0 lub', 'a.js:1:0'],
      ['1:8 glb', 'a.js:1:0'],
      ['2:0 glb', null],
      ['2:0 lub', null],
      ['3:4 glb', 'a.js:2:0'],
      ['3:0 lub', 'a.js:2:0'],
    ],
    traceDiffers: 'makes an unmapped segment at column 0 of each',
  },
];

describe('lookups at the edges of a map', () => {
  it.each(LOOK_UPS)('resolve: $name', async (row) => {
    await expectEdge(row);
  });

  it.each([
    ['line 0', '0:0'],
    ['a line before the first', '-1:0'],
    ['a line past the end', '4:0'],
    ['a line far past the end', '4294967297:0'],
    ['a line that is no number', 'x:0'],
    ['a line without end', 'Infinity:0'],
    ['a column that is no number', '1:x'],
  ])('%s is unresolved without an error', async (_name, position) => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([[[0, 0, 0, 0]], [], [[0, 0, 2, 0]]])));
    expect(await ask(opened, `${position} glb`)).toBeNull();
    expect(await ask(opened, `${position} lub`)).toBeNull();
  });

  it('a negative column is before every segment', async () => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([[[0, 0, 0, 0]]])));
    expect(await ask(opened, '1:-1 glb')).toBeNull();
    expect([null, 'a.js:1:0']).toContain(await ask(opened, '1:-1 lub'));
  });

  it('knows which generated lines there are', async () => {
    const { index } = await openCompiledMap(JSON.stringify(mapOf([[[0, 0, 0, 0]], [], [[0, 0, 2, 0]]])));
    expect([1, 2, 3].map((line) => index.hasLine(line))).toEqual([true, true, true]);
    expect([0, -1, 4, NaN, Infinity, 2 ** 32 + 1].map((line) => index.hasLine(line))).toEqual(Array(6).fill(false));
  });

  it('answers many positions in their order, the same one twice too', async () => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([[[0, 0, 0, 0]], [[0, 0, 5, 3]]])));
    const probes = [2, 1, 9, 2].map((line) => ({ line, column: 7 }));
    const found = await opened.index.lookUp(probes, opened.read);
    expect(found.map((position) => position?.line ?? null)).toEqual([6, 1, null, 6]);
    expect(opened.reads.calls).toBe(1);
    expect(await opened.index.lookUp([], opened.read)).toEqual([]);
  });
});

describe('malformed mappings inside valid JSON', () => {
  it.each(MALFORMED)('are tolerated: $name', async (row) => {
    const { index } = await expectEdge(row);
    expect(index.isMalformed).toBe(false);
  });

  it.each([
    ['a character that is not Base64', 'AAAA;AACA,!AAA;AACA'],
    ['white space', 'AAAA; AACA'],
    ['a line break', 'AAAA;\nAACA'],
    ['a character outside ASCII', 'AAAA;AACÄ'],
    ['the padding of Base64', 'AAAA;AACA='],
    ['Base64 of URLs', 'AAAA;AAC-'],
  ])('%s: the map is stored, the answer tells, nothing resolves', async (_name, mappings) => {
    const opened = await openCompiledMap(JSON.stringify(mapOf([], { mappings })));
    expect(opened.index.isMalformed).toBe(true);
    expect(opened.compiled.problems).not.toEqual([]);
    expect([await ask(opened, '1:0'), await ask(opened, '2:0 lub'), await ask(opened, '3:0')]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('a truncated number at the end does not affect the segments before it', async () => {
    const row: EdgeRow = {
      name: 'cut off',
      map: mapOf([], { mappings: 'AAAA,EAEA;AAEA;AAEg' }),
      asks: [
        ['1:0', 'a.js:1:0'],
        ['1:2', 'a.js:3:0'],
        ['2:5', 'a.js:5:0'],
      ],
    };
    const { index } = await expectEdge(row);
    expect(index.isMalformed).toBe(false);
  });
});
