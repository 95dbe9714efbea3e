import path from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

test('a browser can load the kinds of conditions and drops, without modules of Node and validators of the wire', async () => {
  const { metafile } = await build({
    entryPoints: [path.join(import.meta.dirname, 'kinds.ts')],
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: 'out',
    format: 'esm',
    platform: 'browser',
    conditions: ['@sluice/source'],
    external: ['node:*'],
    logLevel: 'error',
  });
  const [output] = Object.values(metafile.outputs);
  expect(output?.imports).toEqual([]);
  expect(output?.bytes).toBeLessThan(32_000);
});
