import { describe, expect, test } from '@jest/globals';
import { runToEnd } from '@sluice/runtime';
import { bundledMaps } from './bundledMaps.js';

const ID = 'a9b1cb3f-1bb1-5745-889e-dad88d136cda';
const OTHER = 'b0b1cb3f-1bb1-5745-889e-dad88d136cda';

const file = (type: string, url: string, headers: Readonly<Record<string, string>> = {}) => ({
  entry: url,
  type,
  url,
  headers: new Map(Object.entries(headers)),
});
const minified = (url: string, headers = {}) => file('minified_source', url, headers);
const map = (url: string, headers = {}) => file('source_map', url, headers);

describe('a source map of a bundle', () => {
  test.each([
    [
      'a relative reference',
      [minified('~/js/app.js', { sourcemap: 'app.js.map' }), map('~/js/app.js.map')],
      ['js/app.js'],
    ],
    [
      'a reference to another directory',
      [minified('~/js/app.js', { sourcemap: '../maps/a.map' }), map('~/maps/a.map')],
      ['js/app.js'],
    ],
    ['an absolute path', [minified('~/js/app.js', { sourcemap: '/m/a.map' }), map('~/m/a.map')], ['js/app.js']],
    ['~/', [minified('~/js/app.js', { sourcemap: '~/m/a.map' }), map('~/m/a.map')], ['js/app.js']],
    [
      'a URL',
      [minified('https://cdn.example/app.js', { sourcemap: 'app.js.map' }), map('https://cdn.example/app.js.map')],
      ['app.js'],
    ],
    [
      'two files',
      [minified('~/a.js', { sourcemap: 'x.map' }), minified('~/b.js', { sourcemap: 'x.map' }), map('~/x.map')],
      ['a.js', 'b.js'],
    ],
    ['its debug id', [minified('~/a.js', { 'debug-id': ID }), map('~/z.map', { 'debug-id': ID })], ['a.js']],
    ['no reference', [map('~/js/app.js.map')], ['js/app.js']],
    ['no reference and another name', [map('~/js/app.json')], ['js/app.json']],
    ['a reference of a source', [file('source', '~/a.ts', { sourcemap: 'x.map' }), map('~/x.map')], ['x']],
  ])('with %s belongs to its files', (_name, files, filenames) => {
    expect(runToEnd(bundledMaps(files))).toMatchObject([{ filenames }]);
  });

  test.each([
    ['its own', { 'debug-id': ID }, { 'debug-id': OTHER }, ID],
    ['that of its file', {}, { 'debug-id': ID }, ID],
    ['one in upper case without dashes', { 'debug-id': ID.toUpperCase().replaceAll('-', '') }, {}, ID],
    ['no id if the given one is not a UUID', { 'debug-id': '../../etc/passwd' }, {}, null],
  ])('has %s', (_name, ofMap, ofFile, debugId) => {
    const files = [minified('~/app.js', { sourcemap: 'app.js.map', ...ofFile }), map('~/app.js.map', ofMap)];
    expect(runToEnd(bundledMaps(files))).toMatchObject([{ debugId }]);
  });

  test('of a debug id that many files have belongs to its own file only', () => {
    const headers = { 'debug-id': ID };
    const names = Array.from({ length: 10_000 }, (_, n) => `${n}.js`);
    const files = names.flatMap((name) => [
      minified(`~/${name}`, { ...headers, sourcemap: `${name}.map` }),
      map(`~/${name}.map`, headers),
    ]);
    const maps = runToEnd(bundledMaps(files));
    expect(maps.map(({ filenames }) => filenames)).toEqual(names.map((name) => [name]));
  });
});
