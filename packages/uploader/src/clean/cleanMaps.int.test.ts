import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import zlib, { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { cleanMaps, type CleanOptions } from './cleanMaps.js';

let directory: string;
beforeEach(async () => {
  directory = path.join(await testDirectory('clean-maps'), 'dist');
  await mkdir(directory);
});
afterEach(() => rm(path.dirname(directory), { recursive: true }));

const MAP = '{"version":3,"mappings":""}';
const INLINE = `data:application/json;base64,${Buffer.from(MAP.padEnd(60_000)).toString('base64')}`;

describe('removes maps of the build', () => {
  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a map and its comment', { 'a.js': 'f()\n//# sourceMappingURL=a.js.map\n', 'a.js.map': MAP }, { 'a.js': 'f()\n' }],
    ['a map that only its name gives away', { 'js/a.mjs': 'f()', 'js/a.mjs.map': MAP }, { 'js/a.mjs': 'f()' }],
    ['a map of another name', { 'a.css': 'p{}/*# sourceMappingURL=m/x.map */', 'm/x.map': MAP }, { 'a.css': 'p{}' }],
    ['an index map behind a guard', { 'a.js': '', 'a.js.map': ')]}\'\n{"sections":[]}' }, { 'a.js': '' }],
    ['an inline map', { 'a.js': `f()\n//# sourceMappingURL=${INLINE}` }, { 'a.js': 'f()\n' }],
    [
      'a comment before others, which stay',
      { 'a.js': 'f()\n//# sourceMappingURL=a.js.map\n//# debugId=1\n/* end */\n', 'a.js.map': MAP },
      { 'a.js': 'f()\n\n//# debugId=1\n/* end */\n' },
    ],
    [
      'every comment at the end: without the last, the one before it would hold',
      { 'a.js': `f()\n//# sourceMappingURL=${INLINE}\n//# sourceMappingURL=a.js.map\n`, 'a.js.map': MAP },
      { 'a.js': 'f()\n' },
    ],
    [
      'one map of two files',
      { 'a.js': '//# sourceMappingURL=x.map', 'b.js': '//# sourceMappingURL=x.map', 'x.map': MAP },
      { 'a.js': '', 'b.js': '' },
    ],
  ])('%s', async (_, before, after) => {
    await build(before);
    expect(await clean({ isDryRun: true })).toEqual([]);
    expect(await contents()).toEqual(before);
    expect(await clean()).toEqual([]);
    expect(await contents()).toEqual(after);
    expect(await cleanMaps(directory)).toEqual({ maps: [], comments: [], outdatedCopies: [], kept: [] });
  });
});

describe('keeps other files', () => {
  test.each<[string, Record<string, string>, readonly string[], CleanOptions?]>([
    ['a level of a game', { 'level.map': '{"tiles":[]}' }, [expect.stringMatching(/^level\.map: no script/) as never]],
    ['a map without a script', { 'a.js.map': MAP }, [expect.stringMatching(/^a\.js\.map: no script/) as never]],
    [
      'what is named like a map and is none',
      { 'a.js': 'f()', 'a.js.map': '[1]' },
      ['a.js.map: it is not a source map'],
    ],
    [
      'what a comment names and is none',
      { 'a.js': 'f()\n//# sourceMappingURL=data.json', 'data.json': '{"mappings":1}' },
      ['data.json: it is not a source map'],
    ],
    [
      'a comment in a string',
      { 'a.js': 'const end = `\n//# sourceMappingURL=a.js.map\n`;\nf(end);', 'b.js': 'g()' },
      [expect.stringMatching(/^a\.js: it refers to the map "a\.js\.map", which does not exist/) as never],
    ],
    [
      'what lies outside the directory',
      { 'a.js': 'f()\n//# sourceMappingURL=../secret.map' },
      [expect.stringMatching(/^a\.js: it refers to the map/) as never],
    ],
    [
      'what is ignored',
      { 'v/a.js': 'f()\n//# sourceMappingURL=a.js.map', 'v/a.js.map': MAP, 'node_modules/b.js.map': MAP },
      [],
      { ignore: ['v'] },
    ],
  ])('%s', async (...[, files, kept, options]) => {
    await writeFile(path.join(directory, '../secret.map'), MAP);
    await build(files);
    expect(await clean(options)).toEqual(kept);
    expect(await contents()).toEqual(files);
    expect(await readFile(path.join(directory, '../secret.map'), 'utf8')).toBe(MAP);
  });
});

test('the cleaner does not change a file with code after an apparent comment', async () => {
  const code = 'const end = `\n//# sourceMappingURL=a.js.map\n`;\nf(end);';
  await build({ 'a.js': code, 'a.js.map': MAP });
  expect(await clean()).toEqual(['a.js: code follows its comment, which may be part of a string']);
  expect(await contents()).toEqual({ 'a.js': code });
});

test('a file that a page names by its integrity hash is not changed', async () => {
  const code = 'f()\n//# sourceMappingURL=a.js.map';
  const hash = createHash('sha384').update(code).digest('base64');
  const page = `<script src="a.js" integrity="sha384-${hash}"></script>`;
  await build({ 'a.js': code, 'a.js.map': MAP, 'index.html': page });
  expect(await clean()).toEqual(['a.js: a page loads it with an integrity hash and would reject a changed file']);
  expect(await contents()).toEqual({ 'a.js': code, 'index.html': page });
});

test('an interruption leaves the remaining files unchanged', async () => {
  const files = { 'a.js': 'f()\n//# sourceMappingURL=a.js.map', 'a.js.map': MAP };
  await build(files);
  expect(await cleanMaps(directory, { signal: AbortSignal.abort() })).toMatchObject({ maps: [], comments: [] });
  expect(await contents()).toEqual(files);
});

describe('compressed copies', () => {
  const CODE = 'f()\n//# sourceMappingURL=a.js.map\n';
  const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]);

  const write = (file: string, bytes: Uint8Array): Promise<void> => writeFile(path.join(directory, file), bytes);
  const read = (file: string): Promise<Buffer> => readFile(path.join(directory, file));
  const names = async (): Promise<readonly string[]> => (await readdir(directory)).sort();

  test('of a map are removed with it; those of its script lose the comment', async () => {
    await build({ 'a.js': CODE, 'a.js.map': MAP });
    await compress('a.js', CODE);
    await compress('a.js.map', MAP);
    await write('a.js.map.zst', ZSTD);
    expect(await clean({ isDryRun: true })).toEqual([]);
    expect(gunzipSync(await read('a.js.gz')).toString()).toBe(CODE);
    const before = await names();
    expect(await clean()).toEqual([]);
    expect(before).toHaveLength(7);
    expect(await names()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
    expect(gunzipSync(await read('a.js.gz')).toString()).toBe('f()\n');
    expect(brotliDecompressSync(await read('a.js.br')).toString()).toBe('f()\n');
  });

  test('without their originals are cleaned by what they contain', async () => {
    await compress('a.js', CODE);
    await compress('a.js.map', MAP);
    await write('a.js.map.zst', ZSTD);
    await compress('b.css', `p{}/*# sourceMappingURL=${INLINE} */`);
    await compress('c.js', 'g()');
    await build({ 'c.js.map': MAP });
    expect(await clean()).toEqual([]);
    expect(await names()).toEqual(['a.js.br', 'a.js.gz', 'b.css.br', 'b.css.gz', 'c.js.br', 'c.js.gz']);
    expect(gunzipSync(await read('a.js.gz')).toString()).toBe('f()\n');
    expect(brotliDecompressSync(await read('b.css.br')).toString()).toBe('p{}');
  });

  test('that an earlier run left are cleaned', async () => {
    await build({ 'a.js': 'f()\n' });
    await compress('a.js', CODE);
    await compress('a.js.map', MAP);
    expect(await clean()).toEqual([]);
    expect(await names()).toEqual(['a.js', 'a.js.br', 'a.js.gz']);
    expect(gunzipSync(await read('a.js.gz')).toString()).toBe('f()\n');
  });

  const OTHER = CODE.replace('a.js.map', 'maps/a.12ab.map');

  test.each([
    ['beside it', { 'a.js': OTHER }, []],
    ['only as a copy', {}, ['a.js']],
    ['without its comment, which a copy has', { 'a.js': 'f()\n' }, ['a.js']],
  ])(
    'of a map with another name, which exists only as copies, are removed: its script is %s',
    async (_where, files, copied) => {
      await build({ ...files, 'maps/level.map': '{"tiles":[]}' });
      for (const file of copied) await compress(file, OTHER);
      await compress('maps/a.12ab.map', MAP);
      await write('maps/a.12ab.map.zst', ZSTD);
      await cleanMaps(directory);
      expect((await readdir(path.join(directory, 'maps'))).sort()).toEqual(['level.map']);
    },
  );

  test.each([
    ['of a script', 'a.js', ['a.js']],
    ['of a script without a map', 'other.js', ['a.12ab.map.br', 'a.12ab.map.gz', 'a.js']],
  ])('are removed with a map that names the file %s', async (_whose, file, left) => {
    await build({ 'a.js': 'f()\n' });
    await compress('a.12ab.map', `{"version":3,"file":"${file}","mappings":""}`);
    expect(await clean()).toEqual([]);
    expect(await names()).toEqual(left);
  });

  test('of a map with another name go with the map', async () => {
    await build({ 'a.js': CODE.replace('a.js.map', 'a.12ab.map'), 'a.12ab.map': MAP });
    await compress('a.12ab.map', MAP);
    expect(await clean()).toEqual([]);
    expect(await names()).toEqual(['a.js']);
  });

  test('of other files stay', async () => {
    const page = `<script src="b.js" integrity="sha384-${createHash('sha384').update(CODE).digest('base64')}"></script>`;
    await build({ 'level.map': '{"tiles":[]}', 'index.html': page });
    await compress('level.map', '{"tiles":[]}');
    await write('a.js.map.gz', gzipSync('[1]'));
    await build({ 'a.js': 'f()' });
    await write('b.js.gz', gzipSync(CODE.replace('a.js.map', 'b.js.map')));
    await write('broken.js.gz', Buffer.from('no gzip'));
    const before = await contents();
    expect(await clean()).toEqual([
      'a.js.map.gz: it is not a source map',
      'b.js.gz: it refers to the map "b.js.map", which does not exist',
      expect.stringMatching(/^broken\.js\.gz: it cannot be decompressed: /),
      expect.stringMatching(/^level\.map: no script/),
    ]);
    expect(await contents()).toEqual(before);
  });

  test('with an integrity hash stay', async () => {
    const page = `<script src="a.js" integrity="sha384-${createHash('sha384').update(CODE).digest('base64')}"></script>`;
    await build({ 'index.html': page, 'a.js.map': MAP });
    await write('a.js.gz', gzipSync(CODE));
    expect(await clean()).toEqual(['a.js.gz: a page loads it with an integrity hash and would reject a changed file']);
    expect(await names()).toEqual(['a.js.gz', 'index.html']);
    expect(gunzipSync(await read('a.js.gz')).toString()).toBe(CODE);
  });

  const canRewrite = 'zstdCompressSync' in zlib;
  test('with Zstandard are compressed again if this Node can, else removed', async () => {
    await build({ 'a.js': CODE, 'a.js.map': MAP });
    await write('a.js.zst', ZSTD);
    const { comments, outdatedCopies } = await cleanMaps(directory);
    const of = (files: readonly string[]): readonly string[] => files.map((file) => path.basename(file));
    expect([of(comments), of(outdatedCopies)]).toEqual(
      canRewrite ? [['a.js', 'a.js.zst'], []] : [['a.js'], ['a.js.zst']],
    );
    expect(await names()).toEqual(canRewrite ? ['a.js', 'a.js.zst'] : ['a.js']);
  });

  async function compress(file: string, text: string): Promise<void> {
    await write(`${file}.gz`, gzipSync(text));
    await write(`${file}.br`, brotliCompressSync(text));
  }
});

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const absolute = path.join(directory, file);
    await mkdir(path.dirname(absolute), { recursive: true });
    await writeFile(absolute, text);
  }
}

/** The files of the directory, by path. */
async function contents(): Promise<Record<string, string>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
  const texts = await Promise.all(
    files.sort().map(async (file) => [path.relative(directory, file), await readFile(file, 'utf8')] as const),
  );
  return Object.fromEntries(texts);
}

async function clean(options: CleanOptions = {}): Promise<readonly string[]> {
  return (await cleanMaps(directory, options)).kept.map(
    ({ path: file, reason }) => `${path.relative(directory, file)}: ${reason}`,
  );
}
