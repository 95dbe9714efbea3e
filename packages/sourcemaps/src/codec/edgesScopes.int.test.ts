import { describe, expect, it } from '@jest/globals';
import { mapOf, textOf } from '../testing/edgeTable.js';
import { encodeUnsignedVlq, encodeVlq } from '../testing/encodeMappings.js';
import { openCompiledMap } from '../testing/openCompiledMap.js';
import type { MappedPosition } from './read/sourceMapIndex.js';

/** Source index, line 1-based, column 0-based. */
type Asked = readonly [source: number, line: number, column: number];

/** `null`: no name; a number: index among the map's names. Positions are 0-based. */
interface Scope {
  readonly from: readonly [line: number, column: number];
  readonly to: readonly [line: number, column: number];
  readonly name?: number;
  readonly kind?: number;
  readonly isFunction: boolean;
  readonly within?: readonly Scope[];
}

const NAMES = ['global', 'outer', 'inner', 'block', 'other'];
const inner: Scope = { from: [3, 2], to: [5, 3], name: 2, isFunction: true };
const unnamed: Scope = { from: [6, 4], to: [7, 1], isFunction: true };
const block: Scope = { from: [2, 1], to: [8, 0], name: 3, kind: 3, isFunction: false, within: [inner, unnamed] };
const outer: Scope = { from: [1, 10], to: [9, 1], name: 1, kind: 0, isFunction: true, within: [block] };
const A: Scope = { from: [0, 0], to: [20, 0], kind: 0, isFunction: false, within: [outer] };
const C: Scope = { from: [0, 0], to: [4, 0], name: 4, isFunction: true };

describe('scopes of ECMA-426', () => {
  it('name the innermost function around a position; a block has the name of the function around it', async () => {
    const asked: [Asked, string | null][] = [
      [[0, 1, 0], null],
      [[0, 2, 9], null],
      [[0, 2, 10], 'outer'],
      [[0, 3, 5], 'outer'],
      [[0, 4, 1], 'outer'],
      [[0, 4, 2], 'inner'],
      [[0, 6, 2], 'inner'],
      [[0, 6, 3], 'outer'],
      [[0, 7, 4], null],
      [[0, 8, 1], 'outer'],
      [[0, 10, 0], 'outer'],
      [[0, 10, 1], null],
      [[1, 2, 0], null],
      [[2, 1, 0], 'other'],
      [[2, 5, 0], null],
    ];
    const scopes = encodeScopes([A, undefined, C]);
    const { names, problems } = await namesIn(
      { names: NAMES, scopes },
      asked.map(([place]) => place),
    );
    expect(names).toEqual(asked.map(([, name]) => name));
    expect(problems).toEqual([]);
  });

  it('take precedence over those of Metro, per source', async () => {
    const metro = [{ names: ['metro'], mappings: 'AAA' }];
    const given = { names: NAMES, scopes: encodeScopes([undefined, C]), x_facebook_sources: [metro, metro] };
    const { names } = await namesIn(given, [
      [0, 1, 0],
      [1, 1, 0],
    ]);
    expect(names).toEqual(['metro', 'other']);
  });

  it('hold in each section of an index map', async () => {
    const section = (line: number, name: string) => ({
      offset: { line, column: 0 },
      map: mapOf([[[0, 0, 0, 0]]], { names: [name], scopes: encodeScopes([{ ...C, name: 0 }]) }),
    });
    const opened = await openCompiledMap(
      JSON.stringify({ version: 3, sections: [section(0, 'one'), section(1, 'two')] }),
    );
    const probes = [1, 2].map((line) => ({ line, column: 0 }));
    const found = (await opened.index.lookUp(probes, opened.read)).filter((position) => position !== null);
    expect(await opened.index.functions(found, opened.read)).toEqual(['one', 'two']);
  });

  it('are read where their numbers are longer than they need be', async () => {
    // The last digit of an item continues, with digits that add nothing.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const longer = (digit: string): string => `${digits.charAt(digits.indexOf(digit) + 32)}${'g'.repeat(12)}A`;
    const scopes = encodeScopes([{ ...C, name: 0 }]).replace(/[A-Za-f](?=,|$)/g, longer);
    expect(await namesIn({ names: NAMES, scopes }, [[0, 1, 0]])).toEqual({ names: ['global'], problems: [] });
  });

  it.each<[string, string]>([
    ['an unknown item', encodeScopes([C]).replace(/^[^,]+,/, (start) => `${start}Z,`)],
    ['an end too many', `CAA,${encodeScopes([C])}`],
    ['a scope without a place', 'BE,CBA'],
    ['a number that does not end', 'BEgggggggggg'],
    ['a scope that does not end', 'BFAAI'],
  ])('with %s end there and do not affect the map', async (_name, scopes) => {
    expect(await namesIn({ names: NAMES, scopes }, [[0, 1, 0]])).toEqual({ names: [null], problems: [] });
  });

  it('of a source with too many functions are omitted, those of others are kept', async () => {
    const many = Array.from({ length: 9_000 }, (_, line): Scope => ({
      from: [line, 1],
      to: [line, 2],
      isFunction: true,
    }));
    const root: Scope = { from: [0, 0], to: [9_000, 0], name: 1, isFunction: true, within: many };
    const { names, problems } = await namesIn({ names: NAMES, scopes: encodeScopes([root, C]) }, [
      [0, 1, 0],
      [1, 1, 0],
    ]);
    expect(names).toEqual([null, 'other']);
    expect(problems).toEqual([expect.stringMatching(/function maps of 1 sources/)]);
  });
});

describe('function mappings of pasta-sourcemaps', () => {
  /** The example of the scopes proposal: barilla.ts (1:20)...(7:1) penne, (5:39)...(6:5) fusilli; muellers.ts (1:11)...(1:80) orzo. */
  const given = {
    names: ['penne', 'fusilli', 'orzo'],
    x_com_bloomberg_sourcesFunctionMappings: ['AAmBMA,CFmBCI', 'EAUA+E', null],
  };

  it('name the innermost function around a position; its last column is within', async () => {
    const asked: [Asked, string | null][] = [
      [[0, 1, 18], null],
      [[0, 1, 19], 'penne'],
      [[0, 5, 37], 'penne'],
      [[0, 5, 38], 'fusilli'],
      [[0, 6, 4], 'fusilli'],
      [[0, 6, 5], 'penne'],
      [[0, 7, 0], 'penne'],
      [[0, 7, 1], null],
      [[1, 1, 9], null],
      [[1, 1, 10], 'orzo'],
      [[1, 1, 79], 'orzo'],
      [[1, 1, 80], null],
      [[2, 1, 0], null],
    ];
    const { names } = await namesIn(
      given,
      asked.map(([place]) => place),
    );
    expect(names).toEqual(asked.map(([, name]) => name));
  });

  it.each<[string, unknown]>([
    ['too few numbers', ['AAmBM']],
    ['numbers that are none', ['!!!!!']],
    ['an index of no name', ['gCAAMA']],
    ['an object', [{}]],
  ])('with %s are ignored and do not affect the map', async (_name, mappings) => {
    const odd = { names: ['penne'], x_com_bloomberg_sourcesFunctionMappings: mappings };
    expect(await namesIn(odd, [[0, 1, 0]])).toEqual({ names: [null], problems: [] });
  });
});

async function namesIn(more: object, asked: readonly Asked[]) {
  const map = textOf(mapOf([[[0, 0, 0, 0]]], { sources: ['a.js', 'b.js', 'c.js'], ...more }));
  const { index, read, compiled } = await openCompiledMap(map);
  const positions = asked.map(([sourceIndex, line, column]): MappedPosition => ({
    sourceIndex,
    line,
    column,
    source: null,
    name: null,
    isIgnored: false,
    content: undefined,
  }));
  return { names: await index.functions(positions, read), problems: compiled.problems };
}

/** Scopes of each source as ECMA-426 proposes them; `undefined`: of this source nothing is known. */
function encodeScopes(sources: readonly (Scope | undefined)[]): string {
  const items: string[] = [];
  let [name, kind] = [0, 0];
  let last: readonly [number, number] = [0, 0];
  const place = ([line, column]: readonly [number, number]): string => {
    const text = [line - last[0], line === last[0] ? column - last[1] : column].map(encodeUnsignedVlq).join('');
    last = [line, column];
    return text;
  };
  const add = (scope: Scope): void => {
    const flags = (scope.name === undefined ? 0 : 1) + (scope.kind === undefined ? 0 : 2) + (scope.isFunction ? 4 : 0);
    let item = `B${encodeUnsignedVlq(flags)}${place(scope.from)}`;
    if (scope.name !== undefined) item += encodeVlq(scope.name - name);
    if (scope.kind !== undefined) item += encodeVlq(scope.kind - kind);
    name = scope.name ?? name;
    kind = scope.kind ?? kind;
    items.push(item, 'DCA');
    for (const inner of scope.within ?? []) add(inner);
    items.push(`C${place(scope.to)}`);
  };
  for (const scope of sources) {
    last = [0, 0];
    if (scope === undefined) items.push('A');
    else add(scope);
  }
  // A generated range, which says nothing of original positions.
  return [...items, 'EBAC', 'FC'].join(',');
}
