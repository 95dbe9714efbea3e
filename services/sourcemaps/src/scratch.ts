import { DAY_MS } from '@sluice/contract';
import { makeDirectory, type Component } from '@sluice/runtime';
import { lstat, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Paths for the files of one upload. They do not exist yet. */
export interface ScratchFiles {
  readonly map: string;
  readonly index: string;
  readonly original: string;
  /** Of a bundle with maps. */
  readonly bundle: string;
}

/** A directory for temporary files. */
export interface Scratch extends Component {
  /** Runs work with its own files, which are removed when it ends, also on failure. */
  readonly use: <T>(work: (files: ScratchFiles) => Promise<T>) => Promise<T>;
  /** Returns the directory for chunks of uploads. It may not exist, and is removed by `stop`. */
  readonly chunkDirectory: () => string;
}

/** Permissions for the user of the service only, because uploads are confidential. */
const PRIVATE = 0o700;
const OTHERS = 0o077;

/** Includes the user's id, so that users of a shared machine have separate directories. */
const DEFAULT_SCRATCH = path.join(os.tmpdir(), `sluice-sourcemaps-${process.getuid?.() ?? 0}`);

/** Owner of the files. */
export interface ScratchOwner {
  /** Id of the user that runs the service; `undefined` if the system has none. */
  readonly user: number | undefined;
  /** Name of this machine: several may share a volume, and the same process id means different processes. */
  readonly host: string;
}

const thisOwner = (): ScratchOwner => ({ user: process.getuid?.(), host: os.hostname() });

/**
 * Returns a directory for this process below `root`. `start` creates it, and removes directories of ended processes
 * of this machine and those of other machines that are older than a day. @throws Error from `start`, if `root`
 * belongs to another user, is open to others, or is not a directory
 */
export function createScratch(root = DEFAULT_SCRATCH, owner = thisOwner()): Scratch {
  const prefix = `${owner.host.replace(/[^\w.-]/g, '_')}~`;
  let own: string | undefined;
  const directory = (): string => {
    if (own === undefined) throw new Error('the directory for uploads is used before its start');
    return own;
  };
  return {
    start: async () => {
      await makeDirectory(root, PRIVATE);
      await assertOwn(root, owner);
      await removeLeftovers(root, prefix);
      own = await mkdtemp(path.join(root, `${prefix}${process.pid}-`));
      ours.add(path.basename(own));
    },
    stop: async () => {
      if (own === undefined) return;
      await rm(own, { recursive: true, force: true });
      ours.delete(path.basename(own));
      own = undefined;
    },
    chunkDirectory: () => path.join(directory(), 'chunks'),
    use: async (work) => {
      const files = await mkdtemp(path.join(directory(), 'upload-'));
      try {
        return await work({
          map: path.join(files, 'map'),
          index: path.join(files, 'index'),
          original: path.join(files, 'map.gz'),
          bundle: path.join(files, 'bundle'),
        });
      } finally {
        await rm(files, { recursive: true, force: true });
      }
    },
  };
}

async function assertOwn(root: string, { user }: ScratchOwner): Promise<void> {
  const found = await lstat(root);
  if (!found.isDirectory()) throw new Error(`${root} is no directory: set SOURCEMAPS_SCRATCH_DIR`);
  if (user === undefined) return;
  if (found.uid !== user) throw new Error(`${root} belongs to another user: set SOURCEMAPS_SCRATCH_DIR`);
  if ((found.mode & OTHERS) !== 0) {
    throw new Error(`${root} is open to other users: chmod 700 it, or set SOURCEMAPS_SCRATCH_DIR`);
  }
}

/** The name of a directory starts with the machine and process id of its owner; those without a process are removed. */
async function removeLeftovers(root: string, prefix: string): Promise<void> {
  for (const name of await readdir(root)) {
    if (!name.startsWith(prefix)) {
      if (OF_A_PROCESS.test(name)) await removeOld(path.join(root, name));
      continue;
    }
    const pid = Number(/^(\d+)-/.exec(name.slice(prefix.length))?.[1]);
    const isOver = Number.isInteger(pid) && (pid === process.pid ? !ours.has(name) : !isAlive(pid));
    if (isOver) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

/** Of any machine; an earlier version omitted the machine. */
const OF_A_PROCESS = /^(?:[\w.-]+~)?\d+-/;
/** Many times as long as an upload may take. */
const OLD_MS = DAY_MS;

/** Processes of other machines cannot be checked: their directories stay until no upload can use them. */
async function removeOld(directory: string): Promise<void> {
  for (const name of await readdir(directory).catch(() => [])) {
    const upload = path.join(directory, name);
    const found = await stat(upload).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - OLD_MS) await rm(upload, { recursive: true, force: true });
  }
}

/** Directories of this process by name; an earlier process may have had its id. */
const ours = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
