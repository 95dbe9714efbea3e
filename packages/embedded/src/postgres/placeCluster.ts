import { randomUUID } from 'node:crypto';
import { chmod, cp, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { canReach, unprivilegedUser } from '../systemUser.js';
import { completeInstallation, findPostgresBinaries, program, type PostgresBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';
import { findStagedData, makeTraversable, stageData } from './stagedData.js';

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
 * stored below the staging directory, and `home/location` names the place; a home that is renamed keeps it. If it cannot
 * access the programs, they are copied there, too.
 * @throws LocalServerError if PostgreSQL cannot use the data of `home`, or the data belongs to another home
 */
export async function placeCluster(placement: Placement): Promise<Omit<Cluster, 'durable'>> {
  const { home } = placement;
  const passwordFile = path.join(home, 'password');
  const local = path.join(home, 'cluster');
  const installed = await findPostgresBinaries();
  const staged = await findStagedData(home);
  const existing = staged ?? local;
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
  if (staged === undefined && (await canReach(home, user))) {
    return { directory: local, binaries, user, passwordFile };
  }
  if (staged === undefined) await assertNoData(local);
  const directory = staged ?? (await stageData(home, staging, placement.report));
  placement.report(`PostgreSQL stores its data in ${directory}, because its user cannot access ${home}.`);
  return { directory, binaries, user, passwordFile };
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

/** A home that was moved below a closed directory must not look empty. */
async function assertNoData(local: string): Promise<void> {
  if ((await stat(local).catch(() => undefined)) === undefined) return;
  throw new LocalServerError(
    `PostgreSQL's user cannot access ${local}, which contains data. Move it to a directory that every user may enter, or permit that for its parent directories (chmod o+x).`,
  );
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
