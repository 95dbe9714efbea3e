// The command line as one file, and what only some commands need as a few more: a command that loads 700 modules takes a
// second to begin, most of it looking for files.
import path from 'node:path';

/** Packages whose sources become part of it. */
export const bundled = [
  'alerts',
  'contract',
  'db',
  'demo',
  'erasure',
  'identity',
  'runtime',
  'sketch',
  'sourcemaps',
  'stacktrace',
  'uploader',
];

/** They read scripts next to them; and the SDK of traces, which no command loads. */
const APART = ['@sluice/redis', '@sluice/queues', '@opentelemetry/*'];

/** CommonJS modules that become part of an ES module ask for Node's own by `require`. */
const REQUIRE = `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`;

/**
 * Writes `sluice.js` and its chunks.
 * @param {string} output a directory
 */
export async function bundle(output) {
  const { build } = await import('esbuild');
  await build({
    entryPoints: [{ in: path.join(import.meta.dirname, 'src/main.ts'), out: 'sluice' }],
    outdir: output,
    chunkNames: 'sluice-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@sluice/source'],
    external: APART,
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
}
