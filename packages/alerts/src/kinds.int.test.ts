import path from 'node:path';
import { expect, test } from '@jest/globals';
import { build } from 'esbuild';

/**
 * The words and fields of all kinds take 31,800 bytes. A further kind may raise the limit; a package that must not be loaded exceeds it by far:
 * the smallest one, ipaddr.js, has 13,000 bytes.
 */
const MOST_BYTES = 32_000;

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
  expect(output?.bytes).toBeLessThan(MOST_BYTES);
});
