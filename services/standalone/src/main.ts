import { LocalServerError } from '@sluice/embedded';
import { ConfigError, createLogger, exitOnUncaughtError } from '@sluice/runtime';
import path from 'node:path';
import { readyText } from './announce.js';
import { readStandaloneConfig } from './config.js';
import { createStandalone, type Standalone } from './createStandalone.js';
import { runWorkers } from './workers/runWorkers.js';

/** Exit code of a start whose settings are wrong (`EX_CONFIG`). */
const EXIT_CONFIG = 78;
/** A terminal's Ctrl-C and the package manager that passes it on reach this process both: one wish, not two. */
const ONE_WISH_MS = 1_000;
const PARENT_POLL_MS = 250;
/** The checkout: this file lies in `services/standalone/<src or dist>`. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

const say = (line: string): void => console.log(line);
const exit = (code: number): void => process.exit(code);

if (process.argv[2] === 'workers' && process.send !== undefined) {
  exitOnUncaughtError(createLogger('workers'), exit);
  runWorkers({ env: process.env, exit });
} else {
  await run();
}

/** Starts everything and stays until a signal. Every problem is one line on stderr and an exit code that is not 0. */
async function run(): Promise<void> {
  // A terminal that closes, or a pipe that was read far enough, must not end this before it has stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  exitOnUncaughtError(createLogger('standalone'), exit);
  let standalone: Standalone | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (code: number): Promise<void> =>
    (stopping ??= (standalone?.stop() ?? Promise.resolve()).then(() => {
      if (code === 0) say('Stopped.');
      process.exit(code);
    }));
  listenForSignals(
    () => void stop(0),
    () => {
      standalone?.kill();
      process.exit(1);
    },
  );
  stopWithParent(() => void stop(0));
  try {
    standalone = createStandalone(readStandaloneConfig(process.env, ROOT), {
      env: process.env,
      program: import.meta.filename,
      report: say,
      onServerFailed: (reason) => {
        console.error(`sluice: ${reason}. Stopping.`);
        void stop(1);
      },
    });
    await standalone.start();
    say(readyText(standalone.baseUrl(), standalone.demo(), standalone.limits, Date.now()));
  } catch (error) {
    if (stopping !== undefined) return stopping;
    console.error(problem(error));
    await stop(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}

/**
 * Under `npm start` a shell stands between, and a SIGTERM for npm ends that shell without reaching this process: a parent
 * that is gone is as good as the signal.
 */
function stopWithParent(stop: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, PARENT_POLL_MS);
  watch.unref();
}

/** The first SIGINT or SIGTERM stops in order, a second one at least a second later ends everything at once. */
function listenForSignals(stop: () => void, kill: () => void): void {
  let firstAt: number | undefined;
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      say('Stopping. Press Ctrl-C again to stop at once.');
      stop();
    } else if (performance.now() - firstAt > ONE_WISH_MS) {
      kill();
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
}

/** What a person can act on is one line; anything else is a fault of ours and keeps its stack. */
function problem(error: unknown): string {
  if (error instanceof ConfigError || error instanceof LocalServerError) return `sluice: ${error.message}`;
  return `sluice: the start failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
