import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, readFile, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { canReach, unprivilegedUser } from '../systemUser.js';
import { completeInstallation, findPostgresBinaries, program, type PostgresBinaries } from './binaries.js';
import type { Cluster } from './cluster.js';

/** Where what another user must reach is put when the asked-for place is closed to that user. */
const STAGING_DIRECTORY = '/var/lib/sluice';

const SHARED_USER =
  'PostgreSQL runs as "nobody", since it cannot run as root and there is no user "postgres": its files belong to nobody.';

/** What decides where a cluster lies. */
export interface Placement {
  /** The directory that the caller named; holds the password, the log and, where it can, the cluster. */
  readonly home: string;
  readonly stagingDirectory?: string | undefined;
  readonly report: Report;
}

/**
 * Decides where the cluster lies and who runs it. As a rule `home/cluster`, run by this process's user. As root it runs
 * as another user; where that one cannot reach `home` (below a 0700 directory such as /root) the cluster lies below the
 * staging directory and `home/location` says where; where it cannot reach the programs, a copy of them lies there too.
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
  placement.report(`PostgreSQL's data lies in ${directory}: ${home} cannot be reached by the user it runs as.`);
  return { directory, binaries, user, passwordFile };
}

async function readPointer(home: string): Promise<string | undefined> {
  const text = await readFile(path.join(home, 'location'), 'utf8').catch(() => '');
  return text.trim() || undefined;
}

/** Not root: the files must be ours, or PostgreSQL fails with words that help nobody. */
async function assertOwned(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined);
  if (found !== undefined && found.uid !== process.getuid?.()) {
    throw new LocalServerError(`${directory} belongs to user ${found.uid}. Start as that user, or as root.`);
  }
}

/** Copies the programs once per version; whoever comes second uses the first copy. */
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

/** Opens a copied tree to every user: the originals may come from a strict umask. */
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

/** A place for the cluster outside `home`. A `home` that was deleted and made again starts anew; the old data is kept. */
async function stageData({ home, report }: Placement, staging: string): Promise<string> {
  const origin = await realpath(home);
  const base = path.join(staging, createHash('sha256').update(origin).digest('hex').slice(0, 16));
  if ((await stat(base).catch(() => undefined)) !== undefined) {
    const aside = `${base}.${Date.now()}`;
    await rename(base, aside);
    report(`${home} is new: the database that an earlier one had is kept in ${aside}, and may be deleted.`);
  }
  await makeTraversable(staging);
  await makeTraversable(base);
  await writeFile(path.join(base, 'origin'), `${origin}\n`);
  const directory = path.join(base, 'cluster');
  await writeFile(path.join(home, 'location'), `${directory}\n`);
  return directory;
}

/** A directory that everybody may enter and only its owner may list or change. */
async function makeTraversable(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o711);
}
