// Child processes of a benchmark: pinned to a core if `taskset` exists, stopped by the handle that started them.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export const hasTaskset = ['/usr/bin/taskset', '/bin/taskset'].some((file) => {
  try {
    accessSync(file);
    return true;
  } catch {
    return false;
  }
});

/** Returns the command line that runs `command` on one core; on any core if `core` is undefined. */
export const onCore = (core, command) =>
  hasTaskset && core !== undefined ? ['taskset', '-c', String(core), ...command] : command;

/** Pins a running process (all its threads) to a core. */
export async function pin(pid, core) {
  if (hasTaskset && core !== undefined) {
    await promisify(execFile)('taskset', ['-a', '-c', '-p', String(core), String(pid)]);
  }
}

/** Starts a Node script that reports `{ port }` over IPC. @returns {Promise<{ url: string, pid: number, stop: () => Promise<void> }>} */
export async function startNode(script, { core, env = {} } = {}) {
  const [file, ...args] = onCore(core, [process.execPath, script]);
  const child = spawn(file, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${code} before it was ready`);
  });
  gone.catch(() => undefined);
  const [message] = await Promise.race([once(child, 'message'), gone]);
  return { url: `http://127.0.0.1:${message.port}`, pid: child.pid, stop: () => end(child) };
}

/** Runs a Node script with one JSON argument and parses its output. */
export async function runJson(script, argument, core) {
  const [file, ...args] = onCore(core, [process.execPath, script, JSON.stringify(argument)]);
  const { stdout } = await promisify(execFile)(file, args, { maxBuffer: 1 << 26 });
  return JSON.parse(stdout);
}

/** Time for a process to finish its work; then it is killed, and the measurement fails. */
const STOP_MS = 60_000;

/** Ends a child with SIGTERM and waits for it. */
export async function end(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
  const [, signal] = await gone;
  clearTimeout(timer);
  if (signal === 'SIGKILL') throw new Error(`process ${child.pid} did not stop within ${STOP_MS} ms`);
}

const POLL_MS = 50;

/** Resolves when `condition` returns true; an exception counts as false. @throws after `timeoutMs`, with `what` */
export async function waitUntil(condition, what, timeoutMs = 30_000) {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await Promise.resolve(condition()).catch(() => false)) return;
    await delay(POLL_MS);
  }
  throw new Error(`${what}: not within ${timeoutMs} ms`);
}

const CLOCK_TICKS = 100;

/** Parent, CPU ticks and name of a process, or undefined when it is gone. */
function statOf(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(') ') + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'));
    // A waited-for child's time is counted nowhere else (PostgreSQL's backends), so it belongs to the sum of a tree.
    return {
      state: fields[0],
      parent: Number(fields[1]),
      own: Number(fields[11]) + Number(fields[12]),
      waited: Number(fields[13]) + Number(fields[14]),
      name,
    };
  } catch {
    return undefined;
  }
}

/** CPU seconds, user and system, that a process has used so far, without its children. */
export const cpuSeconds = (pid) => (statOf(pid)?.own ?? 0) / CLOCK_TICKS;

/** Whether a process runs; one that has ended and is not waited for yet does not. */
export const isAlive = (pid) => !['Z', 'X', undefined].includes(statOf(pid)?.state);

/** A process and everything below it. @returns {{ pid: number, name: string }[]} */
export function processTree(pid) {
  const parents = new Map();
  const entries = existsSync('/proc') ? readdirSync('/proc') : [];
  for (const entry of entries) {
    const stat = /^\d+$/.test(entry) ? statOf(entry) : undefined;
    if (stat !== undefined) parents.set(Number(entry), stat);
  }
  const below = (id) =>
    [...parents].filter(([, { parent }]) => parent === id).flatMap(([child]) => [child, ...below(child)]);
  return [pid, ...below(pid)].filter((id) => parents.has(id)).map((id) => ({ pid: id, name: parents.get(id).name }));
}

/** CPU seconds of a process and of all its descendants, including ended ones. */
export function cpuSecondsOfTree(pid) {
  const used = processTree(pid).map(({ pid: id }) => statOf(id));
  return used.reduce((sum, stat) => sum + (stat === undefined ? 0 : stat.own + stat.waited), 0) / CLOCK_TICKS;
}

/** CPU seconds of this process's children that have ended. */
export const cpuSecondsOfEndedChildren = () => (statOf(process.pid)?.waited ?? 0) / CLOCK_TICKS;

/** Proportional set size (PSS) of a process in bytes; 0 if it has ended. */
export function memoryBytes(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

/** {@link memoryBytes} of a process and everything below it. */
export const memoryBytesOfTree = (pid) => processTree(pid).reduce((sum, { pid: id }) => sum + memoryBytes(id), 0);
