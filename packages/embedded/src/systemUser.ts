import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { LocalServerError } from './localServerError.js';

const run = promisify(execFile);

/** The user a server runs as; `undefined` ids mean this process's own. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** A {@link SystemUser} that was chosen for a server. */
export interface ChosenUser extends SystemUser {
  /** Set where it is `nobody`, whom other programs of the machine may run as too. */
  readonly isShared?: true;
}

/** PostgreSQL refuses to run as root: who it runs as then, in order of preference. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The unprivileged user to run as when this process is root: the owner of `existing` (a data directory made earlier),
 * else `postgres` where the system has it, else `nobody`. `undefined` when this process is not root and runs it itself.
 */
export async function unprivilegedUser(existing: string): Promise<ChosenUser | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(existing).catch(() => undefined);
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  for (const name of CANDIDATES) {
    const ids = await Promise.all([numericId('-u', name), numericId('-g', name)]);
    if (ids[0] === undefined || ids[1] === undefined) continue;
    return { uid: ids[0], gid: ids[1], ...(name === 'nobody' ? { isShared: true } : {}) };
  }
  throw new LocalServerError('PostgreSQL cannot run as root, and the system has neither a user postgres nor nobody.');
}

/** Whether the user may enter the directory, or read and execute the file, with every parent on the way. */
export async function canReach(file: string, user: SystemUser | undefined): Promise<boolean> {
  const script = 'test -r "$1" -a -x "$1" || { test -d "$1" && test -x "$1"; }';
  return run('/bin/sh', ['-c', script, 'sh', file], { cwd: '/', ...user }).then(
    () => true,
    () => false,
  );
}

async function numericId(option: '-u' | '-g', name: string): Promise<number | undefined> {
  const { stdout } = await run('id', [option, name]).catch(() => ({ stdout: '' }));
  return stdout.trim() === '' ? undefined : Number(stdout);
}
