import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { glob } from 'tinyglobby';
import { UploadError } from '../uploadError.js';
import type { FindOptions } from './findOptions.js';

/** The files of a directory, relative to it, with `/`, in order of their names; without symbolic links. */
export interface ListedFiles {
  /** Absolute, without symbolic links. */
  readonly root: string;
  /** All but the ignored ones. */
  readonly all: ReadonlySet<string>;
  /** Those that `include` asks for. */
  readonly chosen: readonly string[];
  /** Maps that are not chosen, by `include` or `ignore` alone. */
  readonly leftOut: number;
}

const NEVER = ['**/.git/**'];
const UNASKED = ['**/node_modules/**'];

/** Lists a directory; rejects with an {@link UploadError} where it is none. */
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
  const wanted = include.length === 0 ? undefined : new Set(await glob(include.flatMap(patterns), choosing));
  const chosen = wanted === undefined ? all : all.filter((file) => wanted.has(file));
  const maps = (files: readonly string[]): number => files.filter((file) => file.endsWith('.map')).length;
  return { root, all: new Set(all), chosen, leftOut: maps(existing) - maps(chosen) };
}

async function rootOf(directory: string): Promise<string> {
  const isDirectory = await stat(directory).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  // Whoever runs this by npm is in another directory than they think.
  const absolute = path.resolve(directory);
  if (isDirectory === undefined) throw new UploadError('usage', `There is no directory ${absolute}.`);
  if (!isDirectory) throw new UploadError('usage', `${absolute} is a file: name the directory that was built.`);
  return realpath(directory);
}

/** A pattern without a slash holds at every depth, for files and for directories. */
function patterns(given: string): readonly string[] {
  const pattern = given.replace(/^\.?\//, '').replace(/\/+$/, '');
  const anywhere = pattern.includes('/') ? pattern : `**/${pattern}`;
  return [anywhere, `${anywhere}/**`];
}
