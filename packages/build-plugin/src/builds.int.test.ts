import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { BUNDLERS } from './testing/runBuild.js';
import { buildShop } from './testing/shopBuild.js';
import { uploadTo, useShopBuilds } from './testing/useShopBuilds.js';

const RELEASE = 'shop@1.4.2+a/b';
const stub = useShopBuilds();

describe.each(BUNDLERS)('a build with %s', (bundler) => {
  test('uploads the map of every chunk, removes them all, and ends by itself', async () => {
    const build = await buildShop({
      bundler,
      options: uploadTo(stub, { release: RELEASE }),
      before: async (output) => {
        await mkdir(output, { recursive: true });
        await writeFile(join(output, 'yesterday.js'), '');
        await writeFile(join(output, 'yesterday.js.map'), '{}');
      },
    });
    expect(build).toMatchObject({ code: 0, warnings: [] });
    const code = build.files.filter((file) => file.endsWith('.js') && file !== 'yesterday.js');
    expect(code).toHaveLength(2);
    expect(stub.uploads.map(({ filename }) => filename).sort()).toEqual(code);
    for (const upload of stub.uploads) {
      expect(upload).toMatchObject({
        path: '/api/0/projects/acme/shop/sourcemaps',
        authorization: 'Bearer slp_secret',
        release: RELEASE,
      });
      expect(JSON.parse(upload.map)).toMatchObject({ version: 3, mappings: expect.stringMatching(/\S/) as unknown });
    }
    expect(stub.uploads.map(({ map }) => map).join('')).toContain('count of an item is');
    // Files that this build did not emit do not belong to it.
    expect(build.files.filter((file) => file.endsWith('.map'))).toEqual(['yesterday.js.map']);
    expect(build.stderr).not.toContain('slp_secret');
    const texts = await Promise.all(build.files.map((file) => build.read(file)));
    expect(texts.join('')).not.toContain('sourceMappingURL');
    expect(texts.join('')).toContain(RELEASE);
  });
});
