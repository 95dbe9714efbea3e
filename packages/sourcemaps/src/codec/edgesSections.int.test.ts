import { describe, expect, it } from '@jest/globals';
import { type EdgeRow, expectEdge, mapOf, textOf } from '../testing/edgeTable.js';
import type { Segment } from '../testing/encodeMappings.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';

interface Section {
  readonly offset: { readonly line: number; readonly column: number };
  readonly map: unknown;
}

const section = (line: number, column: number, map: unknown): Section => ({ offset: { line, column }, map });
const sectioned = (...sections: readonly Section[]): object => ({ version: 3, sections });

describe('index maps', () => {
  it.each<EdgeRow>([
    {
      name: 'an offset in lines moves all lines, an offset in columns only the first',
      map: sectioned(
        section(0, 0, own('a.js', [[[0, 0, 0, 0]]])),
        section(
          2,
          10,
          own('b.js', [
            [
              [0, 0, 0, 0],
              [5, 0, 1, 0],
            ],
            [
              [0, 0, 2, 0],
              [5, 0, 3, 0],
            ],
          ]),
        ),
      ),
      asks: [
        ['1:0', 'a.js:1:0'],
        ['2:0', null],
        ['3:9 glb', null],
        ['3:9 lub', 'b.js:1:0'],
        ['3:10', 'b.js:1:0'],
        ['3:14', 'b.js:1:0'],
        ['3:15', 'b.js:2:0'],
        ['4:0', 'b.js:3:0'],
        ['4:5', 'b.js:4:0'],
        ['5:0', null],
      ],
    },
    {
      name: 'a section ends where the next one begins, within a line',
      map: sectioned(
        section(
          0,
          0,
          own('a.js', [
            [
              [0, 0, 0, 0],
              [10, 0, 1, 0],
              [20, 0, 2, 0],
            ],
            [[0, 0, 3, 0]],
          ]),
        ),
        section(
          0,
          12,
          own('b.js', [
            [
              [0, 0, 0, 0],
              [8, 0, 1, 0],
            ],
          ]),
        ),
      ),
      asks: [
        ['1:11', 'a.js:2:0'],
        ['1:12', 'b.js:1:0'],
        ['1:19', 'b.js:1:0'],
        ['1:20', 'b.js:2:0'],
        ['1:99', 'b.js:2:0'],
        ['2:0', null],
      ],
    },
    {
      name: 'a section ends where the next one begins, on a later line',
      map: sectioned(
        section(
          0,
          0,
          own('a.js', [
            [[0, 0, 0, 0]],
            [
              [0, 0, 1, 0],
              [4, 0, 2, 0],
            ],
            [[0, 0, 3, 0]],
          ]),
        ),
        section(1, 4, own('b.js', [[[1, 0, 0, 0]]])),
      ),
      asks: [
        ['1:9', 'a.js:1:0'],
        ['2:3', 'a.js:2:0'],
        ['2:4', 'a.js:2:0'],
        ['2:5', 'b.js:1:0'],
        ['3:0', null],
      ],
    },
    {
      name: 'a section with nothing in it hides what is below it',
      map: sectioned(
        section(
          0,
          0,
          own('a.js', [
            [
              [0, 0, 0, 0],
              [8, 0, 1, 0],
            ],
            [[0, 0, 5, 0]],
          ]),
        ),
        section(0, 4, own('b.js', [])),
        section(1, 0, own('c.js', [[[2, 0, 0, 0]]])),
      ),
      asks: [
        ['1:3', 'a.js:1:0'],
        ['1:9', 'a.js:1:0'],
        ['2:1', null],
        ['2:2', 'c.js:1:0'],
      ],
    },
    {
      name: 'each section has its own sources, root and names',
      map: sectioned(
        section(0, 0, own('a.js', [[[0, 0, 0, 0, 0]]], { names: ['one'], sourceRoot: 'x' })),
        section(
          1,
          0,
          own(
            'b.js',
            [
              [
                [0, 0, 0, 0, 0],
                [4, 0, 0, 0],
              ],
            ],
            { names: ['two'], sourceRoot: 'https://c.io/y/' },
          ),
        ),
        section(2, 0, own('a.js', [[[0, 0, 0, 0]]])),
      ),
      asks: [
        ['1:0', 'x/a.js:1:0:one'],
        ['2:0', 'https://c.io/y/b.js:1:0:two'],
        ['2:4', 'https://c.io/y/b.js:1:0'],
        ['3:0', 'a.js:1:0'],
      ],
    },
    {
      name: 'sections before the mappings of their maps are known by either order of keys',
      map: '{"sections":[{"map":{"mappings":"AAEC","names":[],"sources":["a.js"]},"offset":{"column":3,"line":1}}],"version":3}',
      asks: [
        ['2:3', 'a.js:3:1'],
        ['1:0', null],
      ],
    },
    {
      name: 'nested sections add their offsets level by level',
      map: sectioned(
        section(1, 5, sectioned(section(1, 2, own('a.js', [[[0, 0, 0, 0]], [[0, 0, 4, 0]]])))),
        section(9, 0, own('b.js', [[[0, 0, 0, 0]]])),
      ),
      asks: [
        ['3:9', 'a.js:1:0'],
        ['4:0', 'a.js:5:0'],
        ['10:0', 'b.js:1:0'],
      ],
      traceDiffers: 'adds the columns of both levels; ECMA-426 does not allow nesting',
    },
  ])('resolve: $name', async (row) => {
    await expectEdge(row);
  });

  it('keep the contents of every section apart', async () => {
    const map = sectioned(
      section(0, 0, own('a.js', [[[0, 0, 0, 0]]])),
      section(1, 0, own('b.js', [[[0, 0, 1, 0]]], { sourcesContent: ['b1\nb2\nb3'] })),
      section(2, 0, own('a.js', [[[0, 0, 0, 0]]], { sourcesContent: ['a1\na2'] })),
    );
    const opened = await openCompiledMap(textOf(map));
    const found = await opened.index.lookUp(
      [1, 2, 3].map((line) => ({ line, column: 0 })),
      opened.read,
    );
    const contexts = await opened.index.contexts(
      found.filter((position) => position !== null),
      1,
      opened.read,
    );
    expect(contexts).toEqual([
      null,
      { before: ['b1'], line: 'b2', after: ['b3'] },
      { before: [], line: 'a1', after: ['a2'] },
    ]);
  });
});

function own(source: string, lines: readonly (readonly Segment[])[], more: object = {}): object {
  return mapOf(lines, { sources: [source], ...more });
}
