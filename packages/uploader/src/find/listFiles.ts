import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { UploadError } from '../uploadError.js';
import type { FindOptions } from './findOptions.js';

/** Files of a directory: sorted relative paths with `/`, without symbolic links. */
export interface ListedFiles {
  /** Absolute real path. */
  readonly root: string;
  /** All files that are not ignored. */
  readonly all: ReadonlySet<string>;
  /** Files selected by `include`. */
  readonly chosen: readonly string[];
  /** Maps excluded only by `include` or `ignore`. */
  readonly leftOut: number;
}

const NEVER = ['**/.git/**'];
const UNASKED = ['**/node_modules/**'];

/** Lists a directory. @throws UploadError if it is not one */
export async function listFiles(
  directory: string,
  { include = [], ignore = [] }: Pick<FindOptions, 'include' | 'ignore'>,
): Promise<ListedFiles> {
  const root = await rootOf(directory);
  const common = {
    cwd: root,
    dot: true,
    followSymbolicLinks: false,
    ignore: [...NEVER, ...(include.some((pattern) => pattern.includes('node_modules')) ? [] : UNASKED)],
  };
  const existing = (await glob(['**/*'], common)).sort();
  const choosing = { ...common, ignore: [...common.ignore, ...ignore.flatMap(patterns)] };
  const kept = ignore.length === 0 ? undefined : new Set(await glob(['**/*'], choosing));
  const all = kept === undefined ? existing : existing.filter((file) => kept.has(file));
  const included = include.length === 0 ? undefined : new Set(await glob(include.flatMap(patterns), choosing));
  const chosen = included === undefined ? all : all.filter((file) => included.has(file));
  const maps = (files: readonly string[]): number => files.filter((file) => file.endsWith('.map')).length;
  return { root, all: new Set(all), chosen, leftOut: maps(existing) - maps(chosen) };
}

async function rootOf(directory: string): Promise<string> {
  const isDirectory = await stat(directory).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  // npm scripts run in the directory of the package, so the absolute path helps.
  const absolute = path.resolve(directory);
  if (isDirectory === undefined) throw new UploadError('usage', `Directory not found: ${absolute}.`);
  if (!isDirectory) throw new UploadError('usage', `${absolute} is a file. Give the output directory of the build.`);
  return realpath(directory);
}

/** A pattern without a slash matches files and directories at every depth. */
function patterns(given: string): readonly string[] {
  const pattern = given.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anywhere = pattern.includes('/') ? pattern : `**/${pattern}`;
  return [anywhere, `${anywhere}/**`];
}
