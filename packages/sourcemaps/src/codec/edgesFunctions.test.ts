import { describe, expect, it } from '@jest/globals';
import { mapOf, textOf } from '../testing/edgeTable.js';
import { encodeVlq } from '../testing/encodeMappings.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';
import { seededRandom, seedOfRun } from '../testing/seededRandom.js';

/** Where a function begins to be the innermost one: line 1-based, column 0-based. */
interface Beginning {
  readonly line: number;
  readonly column: number;
  readonly name: number;
}

/** As Metro writes it: a `;` for each line that has any, columns from the start of the line, the first line being 1. */
function metroMappings(beginnings: readonly Beginning[]): string {
  let last: Beginning = { line: 1, column: 0, name: 0 };
  return beginnings
    .map((one, place) => {
      const isNewLine = one.line !== last.line;
      const column = one.column - (isNewLine ? 0 : last.column);
      const fields = [column, one.name - last.name, ...(isNewLine ? [one.line - last.line] : [])];
      last = one;
      return `${place === 0 ? '' : isNewLine ? ';' : ','}${fields.map(encodeVlq).join('')}`;
    })
    .join('');
}

const lineOf = (count: number) => Array.from({ length: count }, (_, column) => column);

/** A map whose generated line n + 1, column m stands for original line n + 1, column m of its only source. */
const mirror = (lines: number, columns: number, more: object): string =>
  textOf(
    mapOf(
      Array.from({ length: lines }, (_, line) => lineOf(columns).map((column) => [column, 0, line, column] as const)),
      more,
    ),
  );

const random = seededRandom(seedOfRun(process.env['TEST_SEED']));
process.stdout.write(`functions of Metro: TEST_SEED=${random.seed}\n`);

describe('function maps of Metro', () => {
  it('name the last function that begins at or before a position, many of them too', async () => {
    const [lines, columns] = [600, 30];
    const names = Array.from({ length: 50 }, (_, index) => `f${index}`);
    const beginnings: Beginning[] = [];
    for (let line = 3; line <= lines; line += 1) {
      for (let column = random.below(12); column < columns; column += 1 + random.below(25)) {
        beginnings.push({ line, column, name: random.below(names.length) });
      }
    }
    const sources = [[{ names, mappings: metroMappings(beginnings) }]];
    const opened = await openCompiledMap(mirror(lines, columns, { x_facebook_sources: sources }));
    expect(opened.index.hasFunctions).toBe(true);

    const probes = Array.from({ length: 3_000 }, () => ({
      line: 1 + random.below(lines),
      column: random.below(columns),
    }));
    const positions = (await opened.index.lookUp(probes, opened.read)).filter((found) => found !== null);
    expect(positions).toHaveLength(probes.length);
    opened.reads.calls = 0;
    const found = await opened.index.functions(positions, opened.read);
    expect(opened.reads.calls).toBe(1);
    const expected = probes.map(({ line, column }) => {
      const last = beginnings.findLast((one) => one.line < line || (one.line === line && one.column <= column));
      return last === undefined ? null : names[last.name];
    });
    expect(found).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['null', null],
    ['a number', 7],
    ['text', 'x'],
    ['an object', {}],
    ['an array of anything', [1, 'x', {}, [], [null], [1], [{}]]],
    ['a map without names', [[{ mappings: 'AAA' }]]],
    ['a map without mappings', [[{ names: ['f'] }]]],
    ['mappings that are none', [[{ names: ['f'], mappings: '!!!' }]]],
    ['mappings that are cut off', [[{ names: ['f'], mappings: 'g' }]]],
    ['names that are not there', [[{ names: ['f'], mappings: 'AgB' }]]],
  ])('that are %s take nothing from the map', async (_name, given) => {
    const opened = await openCompiledMap(mirror(2, 2, { x_facebook_sources: given }));
    const positions = await opened.index.lookUp([{ line: 2, column: 1 }], opened.read);
    expect(positions).toEqual([expect.objectContaining({ source: 'a.js', line: 2, column: 1 })]);
    const mapped = positions.filter((found) => found !== null);
    expect(await opened.index.functions(mapped, opened.read)).toEqual([null]);
  });
});

it.each(['scopes', 'x_com_bloomberg_sourcesFunctionMappings', 'originalScopes', 'generatedRanges'])(
  '%s of any kind take nothing from the map',
  async (key) => {
    for (const given of [null, 3, 'gggg', '!', {}, [], [null], [['AAAA']], ['AAAAA', 'g'], 'BAAA,BAAAA,CAA,CAA,EA,F']) {
      const opened = await openCompiledMap(mirror(2, 2, { [key]: given }));
      const [found] = await opened.index.lookUp([{ line: 2, column: 1 }], opened.read);
      expect(found).toMatchObject({ source: 'a.js', line: 2, column: 1 });
      const names = await opened.index.functions(found ? [found] : [], opened.read);
      expect(names).toHaveLength(1);
    }
  },
);
