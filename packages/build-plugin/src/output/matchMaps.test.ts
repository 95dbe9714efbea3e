import { expect, test } from '@jest/globals';
import { type EmittedFile } from './emittedOutput.js';
import { matchMaps, orphanMaps } from './matchMaps.js';

const named = (...names: readonly string[]): readonly EmittedFile[] => names.map((name) => ({ name }));

test.each<[string, readonly EmittedFile[], readonly (readonly [string, string])[]]>([
  [
    'maps beside code',
    named('a.js', 'a.js.map', 'b.mjs', 'b.mjs.map', 'c.cjs.map', 'c.cjs'),
    [
      ['a.js', 'a.js.map'],
      ['b.mjs', 'b.mjs.map'],
      ['c.cjs', 'c.cjs.map'],
    ],
  ],
  ['maps of styles', named('a.css', 'a.css.map'), [['a.css', 'a.css.map']]],
  [
    'a map elsewhere, where the bundler says so',
    [{ name: 'js/a.js', map: 'maps/a.map' }, { name: 'maps/a.map' }],
    [['js/a.js', 'maps/a.map']],
  ],
  [
    'a file of another kind, where the bundler says so',
    [{ name: 'a.bundle', map: 'a.bundle.map' }],
    [['a.bundle', 'a.bundle.map']],
  ],
  ['each map once', [{ name: 'a.js', map: 'a.js.map' }, { name: 'a.js.map' }], [['a.js', 'a.js.map']]],
  ['no map whose file is not of this build', named('a.js', 'vendor.js.map'), []],
  ['no maps of type declarations', named('a.d.ts', 'a.d.ts.map'), []],
  ['no assets that are called maps', named('levels/1.map', 'levels/1'), []],
])('the search for maps finds %s', (_, files, expected) => {
  expect(matchMaps(files)).toEqual(expected.map(([file, map]) => ({ file, map })));
});

test('maps whose files are not there are found, and nothing else that ends in .map', () => {
  const files = named('a.js', 'a.js.map', 'b.js.map', 'c.css.map', 'd.d.ts.map', 'levels/1.map');
  expect(orphanMaps(files)).toEqual(['b.js.map', 'c.css.map']);
});
