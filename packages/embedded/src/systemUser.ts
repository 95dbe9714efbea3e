import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { LocalServerError } from './localServerError.js';

const run = promisify(execFile);

/** The user that a server runs as. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** A {@link SystemUser} that was chosen for a server. */
export interface ChosenUser extends SystemUser {
  /** Whether the user is `nobody`, which other programs may also use. */
  readonly isShared?: true;
}

/** Users for PostgreSQL, which refuses to run as root, in order of preference. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * Returns the unprivileged user for PostgreSQL if this process is root: the owner of `existing` (an earlier data directory),
 * or else `postgres`, or else `nobody`. `undefined` if this process is not root and runs PostgreSQL as its own user.
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
  throw new LocalServerError(
    'PostgreSQL cannot run as root, and the system has no user "postgres" or "nobody". Create the user "postgres", start as another user, or set DATABASE_URL.',
  );
}

/** Whether the user can enter the directory, or read and execute the file, through all parent directories. */
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
