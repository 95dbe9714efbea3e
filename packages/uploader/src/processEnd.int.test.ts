import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { build } from 'esbuild';
import { startFakeService, type FakeService } from './testing/fakeService.js';

let service: FakeService;
let bundle: string;
beforeAll(async () => {
  service = await startFakeService();
  bundle = path.join(await testDirectory('uploader'), 'uploader.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'uploadMaps.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});
afterAll(() => service.stop());

/**
 * Uploads in a separate process. Resolves with the milliseconds that the process ran after the last result;
 * `Infinity` if there was no result.
 */
async function lingering(url: string): Promise<number> {
  const script = `
    import { uploadMaps } from ${JSON.stringify(bundle)};
    const target = { url: ${JSON.stringify(url)}, token: 't', organization: 'a', project: 'b' };
    const files = Array.from({ length: 8 }, (_, index) => ({
      filename: index + '.js', origin: 'o', read: async () => new Uint8Array(100_000),
    }));
    const results = await uploadMaps(target, '1', files, { backOffMs: 1 });
    console.log(results.map(({ outcome }) => outcome).join());`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let saidAt = -Infinity;
  child.stdout.once('data', () => (saidAt = Date.now()));
  return new Promise((resolve) => child.once('exit', () => resolve(Date.now() - saidAt)));
}

// A kept connection that held the process would hold it for the four seconds that undici keeps one.
const AT_ONCE_MS = 2_000;

test('after an upload, the process exits by itself', async () => {
  expect(await lingering(service.url)).toBeLessThan(AT_ONCE_MS);
  expect(service.kept.size).toBe(8);
});

test('after one that was refused while others were under way', async () => {
  service.interfere(({ method }) => (method === 'GET' ? 'broken' : { status: 401 }));
  expect(await lingering(service.url)).toBeLessThan(AT_ONCE_MS);
});

test('after an upload without a response', async () => {
  const closed = await startFakeService();
  await closed.stop();
  expect(await lingering(closed.url)).toBeLessThan(AT_ONCE_MS);
});
