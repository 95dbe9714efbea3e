import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { testDirectory } from '@sluice/testkit';
import { build } from 'esbuild';
import { startFakeService, type FakeService } from './testing/fakeService.js';

let service: FakeService;
let bundle: string;
beforeAll(async () => {
  bundle = path.join(await testDirectory('uploader'), 'uploader.mjs');
  await build({
    entryPoints: [path.join(import.meta.dirname, 'uploadMaps.ts')],
    outfile: bundle,
    bundle: true,
    platform: 'node',
    format: 'esm',
  });
});
beforeEach(async () => {
  service = await startFakeService();
});
afterEach(() => service.stop());

const ONLY_OUTCOMES = /^\w+(?:,\w+){7}\n$/;

test('after an upload, the process exits by itself', async () => {
  expect(await outputOf(service.url)).toMatch(ONLY_OUTCOMES);
  expect(service.kept.size).toBe(8);
});

test('after an upload that was refused while others were under way, the process exits by itself', async () => {
  service.interfere(({ method }) => (method === 'GET' ? 'broken' : { status: 401 }));
  expect(await outputOf(service.url)).toMatch(ONLY_OUTCOMES);
});

test('after an upload without a response, the process exits by itself', async () => {
  const closed = await startFakeService();
  await closed.stop();
  expect(await outputOf(closed.url)).toMatch(ONLY_OUTCOMES);
});

/**
 * Uploads eight files in a separate process. Resolves with its output: the outcomes, and `lingers` if the process does not
 * end by itself soon after them. A connection that is kept and holds the process would hold it for the four seconds that
 * undici keeps one.
 */
async function outputOf(url: string): Promise<string> {
  const script = `
    import { uploadMaps } from ${JSON.stringify(bundle)};
    const target = { url: ${JSON.stringify(url)}, token: 't', organization: 'a', project: 'b' };
    const files = Array.from({ length: 8 }, (_, index) => ({
      filename: index + '.js', origin: 'o', read: async () => new Uint8Array(100_000),
    }));
    const results = await uploadMaps(target, '1', files, { backOffMs: 1 });
    console.log(results.map(({ outcome }) => outcome).join());
    setTimeout(() => console.log('lingers'), 3_000).unref();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks = (await child.stdout.toArray()) as readonly Buffer[];
  return Buffer.concat(chunks).toString();
}
