import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from '../serverEnvironment.js';
import { LocalServerError } from '../localServerError.js';
import type { SystemUser } from '../systemUser.js';
import { program, type PostgresBinaries } from './binaries.js';

/** Name of the role and of the database in every cluster. */
export const NAME = 'sluice';

/** A data directory and how to run it. */
export interface Cluster {
  /** The data directory. `user` can access its parent. */
  readonly directory: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | undefined;
  /** File with the role's password, readable by this process only. */
  readonly passwordFile: string;
  /** Whether a new cluster is synced to disk before it is used. */
  readonly durable: boolean;
}

/** Creates the cluster unless it exists. Atomic: a start that is killed halfway leaves no cluster. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const version = await readFile(path.join(cluster.directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(cluster);
  const expected = /postgresql-(\d+)/.exec(cluster.binaries.build)?.[1];
  if (version.trim() !== expected) {
    throw new LocalServerError(
      `${cluster.directory} was created by PostgreSQL ${version.trim()}, but version ${expected ?? 'unknown'} is installed. Set DATA_DIR to another directory, or move the data with pg_dump of that version.`,
    );
  }
}

async function createCluster(cluster: Cluster): Promise<void> {
  const draft = `${cluster.directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await chownTo(draft, cluster.user);
  const password = await newPassword(cluster);
  // initdb reads the password as the other user. A copy inside its own directory would make that directory "not empty".
  const copy = `${draft}.password`;
  try {
    await writeFile(copy, password, { mode: 0o600 });
    await chownTo(copy, cluster.user);
    await initdb(cluster, draft, copy);
  } finally {
    await rm(copy, { force: true });
  }
  await singleUser({ ...cluster, directory: draft }, `CREATE DATABASE ${NAME};`);
  await rename(draft, cluster.directory);
}

function initdb(cluster: Cluster, directory: string, passwordFile: string): Promise<unknown> {
  const options = [
    `--pgdata=${directory}`,
    `--username=${NAME}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in locale sorts by code point and never changes with the operating system.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
    ...(cluster.durable ? [] : ['--no-sync']),
  ];
  return execute(program(cluster.binaries, 'initdb'), options, cluster.user);
}

/** Returns the password of the cluster's only role. If the file is missing, a new password is set in single-user mode. */
export async function clusterPassword(cluster: Cluster): Promise<string> {
  const known = await readFile(cluster.passwordFile, 'utf8').catch(() => '');
  if (known.trim() !== '') return known.trim();
  const password = await newPassword(cluster);
  await singleUser(cluster, `ALTER ROLE ${NAME} PASSWORD '${password}';`);
  return password;
}

async function newPassword(cluster: Cluster): Promise<string> {
  const password = randomBytes(24).toString('hex');
  await writeFile(cluster.passwordFile, `${password}\n`, { mode: 0o600 });
  await chmod(cluster.passwordFile, 0o600);
  return password;
}

/** Runs one statement in single-user mode. The cluster must not be running. */
async function singleUser(cluster: Cluster, statement: string): Promise<void> {
  const sync = cluster.durable ? [] : ['-c', 'fsync=off'];
  const options = ['--single', '-D', cluster.directory, '-c', 'log_min_messages=error', ...sync, 'postgres'];
  const errors = await execute(program(cluster.binaries, 'postgres'), options, cluster.user, statement);
  const problem = /(ERROR|FATAL|PANIC): .*/.exec(errors);
  if (problem !== null) throw new LocalServerError(`PostgreSQL could not be set up: ${problem[0]}`);
}

/** Runs a program as the cluster's user and returns its stderr. @throws LocalServerError with the last lines of stderr */
async function execute(
  file: string,
  options: readonly string[],
  user: SystemUser | undefined,
  input = '',
): Promise<string> {
  const started = promisify(execFile)(file, options, { cwd: '/', env: serverEnvironment(), ...user });
  started.child.stdin?.end(`${input}\n`);
  try {
    return (await started).stderr;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    const lastLines = stderr.trim().split('\n').slice(-2).join(' ');
    throw new LocalServerError(`PostgreSQL could not be set up: ${lastLines || String(error)}`);
  }
}

async function chownTo(file: string, user: SystemUser | undefined): Promise<void> {
  if (user !== undefined) await chown(file, user.uid, user.gid);
}
