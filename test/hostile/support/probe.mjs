/**
 * Preloaded into every Node process of a system under test (`NODE_OPTIONS=--import`): writes JSON lines to
 * `$HOSTILE_PROBE/<pid>.jsonl` for every 50 ms or more in which the event loop was blocked, for the reason why the
 * process ended, and for warnings. Does not change what the process does.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 20;
const NOTED_MS = 50;

/** CPU time of the main thread in milliseconds: waiting for a busy machine does not count as blocking. */
function cpuMs() {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e3;
  }
}

function watch(directory) {
  const note = (entry) =>
    appendFileSync(join(directory, `${process.pid}.jsonl`), `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
  let last = performance.now();
  let lastCpu = cpuMs();
  setInterval(() => {
    const [now, cpu] = [performance.now(), cpuMs()];
    const wallMs = now - last - TICK_MS;
    const busyMs = Math.min(wallMs, cpu - lastCpu);
    if (busyMs >= NOTED_MS) note({ stallMs: Math.round(busyMs), wallMs: Math.round(wallMs) });
    [last, lastCpu] = [now, cpu];
  }, TICK_MS).unref();
  process.on('uncaughtExceptionMonitor', (error, origin) => note({ crash: `${origin}: ${error?.stack ?? error}` }));
  process.on('warning', ({ name, message }) => note({ warning: `${name}: ${message}` }));
  note({ started: process.argv[1] ?? '' });
}

const { HOSTILE_PROBE: directory } = process.env;
if (isMainThread && directory !== undefined) watch(directory);
