import { execFileSync } from 'node:child_process';

/** Timeout for Git in milliseconds. */
const TIMEOUT_MS = 2_000;

/** Returns the checked-out commit of a directory; `undefined` outside a repository, without commits or without Git. */
export function gitRevision(directory: string): string | undefined {
  try {
    const answer = execFileSync('git', ['rev-parse', '--verify', 'HEAD'], {
      cwd: directory,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
      windowsHide: true,
    });
    return /^[0-9a-f]{40,64}$/.exec(answer.trim())?.[0];
  } catch {
    return undefined;
  }
}
