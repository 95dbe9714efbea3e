import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { env } from 'node:process';
import { promisify } from 'node:util';
import { installImageNode } from '../../../scripts/image-node.mjs';
import { CART, type Framework } from './framework.js';

const run = promisify(execFile);
const REPOSITORY = resolve(import.meta.dirname, '../../..');
/** Kept between runs, because the packages take hundreds of megabytes. */
const INSTALLED = join(tmpdir(), 'sluice-frameworks');
const INSTALL_TIMEOUT_MS = 600_000;

/** An app whose dependencies are installed. */
export interface InstalledApp {
  readonly root: string;
  /** Entries for `PATH`: Node, the app's tools, and `sluice`. */
  readonly programs: readonly string[];
}

/**
 * Writes an app into a separate directory and installs its dependencies from the npm registry, with the plugin of
 * this checkout. Packages are installed once per set of versions; all other files of a previous app are deleted.
 */
export async function installApp(framework: Framework): Promise<InstalledApp> {
  const { dependencies, needsNewNode = false, manifest = {}, files } = framework;
  const node = needsNewNode ? await installImageNode() : dirname(process.execPath);
  const root = await installPackages(dependencies, node);
  for (const name of await readdir(root)) {
    if (name !== 'node_modules') await rm(join(root, name), { recursive: true });
  }
  const json = { name: 'shop', private: true, type: 'module', ...manifest, dependencies };
  for (const [name, text] of Object.entries({ 'package.json': JSON.stringify(json), ...files })) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text === '' ? CART : text);
  }
  const plugin = join(root, 'node_modules/@sluice/build-plugin');
  await mkdir(dirname(plugin), { recursive: true });
  await rm(plugin, { force: true });
  await symlink(join(REPOSITORY, 'packages/build-plugin'), plugin);
  return { root, programs: [node, join(root, 'node_modules/.bin'), join(REPOSITORY, 'node_modules/.bin')] };
}

/** Returns a directory with these packages in its `node_modules`. @param node directory of the Node that runs npm */
export async function installPackages(
  dependencies: Readonly<Record<string, string>>,
  node = dirname(process.execPath),
): Promise<string> {
  const json = JSON.stringify({ private: true, dependencies });
  const directory = join(INSTALLED, createHash('sha256').update(json).digest('hex').slice(0, 16));
  if (existsSync(directory)) return directory;
  await mkdir(INSTALLED, { recursive: true });
  const draft = await mkdtemp(join(INSTALLED, 'draft-'));
  await writeFile(join(draft, 'package.json'), json);
  const environment = { ...env, PATH: [node, env['PATH']].join(delimiter) };
  const options = { cwd: draft, timeout: INSTALL_TIMEOUT_MS, maxBuffer: 1 << 26, env: environment };
  await run('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], options);
  await rename(draft, directory);
  return directory;
}
