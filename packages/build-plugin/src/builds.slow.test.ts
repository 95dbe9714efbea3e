import { describe, expect, test } from '@jest/globals';
import { type SluiceOptions } from '../types/options.d.js';
import { BUNDLERS } from './testing/runBuild.js';
import { buildShop } from './testing/shopBuild.js';
import { uploadTo, useShopBuilds } from './testing/useShopBuilds.js';

const RELEASE = 'shop@1.4.2+a/b';
const stub = useShopBuilds();
const isMap = (file: string): boolean => file.endsWith('.map');
const codeOf = (files: readonly string[]): readonly string[] => files.filter((file) => file.endsWith('.js'));
const uploaded = (): readonly string[] => stub.uploads.map(({ filename }) => filename).sort();

describe.each(BUNDLERS)('a build with %s', (bundler) => {
  test('emits the bytes that it emits without the plugin where debugIds is false, and uploads those maps', async () => {
    const ask = { bundler, release: 'undefined' };
    const plain = await buildShop({ ...ask, maps: 'hidden' });
    const built = await buildShop({
      ...ask,
      options: options({ deleteAfterUpload: false, debugIds: false }),
      beside: plain,
    });
    expect(built.files).toEqual(plain.files);
    expect(plain.files.filter(isMap).length).toBeGreaterThanOrEqual(2);
    for (const file of plain.files) expect(await built.read(file)).toBe(await plain.read(file));
    expect(stub.uploads).toHaveLength(2);
    for (const { filename, map } of stub.uploads) expect(map).toBe(await plain.read(`${filename}.map`));
  });

  test('keeps the maps where deleteAfterUpload is false, also those of styles', async () => {
    const build = await buildShop({ bundler, options: options({ deleteAfterUpload: false }) });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect(uploaded()).toEqual(codeOf(build.files));
    expect(build.files.filter(isMap)).toEqual(expect.arrayContaining(uploaded().map((file) => `${file}.map`)));
    // Vite emits no maps of styles.
    expect(build.files.some((file) => file.endsWith('.css.map'))).toBe(bundler !== 'vite');
  });

  test.each([true, false])(
    'shows no maps to pages where they were asked to be shown (deleted: %s)',
    async (deletes) => {
      const build = await buildShop({ bundler, maps: true, options: options({ deleteAfterUpload: deletes }) });
      expect(build.code).toBe(0);
      expect(stub.uploads).toHaveLength(2);
      const texts = await Promise.all(codeOf(build.files).map((file) => build.read(file)));
      expect(texts.join('')).not.toContain('sourceMappingURL');
    },
  );

  test('reports once that maps are disabled, and does nothing', async () => {
    const build = await buildShop({ bundler, maps: false, options: options() });
    expect(build.code).toBe(0);
    expect(build.warnings).toEqual([expect.stringMatching(/emitted none/)]);
    expect(stub.requests).toBe(0);
  });

  test('does nothing while it watches', async () => {
    const build = await buildShop({ bundler, kind: 'watch', maps: true, options: options() });
    expect(build).toMatchObject({ code: 0, stderr: expect.not.stringContaining('sluice') as unknown });
    expect(stub.requests).toBe(0);
    expect(build.files.filter(isMap).length).toBeGreaterThanOrEqual(2);
  });

  test.each([{ NODE_ENV: 'test' }, { NODE_ENV: 'development' }])('does nothing with %p', async (environment) => {
    const build = await buildShop({ bundler, options: options(), environment });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect(stub.requests).toBe(0);
    expect(build.files.filter(isMap).filter((file) => !file.endsWith('.css.map'))).toEqual([]);
  });

  test('reads all options from the environment', async () => {
    const environment = {
      SLUICE_URL: stub.url,
      SLUICE_AUTH_TOKEN: 'slp_environment',
      SLUICE_ORG: 'acme',
      SLUICE_PROJECT: 'shop',
      GITHUB_SHA: 'c0ffee',
    };
    const build = await buildShop({ bundler, options: {}, environment });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    expect(stub.uploads).toHaveLength(2);
    expect(stub.uploads[0]).toMatchObject({ authorization: 'Bearer slp_environment', release: 'c0ffee' });
  });
});

function options(more: SluiceOptions = {}): SluiceOptions {
  return uploadTo(stub, { release: RELEASE, ...more });
}
