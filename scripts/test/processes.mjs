// Finds and ends the processes of a test run: PostgreSQL and Redis run in separate process groups, so Ctrl-C does not
// reach them.
import { spawnSync } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Every process of a run inherits this variable. */
export const RUN_VARIABLE = 'TEST_RUN_MARK';
const POLL_MS = 50;

/** @returns {Promise<{ pid: number, command: string }[]>} processes of the run, this one excluded */
async function processesOfRun(mark) {
  return process.platform === 'linux' ? markedProcesses(`${RUN_VARIABLE}=${mark}`) : descendantsOf([process.pid]);
}

async function markedProcesses(variable) {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    if (pid === process.pid || !environment.split('\0').includes(variable)) continue;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // A zombie has no command line.
    if (command !== '') found.push({ pid, command: command.split('\0').join(' ').trim() });
  }
  // Redis overwrites its environment with its process title, so only its parent has the mark.
  const marked = found.map(({ pid }) => pid);
  return [...found, ...descendantsOf(marked).filter(({ pid }) => !marked.includes(pid))];
}

/** The processes `roots`, this one excluded, and all below them. */
function descendantsOf(roots) {
  const lines =
    spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' }).stdout?.split('\n') ?? [];
  const all = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+(.*)$/.exec(line))
    .filter((match) => match !== null);
  const ids = new Set(roots);
  for (let size = 0; size !== ids.size;) {
    size = ids.size;
    for (const [, pid, parent] of all) if (ids.has(Number(parent))) ids.add(Number(pid));
  }
  const found = all.map(([, pid, , , command]) => ({ pid: Number(pid), command }));
  return found.filter(({ pid, command }) => ids.has(pid) && pid !== process.pid && !command.startsWith('ps '));
}

/**
 * Waits until no process of the run is left.
 *
 * @returns {Promise<{ pid: number, command: string }[]>} processes left after `ms`
 */
export async function waitForEnd(mark, ms) {
  const deadline = Date.now() + ms;
  let left = await processesOfRun(mark);
  while (left.length > 0 && Date.now() < deadline) {
    await sleep(POLL_MS);
    left = await processesOfRun(mark);
  }
  return left;
}

/** Ends all processes of the run: SIGINT, which makes PostgreSQL end its sessions, and SIGKILL for those left after `graceMs`. */
export async function endRun(mark, graceMs = 8_000) {
  const found = await processesOfRun(mark);
  signalAll(found, 'SIGINT');
  const left = await waitForEnd(mark, graceMs);
  // A frozen Redis whose parent has ended is no descendant any more.
  const orphans = descendantsOf(found.map(({ pid }) => pid)).filter(({ pid, command }) =>
    found.some((one) => one.pid === pid && one.command === command),
  );
  signalAll([...left, ...orphans], 'SIGKILL');
  await waitForEnd(mark, graceMs);
}

function signalAll(found, signal) {
  for (const { pid } of found) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended meanwhile.
    }
  }
}
