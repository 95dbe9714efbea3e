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
    ignore: [
      ...NEVER,
      ...(include.some((pattern) => pattern.includes('node_modules')) ? [] : UNASKED),
      ...ignore.flatMap(patterns),
    ],
  };
  const all = (await glob(['**/*'], common)).sort();
  if (include.length === 0) return { root, all: new Set(all), chosen: all };
  const wanted = new Set(await glob(include.flatMap(patterns), common));
  return { root, all: new Set(all), chosen: all.filter((file) => wanted.has(file)) };
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
