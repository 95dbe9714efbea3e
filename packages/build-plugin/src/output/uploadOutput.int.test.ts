import { describe, expect, test } from '@jest/globals';
import { type SluiceOptions } from '../../types/options.d.js';
import { startUploadStub } from '../testing/uploadStub.js';
import { diskStorage } from './diskStorage.js';
import { filesToUpload, uploadOutput } from './uploadOutput.js';

interface Case {
  readonly file: string;
  readonly publicPath?: string;
  readonly isServer?: boolean;
  readonly options?: SluiceOptions;
}

const say: SluiceOptions['urlPrefix'] = ({ directory, isServer }) => (isServer ? directory : undefined);

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
  [
    'its path below the directory of the build for a server',
    { file: 'a.js', publicPath: '/x/', isServer: true, options: { urlPrefix: '/y/' } },
    ['dist/a.js'],
  ],
  ['its path beside the output', { file: '../server/a.js', isServer: true }, ['server/a.js']],
  ['its path with single slashes on a server', { file: 'b//a.js', isServer: true }, ['dist/b/a.js']],
  ['its path with the slashes that pages load', { file: 'b//a.js' }, ['b//a.js']],
  ['its path below appRoot for a server', { file: 'a.js', isServer: true, options: { appRoot: 'dist' } }, ['a.js']],
  [
    'its name where a server is not below appRoot',
    { file: 'a.js', isServer: true, options: { appRoot: '/b' } },
    ['a.js'],
  ],
  [
    'what a function says of its output',
    { file: 'a.js', isServer: true, options: { urlPrefix: say } },
    ['app/dist/a.js'],
  ],
  [
    'by default where a function says nothing',
    { file: 'a.js', publicPath: '/x/', options: { urlPrefix: say } },
    ['x/a.js'],
  ],
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

test('a map that a tool has made again without its debug id gets that of its file', async () => {
  const id = '85314830-023f-4cf1-a267-535f4e37bb17';
  const files: Readonly<Record<string, string>> = {
    'a.js': `a();\n//# debugId=${id}\n`,
    'a.js.map': '{"mappings":"AAAA"}',
    'b.js': 'b();',
    'b.js.map': '{"mappings":""}',
  };
  const read = (name: string) => Promise.resolve(Buffer.from(files[name] ?? ''));
  const storage = { ...diskStorage('/app/dist'), read };
  const maps = ['a.js', 'b.js'].map((file) => ({ file, map: `${file}.map` }));
  const output = { storage, directory: '/app/dist', publicPath: undefined, isServer: false, hasDebugIds: true };
  const texts = await Promise.all(
    filesToUpload(maps, output, { startedIn: '/app' }).map(async (file) => Buffer.from(await file.read()).toString()),
  );
  expect(texts).toEqual([`{"debugId":"${id}","debug_id":"${id}","mappings":"AAAA"}`, '{"mappings":""}']);
});

describe('a service that accepts connections and never responds', () => {
  const files = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((filename) => ({
    filename,
    origin: filename,
    read: () => Promise.resolve(Buffer.from('{}')),
  }));

  test.each([
    [
      300,
      300,
      /8 of 8 source maps were not uploaded \(a, b, c and 5 more\): http\S+ did not answer any upload within 0\.3 s\. /,
    ],
    [60_000, 100, /8 of 8 .*: Earlier uploads used up the time\. The option timeoutSeconds \(60\) covers all/],
    [60_000, 0, /8 of 8 .*: Earlier uploads used up the time\./],
  ])(
    'with a limit of %d ms and %d ms left, progress is visible and one warning has the numbers',
    async (limitMs, leftMs, warning) => {
      const stub = await startUploadStub('silent');
      const said: string[] = [];
      const report = { warn: () => undefined, info: (line: string) => said.push(line), debug: () => undefined };
      const target = { url: stub.url, token: 't', organization: 'a', project: 'b' };
      const problems = await uploadOutput({ target, release: '1', files }, { limitMs, leftMs, progressMs: 20 }, report);
      await stub.stop();
      expect(problems).toEqual([expect.stringMatching(warning)]);
      expect(said.at(-1)).toBe('source maps of release 1: 8 failed');
      const progress = new RegExp(`: 0 of 8 after 0 s \\(${limitMs / 1_000} s at most for the whole build\\)$`);
      expect(said.slice(0, -1).every((line) => progress.test(line))).toBe(true);
      expect(said.length > 1).toBe(leftMs > 0);
    },
  );
});

function namesOf({ file, publicPath, isServer = false, options = {} }: Case): readonly string[] {
  return filesToUpload(
    [{ file, map: `${file}.map` }],
    { storage: diskStorage('/app/dist'), directory: '/app/dist', publicPath, isServer, hasDebugIds: false },
    { ...options, startedIn: '/app' },
  ).map(({ filename }) => filename);
}
