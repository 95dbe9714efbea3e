// Transpiles every workspace's src/ to dist/ (types stripped, one file to one file) and copies Lua scripts.
// A workspace is rebuilt only when the digest of its sources changed, so a second run costs milliseconds.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleProgram } from './bundleProgram.mjs';

const root = path.resolve(import.meta.dirname, '..');
const LOCKFILE = path.join(root, 'package-lock.json');
const isSource = (file) =>
  /\.(ts|lua|sql)$/.test(file) &&
  !/\.test\.ts$/.test(file) &&
  !file.endsWith('.d.ts') &&
  !file.split(path.sep).includes('testing');

const workspaces = () =>
  ['packages', 'services'].flatMap((group) =>
    readdirSync(path.join(root, group)).map((name) => path.join(root, group, name)),
  );

/** Of a workspace's source files, below `src`, in order. Synchronous, like {@link read}: seven times faster for thousands of files. */
function sourcesOf(directory) {
  const sources = path.join(directory, 'src');
  return existsSync(sources) ? readdirSync(sources, { recursive: true }).filter(isSource).sort() : [];
}

/** Of a workspace that only its bundler builds: all files of `inputs` without tests, below the workspace, in order. */
function inputsOf(directory, inputs) {
  const files = inputs.flatMap((input) => {
    const place = path.join(directory, input);
    if (statSync(place).isFile()) return [input];
    return readdirSync(place, { recursive: true }).map((file) => path.join(input, file));
  });
  return files.filter((file) => path.extname(file) !== '' && !/\.test\.tsx?$/.test(file)).sort();
}

const read = (...file) => readFileSync(path.join(...file));

async function digestOf(directory) {
  const hash = createHash('sha256').update(read(import.meta.dirname, 'build.mjs'));
  const { bundled = [], inputs } = await bundlerOf(directory);
  const own = inputs === undefined ? [] : inputsOf(directory, inputs);
  for (const file of own) hash.update(file).update(read(directory, file));
  const transpiled = inputs === undefined ? [directory] : [];
  for (const one of [...transpiled, ...bundled.map((name) => path.join(root, 'packages', name))]) {
    for (const file of sourcesOf(one)) hash.update(file).update(read(one, 'src', file));
  }
  if (existsSync(path.join(directory, BUNDLER))) {
    // Bundled third-party code has the versions of the lockfile.
    for (const file of [path.join(directory, BUNDLER), LOCKFILE]) if (existsSync(file)) hash.update(read(file));
  }
  return hash.digest('hex');
}

/**
 * A workspace may have a module of this name, whose `bundle(output)` writes bundled files. Their inputs are the
 * sources of the workspace and of the packages listed in `bundled`. If the module exports `inputs`, files and folders of
 * the workspace, the bundler builds the workspace from these and the packages, and nothing is transpiled.
 */
const BUNDLER = 'bundle.mjs';

async function bundlerOf(directory) {
  const module = path.join(directory, BUNDLER);
  return existsSync(module) ? import(pathToFileURL(module).href) : {};
}

async function transpile(directory, file, output, hasMaps) {
  const { transform } = await import('@swc/core');
  const from = path.join(directory, 'src', file);
  const to = path.join(output, file);
  await mkdir(path.dirname(to), { recursive: true });
  if (!file.endsWith('.ts')) return cp(from, to);
  const { code } = await transform(await readFile(from, 'utf8'), {
    filename: from,
    swcrc: false,
    sourceMaps: hasMaps && 'inline',
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
    module: { type: 'nodenext' },
  });
  return writeFile(to.replace(/\.ts$/, '.js'), code);
}

/**
 * Builds one workspace into a directory aside and puts it in place at the end, so that no process runs a partial build.
 * @param {string} directory the workspace
 * @param {{ hasMaps?: boolean }} options whether files contain their source map; true by default
 * @returns {Promise<{ written: number, digest: string }>} number of written files, 0 if the output was current
 */
export async function buildWorkspace(directory, { hasMaps = true } = {}) {
  const { inputs, bundle } = await bundlerOf(directory);
  const files = inputs === undefined ? sourcesOf(directory) : inputsOf(directory, inputs);
  if (files.length === 0) return { written: 0, digest: '' };
  const digest = `${await digestOf(directory)}${hasMaps ? '' : ' without maps'}`;
  const output = path.join(directory, 'dist');
  if ((await readFile(path.join(output, '.digest'), 'utf8').catch(() => '')) === digest) return { written: 0, digest };
  const draft = `${output}.${process.pid}`;
  const old = `${draft}.old`;
  try {
    if (inputs === undefined) await Promise.all(files.map((file) => transpile(directory, file, draft, hasMaps)));
    await bundle?.(draft);
    await writeFile(path.join(draft, '.digest'), digest);
    await rename(output, old).catch(() => undefined);
    await rename(draft, output);
  } finally {
    await Promise.all([draft, old].map((unwanted) => rm(unwanted, { recursive: true, force: true })));
  }
  return { written: files.length, digest };
}

/**
 * Builds stale workspaces. @param {Parameters<typeof buildWorkspace>[1]} [options]
 * @returns {Promise<{ written: number, digests: readonly string[] }>} number of written files, and the digest of each workspace
 */
export async function buildWorkspaces(options) {
  const built = await Promise.all(workspaces().map((directory) => buildWorkspace(directory, options)));
  return { written: built.reduce((sum, { written }) => sum + written, 0), digests: built.map(({ digest }) => digest) };
}

/** Builds what is stale: the workspaces, then the program of `npm start`. @returns {Promise<number>} number of written files */
export async function build() {
  const { written, digests } = await buildWorkspaces();
  const all = written + (await bundleProgram(digests));
  // Otherwise its process would run for as long as `npm start`.
  if (all > 0) await (await import('esbuild')).stop();
  return all;
}

if (process.argv[1] === import.meta.filename) {
  const written = await build();
  console.log(written === 0 ? 'build: everything is current' : `build: ${written} files written`);
}
