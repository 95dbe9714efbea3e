// Transpiles every workspace's src/ to dist/ (types stripped, one file to one file) and copies Lua scripts.
// A workspace is rebuilt only when the digest of its sources changed, so a second run costs milliseconds.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const LOCKFILE = path.join(root, 'package-lock.json');
const isSource = (file) =>
  /\.(ts|lua|sql)$/.test(file) &&
  !/\.test\.ts$/.test(file) &&
  !file.endsWith('.d.ts') &&
  !file.split(path.sep).includes('testing');

async function workspaces() {
  const found = [];
  for (const group of ['packages', 'services']) {
    for (const name of await readdir(path.join(root, group))) found.push(path.join(root, group, name));
  }
  return found;
}

/** Of a workspace's source files, below `src`, in order. */
async function sourcesOf(directory) {
  const entries = await readdir(path.join(directory, 'src'), { recursive: true }).catch(() => []);
  return entries.filter(isSource).sort();
}

/** Of a workspace that only its bundler builds: all files of `inputs` without tests, below the workspace, in order. */
async function inputsOf(directory, inputs) {
  const files = [];
  for (const input of inputs) {
    const place = path.join(directory, input);
    if ((await stat(place)).isFile()) files.push(input);
    else for (const file of await readdir(place, { recursive: true })) files.push(path.join(input, file));
  }
  return files.filter((file) => path.extname(file) !== '' && !/\.test\.tsx?$/.test(file)).sort();
}

async function digestOf(directory) {
  const hash = createHash('sha256').update(await readFile(path.join(import.meta.dirname, 'build.mjs')));
  const { bundled = [], inputs } = await bundlerOf(directory);
  const own = inputs === undefined ? [] : await inputsOf(directory, inputs);
  for (const file of own) hash.update(file).update(await readFile(path.join(directory, file)));
  const transpiled = inputs === undefined ? [directory] : [];
  for (const one of [...transpiled, ...bundled.map((name) => path.join(root, 'packages', name))]) {
    for (const file of await sourcesOf(one)) hash.update(file).update(await readFile(path.join(one, 'src', file)));
  }
  if (existsSync(path.join(directory, BUNDLER))) {
    // Bundled third-party code has the versions of the lockfile.
    for (const file of [path.join(directory, BUNDLER), LOCKFILE]) hash.update(await readFile(file).catch(() => ''));
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
 * @returns {Promise<number>} files written, 0 when the output was current
 */
export async function buildWorkspace(directory, { hasMaps = true } = {}) {
  const { inputs, bundle } = await bundlerOf(directory);
  const files = inputs === undefined ? await sourcesOf(directory) : await inputsOf(directory, inputs);
  if (files.length === 0) return 0;
  const digest = `${await digestOf(directory)}${hasMaps ? '' : ' without maps'}`;
  const output = path.join(directory, 'dist');
  if ((await readFile(path.join(output, '.digest'), 'utf8').catch(() => '')) === digest) return 0;
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
  return files.length;
}

/** Builds stale files. @param {Parameters<typeof buildWorkspace>[1]} options @returns {Promise<number>} number of written files */
export async function build(options) {
  const counts = await Promise.all((await workspaces()).map((directory) => buildWorkspace(directory, options)));
  const written = counts.reduce((sum, count) => sum + count, 0);
  // Otherwise its process would run for as long as `npm start`.
  if (written > 0) await (await import('esbuild')).stop();
  return written;
}

if (process.argv[1] === import.meta.filename) {
  const written = await build();
  console.log(written === 0 ? 'build: everything is current' : `build: ${written} files written`);
}
