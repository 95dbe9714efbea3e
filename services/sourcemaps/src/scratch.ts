import type { Component } from '@sluice/runtime';
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Where the files of one upload lie. Nothing is there yet. */
export interface ScratchFiles {
  readonly map: string;
  readonly index: string;
  readonly original: string;
}

/** A directory for what is only there while it is worked on. */
export interface Scratch extends Component {
  /** Runs work with files of its own, which are gone when it ends, however it ends. */
  readonly use: <T>(work: (files: ScratchFiles) => Promise<T>) => Promise<T>;
}

/** Only the user that runs the service may read what others uploaded. */
const PRIVATE = 0o700;

/** With the user's id: where many share a machine each has its own. */
const DEFAULT_SCRATCH = path.join(os.tmpdir(), `sluice-sourcemaps-${process.getuid?.() ?? 0}`);

/**
 * A directory of this process's own below `root`. The start makes it and removes what processes that have ended left
 * behind; it throws where `root` is somebody else's or no directory.
 */
export function createScratch(root = DEFAULT_SCRATCH): Scratch {
  let own: string | undefined;
  const directory = (): string => {
    if (own === undefined) throw new Error('the directory for uploads is used before its start');
    return own;
  };
  return {
    start: async () => {
      await mkdir(root, { recursive: true, mode: PRIVATE });
      await assertOwn(root);
      await removeLeftovers(root);
      own = await mkdtemp(path.join(root, `${process.pid}-`));
      ours.add(path.basename(own));
    },
    stop: async () => {
      if (own === undefined) return;
      await rm(own, { recursive: true, force: true });
      ours.delete(path.basename(own));
      own = undefined;
    },
    use: async (work) => {
      const files = await mkdtemp(path.join(directory(), 'upload-'));
      try {
        return await work({
          map: path.join(files, 'map'),
          index: path.join(files, 'index'),
          original: path.join(files, 'map.gz'),
        });
      } finally {
        await rm(files, { recursive: true, force: true });
      }
    },
  };
}

async function assertOwn(root: string): Promise<void> {
  const found = await lstat(root);
  if (!found.isDirectory()) throw new Error(`${root} is no directory: set SOURCEMAPS_SCRATCH_DIR`);
  const user = process.getuid?.() ?? 0;
  if (user !== 0 && found.uid !== user) {
    throw new Error(`${root} belongs to another user: set SOURCEMAPS_SCRATCH_DIR`);
  }
}

/** Every process has a directory that begins with its id: those without a process are left over. */
async function removeLeftovers(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const pid = Number(/^(\d+)-/.exec(name)?.[1]);
    const isOver = Number.isInteger(pid) && (pid === process.pid ? !ours.has(name) : !isAlive(pid));
    if (isOver) await rm(path.join(root, name), { recursive: true, force: true });
  }
}

/** Directories of this process by name; another one may have had its id before. */
const ours = new Set<string>();

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
