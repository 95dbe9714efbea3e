import { execFile, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import type { Report } from '../localServer.js';
import { LocalServerError } from '../localServerError.js';
import { findRedisServer, type RedisServerProgram } from './findRedisServer.js';

/** A package manager and its commands, which are tried in order until a server is installed. */
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
  'or set REDIS_URL=redis://host:6379 to use an existing server.';

/** Whether and how a missing server may be installed. */
interface InstallOptions {
  /** False forbids installing anything (`SLUICE_INSTALL=0`). */
  readonly allowed: boolean;
  readonly report: Report;
}

/**
 * Returns the Redis server program on the path, or installs one with the system's package manager and reports each command.
 * @throws LocalServerError with the ways to get one, if there is none and none can be installed
 */
export async function installRedis({ allowed, report }: InstallOptions): Promise<RedisServerProgram> {
  const present = await findRedisServer();
  if (present !== undefined) return present;
  if (!allowed) throw new LocalServerError(`${WAYS} (SLUICE_INSTALL=0 forbids installing it automatically.)`);
  const root = process.getuid?.() === 0;
  for (const manager of MANAGERS) {
    if (!(await isOnPath(manager.program))) continue;
    const asOther = manager.asRoot && !root;
    if (asOther && !(await succeeds('sudo', ['-n', 'true']))) continue;
    for (const command of manager.commands) {
      const words = commandLine([manager.program, ...command], asOther);
      report(`No Redis server found. Installing one: ${words.join(' ')}`);
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

/** Unattended, and without starting the distribution's service: `SYSTEMD_OFFLINE` keeps it stopped. */
const QUIET = { DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1', HOMEBREW_NO_AUTO_UPDATE: '1' };

/** Returns the command of an unattended installation. `sudo` drops the environment, so the command sets it. */
export function commandLine(command: readonly string[], asOther: boolean): readonly string[] {
  if (!asOther) return command;
  return ['sudo', '-n', 'env', ...Object.entries(QUIET).map(([name, value]) => `${name}=${value}`), ...command];
}

/** Runs a command unattended. Its exit code does not matter: the caller checks whether the server exists afterwards. */
function runQuietly(words: readonly string[]): Promise<void> {
  const [file = '', ...args] = words;
  const env = { ...process.env, ...QUIET };
  return new Promise((resolve) => {
    const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'ignore'], env });
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
}
