import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';

/** File in the home of a cluster that is stored elsewhere: the path of the cluster. */
const LOCATION = 'location';
/** File beside such a cluster: the path of its home. */
const ORIGIN = 'origin';

/**
 * Returns the cluster outside `home` that belongs to it; `undefined` if there is none. A home that was renamed keeps its cluster.
 * @throws LocalServerError if the cluster is missing, or belongs to another home, of which this one is a copy
 */
export async function findStagedData(home: string): Promise<string | undefined> {
  const directory = await readLine(path.join(home, LOCATION));
  if (directory === undefined) return undefined;
  const base = path.dirname(directory);
  const [origin, current] = [await readLine(path.join(base, ORIGIN)), await realpath(home)];
  if (origin === current) return directory;
  if (origin === undefined) {
    throw new LocalServerError(
      `The data of ${home} was in ${directory}, which is missing. Put it back, or move ${home} away to begin with an empty database.`,
    );
  }
  if ((await readLine(path.join(origin, LOCATION))) === directory && !(await isSame(origin, current))) {
    throw new LocalServerError(
      `${path.join(home, LOCATION)} names ${directory}, which belongs to ${origin}. A copy of that directory has no database of its own: use ${origin}, or restore a backup into a new directory.`,
    );
  }
  await writeOrigin(base, current);
  return directory;
}

/** Returns a new directory for the cluster of `home` below `staging`. Data of earlier homes with the same path stays. */
export async function stageData(home: string, staging: string, report: Report): Promise<string> {
  const origin = await realpath(home);
  const earlier = await directoriesOf(origin, staging);
  if (earlier.length > 0) {
    report(
      `${home} is a new directory. Databases of earlier ones with this path stay in ${earlier.join(', ')}: delete one only if you have deleted its directory, not if you have renamed it.`,
    );
  }
  // Not derived from the path: a home that was renamed keeps the directory of its old path.
  const base = path.join(staging, randomBytes(8).toString('hex'));
  await makeTraversable(staging);
  await makeTraversable(base);
  await writeOrigin(base, origin);
  const directory = path.join(base, 'cluster');
  await writeFile(path.join(home, LOCATION), `${directory}\n`);
  return directory;
}

/** Creates a directory that every user may enter and only its owner may list or change. */
export async function makeTraversable(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
}

async function directoriesOf(origin: string, staging: string): Promise<readonly string[]> {
  const bases = (await readdir(staging).catch((): string[] => [])).map((name) => path.join(staging, name));
  const origins = await Promise.all(bases.map((base) => readLine(path.join(base, ORIGIN))));
  return bases.filter((_, index) => origins[index] === origin);
}

/** A start that is killed leaves the earlier record or the new one. */
async function writeOrigin(base: string, origin: string): Promise<void> {
  const file = path.join(base, ORIGIN);
  await writeFile(`${file}.new`, `${origin}\n`);
  await rename(`${file}.new`, file);
}

async function readLine(file: string): Promise<string | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Whether two paths are of one directory, as with a bind mount. */
async function isSame(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev && a.ino === b.ino;
}
