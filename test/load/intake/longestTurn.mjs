// The longest turn of a process's event loop, per second, in CPU time of its main thread: other processes on the machine do not lengthen
// it. This file is preloaded into the process (NODE_OPTIONS).
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';

const PERIOD_MS = 1_000;

/** The environment in which Node processes note their turns in a file of `directory`. */
export const noteTurns = (directory) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`,
  LONGEST_TURN_DIR: directory,
});

const fileOf = (directory, pid) => path.join(directory, `longest-turn-${pid}`);

/** Returns the longest turn of a process between two moments, in milliseconds. */
export function readLongestTurn(directory, pid, { fromMs, toMs }) {
  const lines = readFileSync(fileOf(directory, pid), 'utf8').trim().split('\n').map(JSON.parse);
  return Math.max(...lines.filter(({ at }) => at > fromMs && at <= toMs).map(({ ms }) => ms));
}

const cpuMs = () => Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;

const directory = process.env.LONGEST_TURN_DIR;
if (directory !== undefined && isMainThread) {
  let since = cpuMs();
  let longest = 0;
  const measure = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - since);
    since = now;
    setImmediate(measure).unref();
  };
  measure();
  setInterval(() => {
    appendFileSync(fileOf(directory, process.pid), `${JSON.stringify({ at: Date.now(), ms: longest })}\n`);
    longest = 0;
  }, PERIOD_MS).unref();
}
