import { describe, expect, test } from '@jest/globals';
import { type SluiceOptions } from '../types/options.d.js';
import { type Bundler } from './testing/runBuild.js';
import { buildShop, type ShopBuild } from './testing/shopBuild.js';
import { uploadTo, useShopBuilds } from './testing/useShopBuilds.js';

const stub = useShopBuilds();
const uploaded = (): readonly string[] => stub.uploads.map(({ filename }) => filename).sort();
const codeIn = ({ files }: ShopBuild): readonly string[] => files.filter((file) => file.endsWith('.js'));
const mapsIn = ({ files }: ShopBuild): readonly string[] => files.filter((file) => file.endsWith('.map'));

test.each<{ bundler: Bundler; kind: 'outputs' | 'compilers' | 'environments'; outputs: readonly string[] }>([
  { bundler: 'rollup', kind: 'outputs', outputs: ['cjs', 'es'] },
  { bundler: 'webpack', kind: 'compilers', outputs: ['one', 'two'] },
  { bundler: 'rspack', kind: 'compilers', outputs: ['one', 'two'] },
  { bundler: 'vite', kind: 'environments', outputs: ['client', 'server'] },
])('$bundler: every one of several outputs is uploaded by its own names, and left without maps', async (given) => {
  const build = await buildShop({ bundler: given.bundler, kind: given.kind, options: options() });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  const code = codeIn(build);
  expect([...new Set(code.map((file) => file.split('/')[0]))]).toEqual(given.outputs);
  // A server's files are named below the directory of the build, as the SDK for Node names them.
  const names = code.map((file) => (file.startsWith('server/') ? `dist/${file}` : file.replace(/^\w+\//, '')));
  expect(uploaded()).toEqual(names.sort());
  expect(mapsIn(build)).toEqual([]);
});

test.each<{ bundler: Bundler; kind: 'outputs' | 'compilers' | 'environments' }>([
  { bundler: 'rollup', kind: 'outputs' },
  { bundler: 'webpack', kind: 'compilers' },
  { bundler: 'rspack', kind: 'compilers' },
  { bundler: 'vite', kind: 'environments' },
])('$bundler: an option missing for several outputs causes one warning', async (given) => {
  const build = await buildShop({ ...given, options: options({ authToken: '' }) });
  expect(build).toMatchObject({ code: 0, warnings: [expect.stringMatching(/SLUICE_AUTH_TOKEN/)] });
  expect(mapsIn(build)).toEqual([]);
});

describe.each<Bundler>(['vite', 'rolldown', 'webpack', 'rspack', 'esbuild'])('a server build with %s', (bundler) => {
  test('uploads no maps where ssr is false, and has none in the output', async () => {
    const build = await buildShop({ bundler, isServer: true, options: options({ ssr: false }) });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect(codeIn(build)).toHaveLength(2);
    expect(stub.requests).toBe(0);
    expect(mapsIn(build)).toEqual([]);
  });

  test('uploads its maps by default, by paths below the directory of the build', async () => {
    const more = { urlPrefix: '/assets/' };
    const build = await buildShop({ bundler, isServer: true, publicPath: '/static/', options: options(more) });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect(uploaded()).toEqual(codeIn(build).map((file) => `dist/${file}`));
  });
});

test('rollup: a bundle is one of a server where the options say so', async () => {
  const build = await buildShop({ bundler: 'rollup', options: options({ platform: 'node' }) });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toEqual(codeIn(build).map((file) => `dist/${file}`));
});

test('only the server of several environments is left out where ssr is false', async () => {
  const build = await buildShop({ bundler: 'vite', kind: 'environments', options: options({ ssr: false }) });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toEqual(
    codeIn(build)
      .filter((file) => file.startsWith('client/'))
      .map((file) => file.slice('client/'.length)),
  );
  expect(mapsIn(build)).toEqual([]);
});

test.each<{ bundler: Bundler; publicPath: string; urlPrefix?: string; prefix: string }>([
  { bundler: 'vite', publicPath: '/shop/', prefix: 'shop/' },
  { bundler: 'vite', publicPath: './', prefix: '' },
  { bundler: 'vite', publicPath: 'https://cdn.example/static/', prefix: 'static/' },
  { bundler: 'vite', publicPath: '/shop/', urlPrefix: '/other', prefix: 'other/' },
  { bundler: 'webpack', publicPath: '/shop/', prefix: 'shop/' },
  { bundler: 'webpack', publicPath: 'https://cdn.example/static/', prefix: 'static/' },
  { bundler: 'rspack', publicPath: '//cdn.example/static/', prefix: 'static/' },
  { bundler: 'esbuild', publicPath: '/shop', prefix: 'shop/' },
  { bundler: 'rollup', publicPath: '/ignored/', urlPrefix: 'https://shop.example/a/b/?x#y', prefix: 'a/b/' },
])('$bundler: uploads under the public path $publicPath or the urlPrefix $urlPrefix', async (given) => {
  const { bundler, publicPath, urlPrefix, prefix } = given;
  const build = await buildShop({ bundler, publicPath, options: options({ urlPrefix }) });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toEqual(codeIn(build).map((file) => `${prefix}${file}`));
});

test('a build uploads files that are included and not ignored, and removes all maps', async () => {
  const build = await buildShop({
    bundler: 'vite',
    options: options({ include: ['assets/**'], ignore: ['cart-*.js'] }),
  });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toEqual([expect.stringMatching(/^assets\/index-/)]);
  expect(mapsIn(build)).toEqual([]);
});

test('esbuild: uploads outputs in memory and removes their maps', async () => {
  const build = await buildShop({ bundler: 'esbuild', kind: 'memory', options: options() });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toHaveLength(2);
  expect(build.stdout).toContain(uploaded()[0]);
  expect(build.stdout).not.toContain('.map');
});

test('esbuild: treats a context as a build if enabled', async () => {
  const build = await buildShop({ bundler: 'esbuild', kind: 'watch', options: options({ enabled: true }) });
  expect(build).toMatchObject({ code: 0, warnings: [] });
  expect(uploaded()).toHaveLength(2);
  expect(mapsIn(build)).toEqual([]);
});

test('vite: nothing is done while it serves', async () => {
  const build = await buildShop({ bundler: 'vite', kind: 'serve', options: options() });
  expect(build).toMatchObject({ code: 0, stderr: '' });
  expect(stub.requests).toBe(0);
});

test.each<Bundler>(['webpack', 'rspack'])('%s: nothing is done in its mode for development', async (bundler) => {
  const build = await buildShop({ bundler, mode: 'development', maps: true, options: options() });
  expect(build).toMatchObject({ code: 0, stderr: '' });
  expect(stub.requests).toBe(0);
  expect(mapsIn(build).length).toBeGreaterThanOrEqual(2);
});

test('a build with the plugin disabled by options equals one without the plugin', async () => {
  const build = await buildShop({ bundler: 'vite', maps: true, options: options({ enabled: false }) });
  expect(build).toMatchObject({ code: 0, stderr: '' });
  expect(stub.requests).toBe(0);
  expect(mapsIn(build)).toHaveLength(2);
});

test('a build asks once which maps the service has, and sends each map once', async () => {
  await buildShop({ bundler: 'vite', options: options() });
  expect(stub.uploads).toHaveLength(2);
  // One request for the list of stored maps, and one per map.
  expect(stub.requests).toBe(3);
});

function options(more: SluiceOptions = {}): SluiceOptions {
  return uploadTo(stub, { release: 'shop@1', ...more });
}
