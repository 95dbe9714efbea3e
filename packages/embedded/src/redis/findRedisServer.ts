import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

/** A server program that speaks Redis's protocol and is new enough. */
export interface RedisServerProgram {
  readonly file: string;
  readonly version: string;
}

const PROGRAMS = ['redis-server', 'valkey-server'];
/** Where package managers put it when the path of a bare environment does not name the place. */
const EXTRA_DIRECTORIES = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin', '/usr/sbin'];
const OLDEST = [6, 2] as const;

/** The first `redis-server`, else `valkey-server`, of version 6.2 or later on the path; `undefined` when there is none. */
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
