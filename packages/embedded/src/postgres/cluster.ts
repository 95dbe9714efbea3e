import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { serverEnvironment } from '../serverEnvironment.js';
import { LocalServerError } from '../localServerError.js';
import type { SystemUser } from '../systemUser.js';
import { program, type PostgresBinaries } from './binaries.js';

/** Role and database of every cluster made here. */
export const NAME = 'sluice';

/** A data directory and what it takes to run it. */
export interface Cluster {
  /** The data directory. Its parent is reachable by `user`. */
  readonly directory: string;
  readonly binaries: PostgresBinaries;
  readonly user: SystemUser | undefined;
  /** Where this process keeps the password. */
  readonly passwordFile: string;
  /** Whether a new cluster is on the disk before it is used. */
  readonly durable: boolean;
}

/** Makes the cluster unless it exists. Whole or not at all: a start that is killed half-way leaves nothing usable behind. */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const version = await readFile(path.join(cluster.directory, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return createCluster(cluster);
  const wanted = /postgresql-(\d+)/.exec(cluster.binaries.build)?.[1];
  if (version.trim() !== wanted) {
    throw new LocalServerError(
      `${cluster.directory} was written by PostgreSQL ${version.trim()}; this is ${wanted ?? 'another version'}.`,
    );
  }
}

async function createCluster(cluster: Cluster): Promise<void> {
  const draft = `${cluster.directory}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  await chownTo(draft, cluster.user);
  const password = await newPassword(cluster);
  // initdb reads the password as the other user: a copy in its own directory would make that directory "not empty".
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

/** The password of the cluster's only role; a lost one is replaced, which nobody but the owner of the files can do. */
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

/** Runs one statement without a server. The cluster must not be running. */
async function singleUser(cluster: Cluster, statement: string): Promise<void> {
  const sync = cluster.durable ? [] : ['-c', 'fsync=off'];
  const options = ['--single', '-D', cluster.directory, '-c', 'log_min_messages=error', ...sync, 'postgres'];
  const errors = await execute(program(cluster.binaries, 'postgres'), options, cluster.user, statement);
  const problem = /(ERROR|FATAL|PANIC): .*/.exec(errors);
  if (problem !== null) throw new LocalServerError(`PostgreSQL could not be set up: ${problem[0]}`);
}

/** Runs a program as the cluster's user. @returns what it wrote to stderr; a failure is thrown with its last words */
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
    const words = stderr.trim().split('\n').slice(-2).join(' ');
    throw new LocalServerError(`PostgreSQL could not be set up: ${words || String(error)}`);
  }
}

async function chownTo(file: string, user: SystemUser | undefined): Promise<void> {
  if (user !== undefined) await chown(file, user.uid, user.gid);
}
