// Prints the sizes of the browser SDK and of the dashboard and their budgets, minified and gzipped; of the SDK as bundled into a
// program that imports only that part. Fails if a part exceeds its budget, or, if it never met that, its last size.
import { build } from 'esbuild';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { COMPILE_HINT } from '../packages/client/bundle.mjs';
import { build as buildAll } from './build.mjs';
import { weighDashboard } from './dashboardSizes.mjs';

const client = path.resolve(import.meta.dirname, '../packages/client');
const KB = 1_024;

const DSN = `dsn: 'https://0123456789abcdef0123456789abcdef@sluice.example'`;
const ERRORS = `init({ ${DSN} }); captureException(new Error('x'));`;
const CALLS = `log('info', 'x'); hit('x'); span('x', () => 1); asyncSpan('x', async () => 1); startInactiveSpan('x').end();`;

/** A measured program, or a file of the script tag. */
const PARTS = [
  {
    name: 'errors and transport',
    budget: 4 * KB,
    most: 6.05 * KB,
    program: `import { init, captureException } from '@sluice/client'; ${ERRORS}`,
  },
  {
    name: '+ logs, hits, spans',
    budget: 6 * KB,
    most: 7.25 * KB,
    program: `import { init, captureException, log, hit, span, asyncSpan, startInactiveSpan } from '@sluice/client'; ${ERRORS} ${CALLS}`,
  },
  {
    name: '+ tracing, HTTP, vitals',
    most: 11.25 * KB,
    program: `import { init, captureException, log, hit, span, asyncSpan, startInactiveSpan } from '@sluice/client';
      import { browserTracing, httpSpans, httpErrors, webVitals, hits, consoleLogs } from '@sluice/client'; ${CALLS}
      init({ ${DSN}, integrations: [browserTracing(), httpSpans(), httpErrors(), webVitals(), hits(), consoleLogs()] });
      captureException(new Error('x'));`,
  },
  { name: 'file of the script tag', most: 13.1 * KB, file: 'src/browser/tag.ts', banner: COMPILE_HINT },
  { name: 'vitals beyond paints (loaded later)', most: 1.6 * KB, file: 'src/browser/vitalsTag.ts' },
  { name: 'recorder of replays (loaded later)', most: 27 * KB, file: 'src/browser/replayTag.ts' },
  { name: 'loader', most: KB, file: 'src/browser/loader.ts' },
];

async function weigh({ program, file, banner = '' }) {
  const input =
    file === undefined
      ? { stdin: { contents: program, resolveDir: client, loader: 'js' } }
      : { entryPoints: [path.join(client, file)] };
  const { outputFiles } = await build({
    ...input,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2020',
    platform: 'browser',
    conditions: ['@sluice/source'],
    external: ['./chunk.js'],
    banner: { js: banner },
    logLevel: 'error',
  });
  const [{ contents }] = outputFiles;
  return { minified: contents.length, gzipped: gzipSync(contents, { level: 9 }).length };
}

const inKb = (bytes) => `${(bytes / KB).toFixed(2)} KB`.padStart(9);
const heads = ['minified', 'gzipped', 'budget'].map((head) => head.padStart(9)).join(' ');
console.log(`${'part'.padEnd(36)} ${heads}`);
function print({ name, minified, gzipped, budget, most }) {
  const verdict = gzipped > most ? '  TOO MUCH' : gzipped > budget ? '  over its budget, as known' : '';
  console.log(`${name.padEnd(36)} ${inKb(minified)} ${inKb(gzipped)} ${inKb(budget)}${verdict}`);
  if (gzipped > most) process.exitCode = 1;
}

for (const { name, most, budget = most, ...part } of PARTS) print({ name, most, budget, ...(await weigh(part)) });
await buildAll();
for (const part of await weighDashboard()) print({ ...part, budget: part.most });
