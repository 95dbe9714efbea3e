import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { findMaps } from './findMaps.js';
import type { FindOptions } from './findOptions.js';

let directory: string;
beforeEach(async () => {
  directory = path.join(await testDirectory('find-maps'), 'dist');
  await mkdir(directory);
});
afterEach(() => rm(path.dirname(directory), { recursive: true }));

const MAP = '{"version":3,"mappings":""}';
const BASE64 = `data:application/json;charset=utf-8;base64,${Buffer.from(MAP).toString('base64')}`;

const code = (url: string, comment = '//# sourceMappingURL='): string => `run();\n${comment}${url}\n`;

describe('a file that names its map', () => {
  test.each<[string, Record<string, string | undefined>, readonly string[]]>([
    ['by a comment', { 'a.js': code('x.map'), 'x.map': undefined }, ['a.js <- x.map']],
    ['by the older comment', { 'a.js': code('x.map', '//@ sourceMappingURL='), 'x.map': undefined }, ['a.js <- x.map']],
    ['in CSS', { 'a.css': 'p{}/*# sourceMappingURL=x.map */', 'x.map': undefined }, ['a.css <- x.map']],
    ['by a block comment', { 'a.js': 'f()\n/*# sourceMappingURL=x.map*/\r\n', 'x.map': undefined }, ['a.js <- x.map']],
    ['behind code', { 'a.js': 'f();//# sourceMappingURL=x.map', 'x.map': undefined }, ['a.js <- x.map']],
    [
      'before other comments',
      { 'a.js': `${code('x.map')}//# debugId=1\n/* late */`, 'x.map': undefined },
      ['a.js <- x.map'],
    ],
    [
      'more than once: the last',
      { 'a.js': code('y.map') + code('x.map'), 'x.map': undefined, 'y.js': '', 'y.js.map': undefined },
      ['a.js <- x.map', 'y.js <- y.js.map'],
    ],
    ['elsewhere', { 'js/a.js': code('../maps/x.map'), 'maps/x.map': undefined }, ['js/a.js <- maps/x.map']],
    ['with a query', { 'a.js': code('x.map?v=1#y'), 'x.map': undefined }, ['a.js <- x.map']],
    ['percent-encoded', { 'a.js': code('my%20%C3%A4.map'), 'my ä.map': undefined }, ['a.js <- my ä.map']],
    ['with a percent sign', { 'a.js': code('100%.map'), '100%.map': undefined }, ['a.js <- 100%.map']],
    ['not encoded', { 'a.js': code('ä.map'), 'ä.map': undefined }, ['a.js <- ä.map']],
    [
      'from the root of the site',
      { 'js/a.js': code('/maps/x.map'), 'maps/x.map': undefined },
      ['js/a.js <- maps/x.map'],
    ],
    [
      'by an address whose path ends beside it',
      { 'js/a.js': code('https://cdn.example/v1/x.map?q'), 'js/x.map': undefined },
      ['js/a.js <- js/x.map'],
    ],
    ['with another extension', { 'a.js': code('a.json'), 'a.json': undefined }, ['a.js <- a.json']],
    [
      'together with another file',
      { 'a.js': code('x.map'), 'b.js': code('x.map'), 'x.map': undefined },
      ['a.js <- x.map', 'b.js <- x.map'],
    ],
    [
      'wrongly, and one named after it is there',
      { 'a.js': code('old.map'), 'a.js.map': undefined },
      ['a.js <- a.js.map'],
    ],
    [
      'although one named after it is there',
      { 'a.js': code('x.map'), 'a.js.map': undefined, 'x.map': undefined, 'b.js': code('a.js.map') },
      ['a.js <- x.map', 'b.js <- a.js.map'],
    ],
  ])('is found with its map: %s', async (_, files, expected) => {
    await build(files);
    expect(await find()).toEqual({ files: expected, unmatched: [] });
  });

  test('may name it behind a prefix of the site', async () => {
    await build({ 'js/a.js': code('/static/maps/x.map'), 'maps/x.map': undefined });
    for (const urlPrefix of ['static', '/static/', 'https://cdn.example/static/']) {
      expect(await find({ urlPrefix })).toMatchObject({
        files: [expect.stringMatching(/static\/js\/a\.js <- maps\/x\.map$/)],
      });
    }
  });

  test.each([
    ['a string', `const text = "//# sourceMappingURL=" + url;`],
    ['a string to the end of a line', `const text = '//# sourceMappingURL=x.map';f()`],
    ['a template', 'const text = `//# sourceMappingURL=${url}`'],
    ['prose', '// a sourceMappingURL=x.map'],
  ])('does not name it by %s', async (_, text) => {
    await build({ 'a.js': text, 'x.js': '', 'x.js.map': undefined });
    expect(await find()).toEqual({ files: ['x.js <- x.js.map'], unmatched: [] });
  });
});

test.each(['js', 'mjs', 'cjs', 'css'])('a map that is named after a .%s file belongs to it', async (extension) => {
  await build({ [`a/b.${extension}`]: 'run()', [`a/b.${extension}.map`]: undefined });
  expect(await find()).toEqual({ files: [`a/b.${extension} <- a/b.${extension}.map`], unmatched: [] });
});

describe('a map inside its file', () => {
  test.each([
    ['base64', BASE64],
    ['base64, encoded once more', BASE64.replaceAll('=', '%3D')],
    ['percent-encoded', `data:application/json,${encodeURIComponent(MAP)}`],
    ['percent-encoded as little as may be', `data:application/json;charset=utf-8,${MAP.replaceAll('"', '%22')}`],
  ])('is read: %s', async (_, url) => {
    await build({ 'a.js': code(url), 'b.css': `p{}\n/*# sourceMappingURL=${url} */` });
    const { files, unmatched } = await findMaps(directory);
    expect([files.map(({ filename }) => filename), unmatched]).toEqual([['a.js', 'b.css'], []]);
    for (const { read } of files) expect(Buffer.from(await read()).toString()).toBe(MAP);
  });

  test.each([10, 32_700, 32_768, 32_800, 98_304, 1_000_000])(
    'of %d bytes is read if another comment follows',
    async (size) => {
      const text = JSON.stringify({ version: 3, mappings: 'A'.repeat(size) });
      const url = `data:application/json;base64,${Buffer.from(text).toString('base64')}`;
      const before = 'x'.repeat(50_000);
      await build({
        'a.js': `${before};\n//# sourceMappingURL=${url}\n//# debugId=1\n`,
        'b.css': `${before}/*# sourceMappingURL=${url} */`,
        'c.js': `//# sourceMappingURL=${url}`,
      });
      const { files } = await findMaps(directory);
      expect(files).toHaveLength(3);
      for (const { read } of files) expect(Buffer.from(await read()).equals(Buffer.from(text))).toBe(true);
    },
  );

  test('that is damaged is a separate error', async () => {
    await build({ 'a.js': code('data:application/json;base64,%%%') });
    const { files } = await findMaps(directory);
    await expect(files[0]?.read()).rejects.toThrow(/inline map cannot be read: its base64/);
  });
});

test('only the end of a large file is read', async () => {
  await build({ 'a.js': `${code('early.map')}${'y();\n'.repeat(40_000)}`, 'early.map': undefined });
  expect((await find()).files).toEqual([]);
});

test('a map that is too large is said so when it is read, and is not read', async () => {
  await build({ 'a.js': '', 'a.js.map': 'x' });
  const { files } = await findMaps(directory);
  await writeFile(path.join(directory, 'a.js.map'), Buffer.alloc(52_428_801));
  await expect(files[0]?.read()).rejects.toMatchObject({ code: 'too_large' });
  await writeFile(path.join(directory, 'a.js.map'), Buffer.alloc(52_428_800));
  expect((await files[0]?.read())?.byteLength).toBe(52_428_800);
});

describe('maps without a file are reported with the reason', () => {
  test.each<[Record<string, string | undefined>, string]>([
    [{ 'a.js.map': undefined }, 'a.js.map: no file refers to it, and a.js beside it does not exist'],
    [{ 'a.wasm': '', 'a.wasm.map': undefined }, 'a.wasm.map: a.wasm beside it is neither a script nor a style sheet'],
    [{ 'a.d.ts': '', 'a.d.ts.map': undefined }, 'a.d.ts.map: it belongs to type declarations, which never run'],
    [{ 'a.js': code('gone.map') }, 'a.js: it refers to the map "gone.map", which does not exist'],
    [
      { 'a.js': code('https://cdn.example/gone.map') },
      'a.js: it refers to the map "https://cdn.example/gone.map", which does not exist',
    ],
    [
      { 'a.js': code('../outside.map'), '../outside.map': undefined },
      'a.js: it refers to the map "../outside.map", which is outside the directory',
    ],
    [
      { 'a.js': code('node_modules/x.map'), 'node_modules/x.map': undefined },
      'a.js: it refers to the map "node_modules/x.map", which is ignored',
    ],
    [
      { 'a.js': code('data:image/png;base64,AAAA') },
      'a.js: it contains "data:image/png;base64,AAAA", which is not a source map',
    ],
    [{ 'a.js': code('a.js') }, 'a.js: it refers to the map "a.js", which is ignored'],
  ])('%j', async (files, expected) => {
    await build(files);
    expect(await find()).toEqual({ files: [], unmatched: [expected] });
  });

  test('even if they are named after a file that has another map', async () => {
    await build({ 'a.js': code(BASE64), 'a.js.map': undefined });
    expect(await find()).toEqual({ files: ['a.js <- a.js'], unmatched: ['a.js.map: a.js beside it has another map'] });
  });

  test('unlike a file that names no map', async () => {
    await build({ 'vendor.js': 'run()', 'index.html': '<p>' });
    expect(await find()).toEqual({ files: [], unmatched: [] });
  });
});

describe('which files are looked at', () => {
  const both = (name: string): Record<string, string | undefined> => ({ [name]: 'run()', [`${name}.map`]: undefined });

  test.each<[FindOptions, readonly string[]]>([
    [{}, ['.hidden/d.js', 'a.js', 'vendor/b.js', 'x/vendor/c.js']],
    [{ ignore: ['vendor'] }, ['.hidden/d.js', 'a.js']],
    [{ ignore: ['vendor/**'] }, ['.hidden/d.js', 'a.js', 'x/vendor/c.js']],
    [{ ignore: ['./vendor/'] }, ['.hidden/d.js', 'a.js']],
    [{ ignore: ['*.js'] }, []],
    [{ include: ['x/**'] }, ['x/vendor/c.js']],
    [{ include: ['vendor/*.js'] }, ['vendor/b.js']],
    [{ include: ['c.js', 'a.js'], ignore: ['x/**/c.js'] }, ['a.js']],
    [{ include: ['../**'] }, []],
    [{ include: ['node_modules/**'] }, ['node_modules/e.js']],
  ])('follows from the options %j', async (options, expected) => {
    for (const name of ['x/vendor/c.js', 'vendor/b.js', 'a.js', '.hidden/d.js', 'node_modules/e.js', '../f.js']) {
      await build(both(name));
    }
    expect((await findMaps(directory, options)).files.map(({ filename }) => filename)).toEqual(expected);
  });

  test.each<[FindOptions, number]>([
    [{}, 0],
    [{ ignore: ['assets'] }, 2],
    [{ ignore: ['*.js'] }, 0],
    [{ include: ['b.js', 'b.js.map'] }, 2],
    [{ include: ['assets'], ignore: ['c.js*'] }, 2],
  ])('%j: how many maps are left out is counted', async (options, expected) => {
    for (const name of ['assets/a.js', 'assets/c.js', 'b.js', 'node_modules/d.js']) await build(both(name));
    expect((await findMaps(directory, options)).leftOut).toBe(expected);
  });

  test('links are not followed, neither out of the directory nor within', async () => {
    await build({ ...both('a.js'), ...both('../secret/b.js'), '../c.js.map': undefined, 'c.js': 'run()' });
    await symlink('../secret', path.join(directory, 'linked'));
    await symlink('../secret/b.js', path.join(directory, 'b.js'));
    await symlink('../c.js.map', path.join(directory, 'c.js.map'));
    await symlink('.', path.join(directory, 'loop'));
    await symlink('a.js', path.join(directory, 'e.js'));
    await symlink('nowhere', path.join(directory, 'broken.js'));
    await build({ 'd.js': code('linked/b.js.map') });
    await build({ 'e.js.map': undefined });
    expect(await find()).toEqual({
      files: ['a.js <- a.js.map'],
      unmatched: [
        'd.js: it refers to the map "linked/b.js.map", which is outside the directory',
        'e.js.map: no file refers to it, and e.js beside it is excluded or a symbolic link',
      ],
    });
  });

  test.each(['gone', 'file'])('a path that is not a directory (%s) is an error that names it', async (name) => {
    await build({ file: '' });
    const absolute = path.join(directory, name);
    for (const given of [absolute, path.relative(process.cwd(), absolute)]) {
      await expect(findMaps(given)).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringContaining(absolute),
      });
    }
  });
});

describe('the filename is the path in stack traces: percent-encoded and plain', () => {
  test.each([
    ['a.js', undefined, ['a.js']],
    ['a.js', 'assets', ['assets/a.js']],
    ['a.js', '/assets/', ['/assets/a.js']],
    ['a.js', 'https://cdn.example/v1', ['https://cdn.example/v1/a.js']],
    ['my app/ü.js', undefined, ['my%20app/%C3%BC.js', 'my app/ü.js']],
    ['ü.js', 'https://cdn.example/my app', ['https://cdn.example/my%20app/%C3%BC.js', '/my app/ü.js']],
    ['ü.js', 'my%20app/', ['my%20app/%C3%BC.js', 'my app/ü.js']],
    ['100%.js', undefined, ['100%25.js', '100%.js']],
    ['a\u0001.js', undefined, ['a%01.js']],
    ['a%20b#c?.js', undefined, ['a%2520b%23c%3F.js']],
    ['vendors~main+@x(1).js', undefined, ['vendors~main+@x(1).js']],
    ['blog/[slug].js', '_next', ['_next/blog/[slug].js', '_next/blog/%5Bslug%5D.js']],
  ])('%s with prefix %s', async (name, urlPrefix, expected) => {
    await build({ [name]: 'run()', [`${name}.map`]: undefined });
    const { files } = await findMaps(directory, urlPrefix === undefined ? {} : { urlPrefix });
    expect(files.map(({ filename }) => filename)).toEqual(expected);
  });

  test('unless that is the name of another file', async () => {
    await build({ 'a b.js': 'f()', 'a b.js.map': undefined, 'a%20b.js': 'g()', 'a%20b.js.map': undefined });
    expect((await find()).files).toEqual([
      'a%20b.js <- a b.js.map',
      'a b.js <- a b.js.map',
      'a%2520b.js <- a%20b.js.map',
    ]);
  });
});

/** Writes files, by path; `undefined` is a map. */
async function build(files: Readonly<Record<string, string | undefined>>): Promise<void> {
  for (const [file, text = MAP] of Object.entries(files)) {
    const absolute = path.join(directory, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, text);
  }
}

interface Found {
  /** `filename <- origin`. */
  readonly files: readonly string[];
  /** `path: reason`. */
  readonly unmatched: readonly string[];
}

async function find(options: FindOptions = {}): Promise<Found> {
  const { files, unmatched } = await findMaps(directory, options);
  const short = (text: string): string => path.relative(directory, text);
  return {
    files: files.map(({ filename, origin }) => `${filename} <- ${short(origin)}`),
    unmatched: unmatched.map(({ path: where, reason }) => `${short(where)}: ${reason}`),
  };
}
