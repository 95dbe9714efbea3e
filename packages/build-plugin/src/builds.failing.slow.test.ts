import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type SluiceOptions } from '../types/options.d.js';
import { BUNDLERS, buildPlugin } from './testing/runBuild.js';
import { buildShop, removeShops, type ShopBuild } from './testing/shopBuild.js';
import { startUploadStub, type UploadStub } from './testing/uploadStub.js';
import { uploadTo } from './testing/useShopBuilds.js';

let refusing: UploadStub;
let mute: UploadStub;
/** An address without a server. */
let nowhere: string;
beforeAll(async () => {
  refusing = await startUploadStub(401);
  mute = await startUploadStub('silent');
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  nowhere = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  await new Promise((done) => server.close(done));
  await buildPlugin();
}, 60_000);
afterAll(async () => {
  await refusing.stop();
  await mute.stop();
  await removeShops();
});

describe.each(BUNDLERS)('a build with %s', (bundler) => {
  test('continues if the token is refused: one warning with the files, and no maps in the output', async () => {
    const build = await buildShop({ bundler, options: options(refusing.url) });
    expect(build.code).toBe(0);
    expect(build.warnings).toEqual([expect.stringMatching(/2 of 2 source maps were not uploaded \(.*\.js\): .*token/)]);
    expect(build.stderr).not.toContain('slp_secret');
    noMaps(build);
  });

  test('continues if the service is unreachable, and exits by itself', async () => {
    const build = await buildShop({ bundler, options: options(nowhere) });
    expect(build.code).toBe(0);
    expect(build.warnings).toEqual([expect.stringMatching(/ECONNREFUSED/)]);
    noMaps(build);
  });

  test('fails with the option to fail, also without maps in the output', async () => {
    const build = await buildShop({ bundler, options: options(refusing.url, { strict: true }) });
    expect(build.code).toBe(1);
    expect(build.stderr).toMatch(/FAILED[^]*were not uploaded/);
    noMaps(build);
  });

  test('warns once of all that is missing, and has no maps in the output', async () => {
    const build = await buildShop({ bundler, options: { url: nowhere, org: 'acme', project: ' ' } });
    expect(build.code).toBe(0);
    expect(build.warnings).toEqual([
      'sluice: warning: no source maps were uploaded: authToken (SLUICE_AUTH_TOKEN) is not set ' +
        '(sluice token create --org acme --scopes project:releases makes one), ' +
        'project (SLUICE_PROJECT) is not set, no release (option release, or SLUICE_RELEASE)',
    ]);
    noMaps(build);
  });

  test('continues after the time limit if the service accepts connections and never responds', async () => {
    const build = await buildShop({ bundler, options: options(mute.url, { timeoutSeconds: 0.2 }) });
    expect(build.code).toBe(0);
    expect(build.warnings).toEqual([
      expect.stringMatching(
        /2 of 2 source maps were not uploaded \(.*\): http\S+ did not answer any upload within 0\.2 s\. The option timeoutSeconds \(0\.2\)/,
      ),
    ]);
    noMaps(build);
  });

  test('prints nothing with the option silent', async () => {
    const build = await buildShop({ bundler, options: options(refusing.url, { silent: true }) });
    expect(build).toMatchObject({ code: 0, stderr: expect.not.stringContaining('sluice') as unknown });
    noMaps(build);
  });
});

function noMaps({ files }: ShopBuild): void {
  expect(files.length).toBeGreaterThanOrEqual(3);
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
}

function options(url: string, more: SluiceOptions = {}): SluiceOptions {
  return uploadTo({ url }, { release: 'shop@1', ...more });
}
