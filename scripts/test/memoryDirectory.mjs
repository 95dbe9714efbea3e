// Where tests write temporary files.
import { chmod, mkdir, readdir, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const MEMORY = '/dev/shm';
/** The largest directories of a run, and as much again for its processes. */
const NEEDED_BYTES = 6 * 1024 ** 3;
const PREFIX = 'sluice-tests-';

/**
 * A directory in memory for `TMPDIR`: a test database of 800 files is copied in 25 ms there, in 750 ms on a slow disk. Who gets one removes
 * it at the end of the run.
 *
 * @returns {Promise<string | undefined>} nothing if `TMPDIR` is set, the system has no such place, its memory is short,
 *   or programs cannot run from there
 */
export async function memoryDirectory() {
  return process.env.TMPDIR !== undefined || !(await isUsable()) ? undefined : await runDirectory(MEMORY);
}

/** Makes the directory of this process, and removes those of processes that were killed. @returns {Promise<string>} */
export async function runDirectory(parent) {
  const names = await readdir(parent);
  const left = names.filter((name) => name.startsWith(PREFIX) && !isAlive(Number(name.slice(PREFIX.length))));
  // Another user's stay.
  for (const name of left) await rm(path.join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  const directory = path.join(parent, `${PREFIX}${process.pid}`);
  await mkdir(directory, { recursive: true });
  // The servers of tests run as another user if root runs them.
  await chmod(directory, 0o1777);
  return directory;
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function isUsable() {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const [, type, options = ''] = / \/dev\/shm (\S+) (\S+)/.exec(mounts) ?? [];
  if (type !== 'tmpfs' || options.split(',').includes('noexec')) return false;
  const { bavail, bsize } = await statfs(MEMORY);
  // Of a container: what it may use, not what the machine has. 0: it is not known.
  const free = Math.min(os.freemem(), process.constrainedMemory() || Infinity);
  return bavail * bsize >= NEEDED_BYTES && free >= 2 * NEEDED_BYTES;
}
