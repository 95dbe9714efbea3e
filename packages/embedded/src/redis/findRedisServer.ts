import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A server program that implements Redis's protocol in a supported version. */
export interface RedisServerProgram {
  readonly file: string;
  readonly version: string;
}

const PROGRAMS = ['redis-server', 'valkey-server'];
/** Directories of package managers that a minimal `PATH` may lack. */
const EXTRA_DIRECTORIES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin'];
const OLDEST = [6, 2] as const;

/** Returns the first `redis-server`, or else `valkey-server`, of version 6.2 or later on the path; `undefined` if none. */
export async function findRedisServer(searchPath = process.env['PATH'] ?? ''): Promise<RedisServerProgram | undefined> {
  const directories = [...searchPath.split(path.delimiter).filter((entry) => entry !== ''), ...EXTRA_DIRECTORIES];
  for (const name of PROGRAMS) {
    for (const directory of new Set(directories)) {
      const file = path.join(directory, name);
      const version = await versionOf(file);
      if (version !== undefined && isNewEnough(version)) return { file, version };
    }
  }
  return undefined;
}

async function versionOf(file: string): Promise<string | undefined> {
  try {
    await access(file, constants.X_OK);
    const { stdout } = await promisify(execFile)(file, ['--version']);
    return /v=(\d+\.\d+\.\d+)/.exec(stdout)?.[1];
  } catch {
    return undefined;
  }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}
