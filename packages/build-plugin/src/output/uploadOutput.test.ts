import { expect, test } from '@jest/globals';
import { type SluiceOptions } from '../../types/options.js';
import { diskStorage } from './diskStorage.js';
import { filesToUpload } from './uploadOutput.js';

interface Case {
  readonly file: string;
  readonly publicPath?: string;
  readonly isServer?: boolean;
  readonly options?: SluiceOptions;
}

const namesOf = ({ file, publicPath, isServer = false, options = {} }: Case): readonly string[] =>
  filesToUpload([{ file, map: `${file}.map` }], { storage: diskStorage('/out'), publicPath, isServer }, options).map(
    ({ filename }) => filename,
  );

test.each<[string, Case, readonly string[]]>([
  ['its path below the output directory', { file: 'assets/a.js' }, ['assets/a.js']],
  ['the public path before it', { file: 'a.js', publicPath: '/static/' }, ['static/a.js']],
  ['a slash where the public path has none', { file: 'a.js', publicPath: 'static' }, ['static/a.js']],
  ['of a full URL its path', { file: 'a.js', publicPath: 'https://cdn.example/x/?v=1#a' }, ['x/a.js']],
  ['of an address without protocol its path', { file: 'a.js', publicPath: '//cdn.example/x/' }, ['x/a.js']],
  ['nothing for a relative public path', { file: 'a.js', publicPath: './' }, ['a.js']],
  [
    'urlPrefix instead of the public path',
    { file: 'a.js', publicPath: '/x/', options: { urlPrefix: '/y' } },
    ['y/a.js'],
  ],
  ['nothing for an empty urlPrefix', { file: 'a.js', publicPath: '/x/', options: { urlPrefix: '' } }, ['a.js']],
  ['no public path for a server', { file: 'a.js', publicPath: '/x/', isServer: true }, ['a.js']],
  ['the path without a query', { file: 'a.js?v=1', publicPath: '/x/' }, ['x/a.js']],
  ['what browsers make of it, and as it is', { file: 'ä b.js' }, ['%C3%A4%20b.js', 'ä b.js']],
  ['both ways in which brackets are written', { file: '[id].js' }, ['[id].js', '%5Bid%5D.js']],
  ['no name for styles', { file: 'a.css' }, []],
  ['no name where it is not included', { file: 'a.js', options: { include: ['b*'] } }, []],
  ['a name where its map is included', { file: 'a.js', options: { include: ['**/*.js.map'] } }, ['a.js']],
  ['no name where it is ignored', { file: 'vendor/a.js', options: { ignore: [/^vendor\//g] } }, []],
])('a file is uploaded as %s', (_, given, expected) => {
  expect(namesOf(given)).toEqual(expected);
});
