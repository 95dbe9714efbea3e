import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { canReach, unprivilegedUser } from '../systemUser.js';
import { completeInstallation, findPostgresBinaries, program, type PostgresBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';

/** Directory for the cluster and programs if PostgreSQL's user cannot access the requested directory. */
const STAGING_DIRECTORY = '/var/lib/sluice';

const SHARED_USER =
  'PostgreSQL cannot run as root, and the system has no user "postgres". It runs as the shared user "nobody", which owns its files.';

/** What determines the location of a cluster. */
export interface Placement {
  /** The requested directory: password, log and, if possible, the cluster. */
  readonly home: string;
  readonly stagingDirectory?: string | undefined;
  readonly report: Report;
}

/**
 * Determines the location of the cluster and its user: normally `home/cluster` and the user of this process. Root runs it
 * as another user. If that user cannot access `home`, for example below a 0700 directory such as /root, the cluster is
 * stored below the staging directory and `home/location` names the place. If it cannot access the programs, they are
 * copied there, too.
 */
export async function placeCluster(placement: Placement): Promise<Omit<Cluster, 'durable'>> {
  const { home } = placement;
  const passwordFile = path.join(home, 'password');
  const local = path.join(home, 'cluster');
  const installed = await findPostgresBinaries();
  const pointer = await readPointer(home);
  const existing = pointer ?? local;
  const chosen = await unprivilegedUser(existing);
  const user = chosen && { uid: chosen.uid, gid: chosen.gid };
  if (chosen?.isShared === true) placement.report(SHARED_USER);
  if (user === undefined) {
    await assertOwned(existing);
    return { directory: existing, binaries: installed, user, passwordFile };
  }
  const staging = placement.stagingDirectory ?? STAGING_DIRECTORY;
  const binaries = (await canReach(program(installed, 'postgres'), user))
    ? installed
    : await stageBinaries(installed, staging);
  if (pointer === undefined && (await canReach(home, user))) {
    return { directory: local, binaries, user, passwordFile };
  }
  const directory = pointer ?? (await stageData(placement, staging));
  placement.report(`PostgreSQL stores its data in ${directory}, because its user cannot access ${home}.`);
  return { directory, binaries, user, passwordFile };
}

async function readPointer(home: string): Promise<string | undefined> {
  const text = await readFile(path.join(home, 'location'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Without root, this process must own the files. PostgreSQL's own message for that does not name the remedy. */
async function assertOwned(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (found !== undefined && found.uid !== process.getuid?.()) {
    throw new LocalServerError(
      `${directory} belongs to user ${found.uid}. Start as that user or as root, or set DATA_DIR to another directory.`,
    );
  }
}

/** Copies the programs once per version; a concurrent start uses the first copy. */
async function stageBinaries(installed: PostgresBinaries, staging: string): Promise<PostgresBinaries> {
  const directory = path.join(staging, installed.build);
  if ((await stat(directory).catch(() => undefined)) === undefined) {
    await makeTraversable(staging);
    const draft = path.join(staging, `.${installed.build}.${randomUUID()}`);
    await cp(installed.directory, draft, { recursive: true, verbatimSymlinks: true });
    await completeInstallation(draft);
    await makeReadable(draft);
    await rename(draft, directory).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { ...installed, directory };
}

/** Makes a copied tree readable by every user: the originals may have been installed with a strict umask. */
async function makeReadable(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const file = path.join(directory, entry.name);
    if (entry.isDirectory()) await makeReadable(file);
    else if (entry.isFile()) {
      const { mode } = await stat(file);
      await chmod(file, (mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}

/** Returns a directory for the cluster outside `home`. If `home` is new, earlier data of the same path is renamed, not used. */
async function stageData({ home, report }: Placement, staging: string): Promise<string> {
  const origin = await realpath(home);
  const base = path.join(staging, createHash('sha256').update(origin).digest('hex').slice(0, 16));
  if ((await stat(base).catch(() => undefined)) !== undefined) {
    const aside = `${base}.${Date.now()}`;
    await rename(base, aside);
    report(
      `${home} is a new directory. The database of an earlier one with this path was moved to ${aside}; delete it if you do not need it.`,
    );
  }
  await makeTraversable(staging);
  await makeTraversable(base);
  await writeFile(path.join(base, 'origin'), `${origin}\n`);
  const directory = path.join(base, 'cluster');
  await writeFile(path.join(home, 'location'), `${directory}\n`);
  return directory;
}

/** Creates a directory that every user may enter and only its owner may list or change. */
async function makeTraversable(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
}
