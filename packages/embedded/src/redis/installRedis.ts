import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { findRedisServer, type RedisServerProgram } from './findRedisServer.js';

/** One package manager and what to say to it; the commands are tried in order until a server is there. */
interface PackageManager {
  readonly program: string;
  readonly asRoot: boolean;
  readonly commands: readonly (readonly string[])[];
}

const MANAGERS: readonly PackageManager[] = [
  {
    program: 'apt-get',
    asRoot: true,
    commands: [
      ['install', '-y', '--no-install-recommends', 'redis-server'],
      ['update'],
      ['install', '-y', '--no-install-recommends', 'redis-server'],
    ],
  },
  {
    program: 'dnf',
    asRoot: true,
    commands: [
      ['install', '-y', 'valkey'],
      ['install', '-y', 'redis'],
    ],
  },
  {
    program: 'apk',
    asRoot: true,
    commands: [
      ['add', '--no-cache', 'redis'],
      ['add', '--no-cache', 'valkey'],
    ],
  },
  { program: 'brew', asRoot: false, commands: [['install', 'redis']] },
];

const WAYS =
  'Sluice needs Redis 6.2 or later. Install redis-server or valkey-server with your package manager ' +
  '(apt-get install redis-server, dnf install valkey, apk add redis, brew install redis), ' +
  'or give REDIS_URL=redis://host:6379 of a server you have.';

/** Whether and how a missing server may be installed. */
export interface InstallOptions {
  /** False forbids installing anything (`SLUICE_INSTALL=0`). */
  readonly allowed: boolean;
  readonly report: Report;
}

/**
 * A Redis server program: the one on the path, else one installed with the system's package manager, telling what it
 * does. Throws a {@link LocalServerError} that lists the ways to get one when there is none and none can be installed.
 */
export async function installRedis({ allowed, report }: InstallOptions): Promise<RedisServerProgram> {
  const present = await findRedisServer();
  if (present !== undefined) return present;
  if (!allowed) throw new LocalServerError(`${WAYS} (Installing it is forbidden by SLUICE_INSTALL=0.)`);
  const root = process.getuid?.() === 0;
  for (const manager of MANAGERS) {
    if (!(await isOnPath(manager.program))) continue;
    const asOther = manager.asRoot && !root;
    if (asOther && !(await succeeds('sudo', ['-n', 'true']))) continue;
    for (const command of manager.commands) {
      const words = commandLine([manager.program, ...command], asOther);
      report(`There is no Redis here, so: ${words.join(' ')}`);
      await runQuietly(words);
      const found = await findRedisServer();
      if (found !== undefined) return found;
    }
  }
  throw new LocalServerError(WAYS);
}

function isOnPath(program: string): Promise<boolean> {
  return succeeds('/bin/sh', ['-c', 'command -v "$1"', 'sh', program]);
}

function succeeds(file: string, args: readonly string[]): Promise<boolean> {
  return promisify(execFile)(file, args).then(
    () => true,
    () => false,
  );
}

/** No questions; and the distribution's own service is not wanted: with this, systemd leaves it stopped. */
const QUIET = { DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1', HOMEBREW_NO_AUTO_UPDATE: '1' };

/** The words of a quiet installation. `sudo` drops the environment, so there it is part of the command. */
export function commandLine(command: readonly string[], asOther: boolean): readonly string[] {
  if (!asOther) return command;
  return ['sudo', '-n', 'env', ...Object.entries(QUIET).map(([name, value]) => `${name}=${value}`), ...command];
}

/** Runs a command without questions. Its end is not judged: what counts is whether the server is there afterwards. */
function runQuietly(words: readonly string[]): Promise<void> {
  const [file = '', ...args] = words;
  const env = { ...process.env, ...QUIET };
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore'], env });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
