import { describe, expect, it } from '@jest/globals';
import { MAX_HEAD_BYTES } from './layout.js';
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

const lineOf = (count: number) => Array.from({ length: count }, (_, column) => column);

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
  ])('that are %s do not affect the map', async (_name, given) => {
    const opened = await openCompiledMap(mirror(2, 2, { x_facebook_sources: given }));
    const positions = await opened.index.lookUp([{ line: 2, column: 1 }], opened.read);
    expect(positions).toEqual([expect.objectContaining({ source: 'a.js', line: 2, column: 1 })]);
    const mapped = positions.filter((found) => found !== null);
    expect(await opened.index.functions(mapped, opened.read)).toEqual([null]);
  });

  /** Function maps, the first for `a.js`, and their results for line 2, column 1 of it. */
  const nameIn = async (sources: readonly unknown[]) => {
    const paths = sources.map((_source, index) => (index === 0 ? 'a.js' : `${index}.js`));
    const opened = await openCompiledMap(mirror(2, 2, { sources: paths, x_facebook_sources: sources }));
    const [found] = await opened.index.lookUp([{ line: 2, column: 1 }], opened.read);
    const [name] = await opened.index.functions(found ? [found] : [], opened.read);
    return { name, opened };
  };
  const LEFT_OUT = [expect.stringMatching(/function maps of 1 sources/)];
  const pointsOf = (count: number) => `AAA${',CA'.repeat(count - 1)}`;

  it.each<[string, number, string | null]>([
    ['16,384 points are kept', 16_384, 'f'],
    ['one more is left out, and said so', 16_385, null],
  ])('are limited per source: %s', async (_name, count, expected) => {
    const { name, opened } = await nameIn([[{ names: ['f'], mappings: pointsOf(count) }]]);
    expect(name).toBe(expected);
    expect(opened.compiled.problems).toEqual(expected === null ? LEFT_OUT : []);
  });

  it('names longer than 1,023 bytes are cut, and more than 256 KB of them are left out', async () => {
    const long = await nameIn([[{ names: ['é'.repeat(600_000 / 2)], mappings: 'AAA' }]]);
    expect(long.name).toBe('é'.repeat(511));
    const names = Array.from({ length: 300 }, (_, index) => `${index}`.padEnd(1_000, 'n'));
    const mappings = names.map((_, index) => (index === 0 ? 'AAA' : 'CC')).join(',');
    const many = await nameIn([[{ names, mappings }]]);
    expect(many.name).toBeNull();
    expect(many.opened.compiled.problems).toEqual(LEFT_OUT);
  });

  it('a name that all of a source has costs once', async () => {
    const names = Array.from({ length: 10_000 }, () => 'n'.repeat(40));
    const mappings = names.map((_, index) => (index === 0 ? 'AAA' : 'CC')).join(',');
    const { name, opened } = await nameIn([[{ names, mappings }]]);
    expect(name).toBe('n'.repeat(40));
    expect(opened.compiled.indexBytes).toBeLessThan(200_000);
  });

  it('so many sources that no head could be opened are left out from the 50,001st on', async () => {
    const { name, opened } = await nameIn(
      Array.from({ length: 60_000 }, (_, index) => [{ names: [`f${index}`], mappings: 'AAA' }]),
    );
    expect(name).toBe('f0');
    expect(opened.compiled.headBytes).toBeLessThanOrEqual(MAX_HEAD_BYTES);
    expect(opened.compiled.problems).toEqual([expect.stringMatching(/function maps of 10000 sources/)]);
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

/** A map in which generated line n + 1, column m maps to original line n + 1, column m of its only source. */
function mirror(lines: number, columns: number, more: object): string {
  return textOf(
    mapOf(
      Array.from({ length: lines }, (_, line) => lineOf(columns).map((column) => [column, 0, line, column] as const)),
      more,
    ),
  );
}
