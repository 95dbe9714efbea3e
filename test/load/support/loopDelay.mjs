// Event-loop delay of measured processes, per second: this file is preloaded into them (NODE_OPTIONS); the process
// that started them reads the results.
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { median } from './statistics.mjs';

const RESOLUTION_MS = 5;
const PERIOD_MS = 1_000;

/** The environment in which Node processes note their delay in a file of `directory`. */
export const noteLoopDelay = (directory) => ({
  NODE_OPTIONS: `--import ${pathToFileURL(import.meta.filename).href}`,
  LOOP_DELAY_DIR: directory,
});

const fileOf = (directory, pid) => path.join(directory, `loop-delay-${pid}`);

/**
 * @param {Record<string, number>} pids by role
 * @returns the delay by role between two moments: the median second's p50 and p99, and the longest; roles that noted none are left out
 */
export function readLoopDelay(directory, pids, { fromMs, toMs }) {
  const ofRole = (pid) => {
    try {
      const lines = readFileSync(fileOf(directory, pid), 'utf8').trim().split('\n').map(JSON.parse);
      const during = lines.filter(({ at }) => at > fromMs && at <= toMs);
      const of = (field) => during.map((line) => line[field]);
      return { p50Ms: median(of('p50Ms')), p99Ms: median(of('p99Ms')), maxMs: Math.max(...of('maxMs')) };
    } catch {
      return undefined;
    }
  };
  const delays = Object.entries(pids).map(([role, pid]) => [role, ofRole(pid)]);
  return Object.fromEntries(delays.filter(([, delay]) => delay !== undefined));
}

const directory = process.env.LOOP_DELAY_DIR;
if (directory !== undefined && isMainThread) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  // The recorded value is the time between two ticks.
  const ms = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  setInterval(() => {
    const [p50Ms, p99Ms, maxMs] = [histogram.percentile(50), histogram.percentile(99), histogram.max].map(ms);
    appendFileSync(fileOf(directory, process.pid), `${JSON.stringify({ at: Date.now(), p50Ms, p99Ms, maxMs })}\n`);
    histogram.reset();
  }, PERIOD_MS).unref();
}
