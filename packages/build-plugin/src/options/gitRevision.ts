import { execFileSync } from 'node:child_process';

/** A build does not wait longer for Git, in milliseconds. */
const TIMEOUT_MS = 2_000;

/** The commit that is checked out in a directory; `undefined` outside of a checkout, without commits or without Git. */
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
