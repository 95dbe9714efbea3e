import { processIdentity } from '@sluice/runtime';
import { execFile } from 'node:child_process';
import { readFile, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const POLL_MS = 20;

/**
 * Returns the ids of running processes whose working directory is `directory` and whose program has one of the names.
 * Servers change into their data directory, so this finds them, and no unrelated process, without their pid files.
 */
export async function processesIn(directory: string, programs: readonly string[]): Promise<readonly number[]> {
  const resolved = await realpath(directory).catch(() => undefined);
  if (resolved === undefined) return [];
  if (process.platform !== 'linux') return processesByOpenFiles(resolved, programs);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const matches = await Promise.all(
    pids.map(async (pid) => {
      const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
      if (cwd !== resolved) return false;
      const program = await readlink(`/proc/${pid}/exe`).catch(() => '');
      const title = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      const names = [path.basename(program.replace(/ \(deleted\)$/, '')), title.trim()];
      return names.some((name) => programs.includes(name));
    }),
  );
  return pids.filter((_, index) => matches[index]);
}

/** The same without /proc: `lsof` lists working directories. Returns nothing if it is not installed. */
async function processesByOpenFiles(directory: string, programs: readonly string[]): Promise<readonly number[]> {
  const { stdout } = await run('lsof', ['-a', '-d', 'cwd', '-F', 'pcn']).catch(() => ({ stdout: '' }));
  const found: number[] = [];
  for (const block of stdout.split(/^p/m).slice(1)) {
    const [pid = '', ...lines] = block.split('\n');
    const program = lines.find((line) => line.startsWith('c'))?.slice(1) ?? '';
    if (lines.includes(`n${directory}`) && programs.includes(program)) found.push(Number(pid));
  }
  return found;
}

/** Sends a signal; returns `false` if the process has ended or may not be signaled. */
export function signalProcess(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Waits for the end of all processes. @returns whether they ended within `timeoutMs` */
export async function waitForEnd(pids: readonly number[], timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const identities = await Promise.all(pids.map(processIdentity));
    if (identities.every((identity) => identity === undefined)) return true;
    if (Date.now() >= deadline) return false;
    await delay(POLL_MS);
  }
}

/** One step of stopping: a signal, and how long to wait for its effect. */
export interface StopStep {
  readonly signal: NodeJS.Signals;
  readonly waitMs: number;
}

/** Sends each signal in turn until the processes have ended; the last step should be SIGKILL. */
export async function stopProcesses(pids: readonly number[], steps: readonly StopStep[]): Promise<void> {
  if (pids.length === 0) return;
  for (const { signal, waitMs } of steps) {
    for (const pid of pids) signalProcess(pid, signal);
    if (await waitForEnd(pids, waitMs)) return;
  }
}
