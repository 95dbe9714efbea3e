import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { type BuildAsk, type BuildRun, runBuild } from './runBuild.js';
import { writeShop } from './shopApp.js';

/** A shop built in its own directory. */
export interface ShopBuild extends BuildRun {
  readonly root: string;
  readonly output: string;
  /** Files in the output afterwards, relative to it, with `/`, sorted. */
  readonly files: readonly string[];
  read(file: string): Promise<string>;
}

interface Asked extends Omit<BuildAsk, 'root' | 'output'> {
  readonly environment?: Readonly<Record<string, string>>;
  /** Code in place of the constant in the shop's source. */
  readonly release?: string;
  /** Another build of the same shop: in the same directory, because paths are part of what webpack hashes. */
  readonly beside?: ShopBuild;
  /** Is called with the output directory before the build. */
  readonly before?: (output: string) => Promise<unknown>;
}

const directories: string[] = [];

/** Writes a shop and builds it. */
export async function buildShop({ environment, release, before, beside, ...ask }: Asked): Promise<ShopBuild> {
  const root = beside?.root ?? join(await newDirectory(), 'app');
  const output = join(root, beside === undefined ? 'dist' : 'dist2');
  await writeShop(root, release);
  await before?.(output);
  const run = await runBuild({ ...ask, root, output }, environment);
  const entries = await readdir(output, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(output.length + 1))
    .map((file) => file.split(sep).join('/'));
  return { ...run, root, output, files: files.sort(), read: (file) => readFile(join(output, file), 'utf8') };
}

async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sluice-shop-'));
  directories.push(directory);
  return directory;
}

/** Removes every shop of this process. */
export async function removeShops(): Promise<void> {
  await Promise.all(directories.splice(0).map((directory) => rm(directory, { recursive: true, force: true })));
}
