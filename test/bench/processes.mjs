// Child processes of a benchmark: pinned to a core where `taskset` exists, stopped by the handle that started them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

export const hasTaskset = ['/usr/bin/taskset', '/bin/taskset'].some((file) => {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
});

/** The command line that runs `command` on one core. */
export const onCore = (core, command) => (hasTaskset ? ['taskset', '-c', String(core), ...command] : command);

/** Pins a running process (all its threads) to a core. */
export async function pin(pid, core) {
  if (hasTaskset) await promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
}

/** Starts a Node script that reports `{ port }` over IPC. @returns {Promise<{ port: number, pid: number, stop: () => Promise<void> }>} */
export async function startNode(script, core) {
  const [file, ...args] = onCore(core, [process.execPath, script]);
  const child = spawn(file, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [message] = await once(child, 'message');
  return { port: message.port, pid: child.pid, stop: () => end(child) };
}

/** Runs a Node script to its end with one JSON argument and parses what it prints. */
export async function runJson(script, argument, core) {
  const [file, ...args] = onCore(core, [process.execPath, script, JSON.stringify(argument)]);
  const { stdout } = await promisify(execFile)(file, args, { maxBuffer: 1 << 24 });
  return JSON.parse(stdout);
}

/** Ends a child with SIGTERM and waits for it. */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  await gone;
}

const CLOCK_TICKS = 100;

/** CPU seconds, user and system, that a process has used so far. */
export function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS;
}
