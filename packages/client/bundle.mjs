// Builds what is not one file per source file: the files of the script tag, CommonJS, and type declarations.
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';

const root = import.meta.dirname;
const source = (file) => path.join(root, 'src', file);
/** Browsers of the last five years. */
const BROWSERS = 'es2020';

/**
 * Chromium compiles the whole file while it loads, off the main thread, instead of each function when it is first called. Other
 * browsers ignore the comment.
 */
export const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

/** Deferred parts have their own files. */
const LATER = ['./chunk.js'];

/** The file of the script tag, its deferred files, and the loader for the head of a page. */
const forTags = (output) => [
  {
    entryPoints: [source('browser/tag.ts')],
    outfile: path.join(output, 'sdk/sluice.js'),
    external: LATER,
    banner: { js: COMPILE_HINT },
  },
  { entryPoints: [source('browser/replayTag.ts')], outfile: path.join(output, 'sdk/replay.js') },
  { entryPoints: [source('browser/vitalsTag.ts')], outfile: path.join(output, 'sdk/vitals.js') },
  { entryPoints: [source('browser/loader.ts')], outfile: path.join(output, 'sdk/loader.js') },
];

/** For programs that `require`. */
const forRequire = (output) => [
  { entryPoints: [source('browser/index.ts')], outfile: path.join(output, 'cjs/browser.cjs'), platform: 'browser' },
  { entryPoints: [source('worker/index.ts')], outfile: path.join(output, 'cjs/worker.cjs'), platform: 'browser' },
  { entryPoints: [source('node/index.ts')], outfile: path.join(output, 'cjs/node.cjs'), platform: 'node' },
];

/**
 * Deferred parts for bundlers, self-contained: for a module that imports helpers of another, bundlers create a chunk
 * that imports the program's entry, and an entry that fails would take the recording of its failure with it.
 */
const forBundlers = (output) =>
  ['replay/chunk', 'browser/vitals/chunk'].map((chunk) => ({
    entryPoints: [source(`${chunk}.ts`)],
    outfile: path.join(output, `${chunk}.js`),
    format: 'esm',
    target: 'es2022',
  }));

/** Declarations for programs that import, and copies for those that `require`. */
async function declare(output) {
  const types = path.join(output, 'types');
  const compiler = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript')), 'tsc.js');
  const project = path.join(root, 'tsconfig.types.json');
  await promisify(execFile)(process.execPath, [compiler, '-p', project, '--outDir', types]);
  const files = (await readdir(types, { recursive: true })).filter((file) => file.endsWith('.d.ts'));
  await Promise.all(files.map((file) => declareForRequire(path.join(types, file))));
}

/** Of a file next to it, a declaration names only the file. */
const NEXT = /(?<=\b(?:from |import\()(['"])\.[^'"]*)\.js(?=\1)/g;

/** The compiler treats `.d.ts` files of this package as ESM, which CommonJS must not `require`. */
async function declareForRequire(file) {
  const text = await readFile(file, 'utf8');
  await writeFile(file.replace(/\.ts$/, '.cts'), text.replace(NEXT, '.cjs'));
}

/** Writes all of it below a directory. @param {string} output */
export async function bundle(output) {
  const { build } = await import('esbuild');
  const shared = { bundle: true, logLevel: 'error', legalComments: 'none' };
  await Promise.all([
    ...forTags(output).map((one) => build({ ...shared, format: 'iife', minify: true, target: BROWSERS, ...one })),
    ...forRequire(output).map((one) =>
      build({ ...shared, format: 'cjs', target: 'es2022', packages: 'external', ...one }),
    ),
    ...forBundlers(output).map((one) => build({ ...shared, ...one })),
    declare(output),
  ]);
}
