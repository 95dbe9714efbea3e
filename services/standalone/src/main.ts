import { LocalServerError } from '@sluice/embedded';
import { ConfigError, createLogger, EXIT_CONFIG, exitOnUncaughtError } from '@sluice/runtime';
import path from 'node:path';
import { readyText } from './announce.js';
import { readStandaloneConfig } from './config.js';
import { createStandalone, type Standalone } from './createStandalone.js';
import { runWorkers } from './workers/runWorkers.js';

/** On Ctrl-C this process gets the signal from the terminal and from npm: within this time they count as one. */
const SAME_SIGNAL_MS = 1_000;
const PARENT_POLL_MS = 250;
/** The checkout: this file is in `services/standalone/<src or dist>`. */
const ROOT = path.resolve(import.meta.dirname, '../../..');

const print = (line: string): void => console.log(line);
const exit = (code: number): void => process.exit(code);

if (process.argv[2] === 'workers' && process.send !== undefined) {
  exitOnUncaughtError(createLogger('workers'), exit);
  runWorkers({ env: process.env, exit });
} else {
  await run();
}

/**
 * Starts everything and runs until a signal. Every problem is one line on stderr and a non-zero exit code. It does not use
 * `runService`, which writes logs for a supervisor: this output is for a person, every Ctrl-C arrives twice, and the
 * services get their URLs only when the databases of this process run.
 */
async function run(): Promise<void> {
  // A closed terminal or pipe must not end this process before it has stopped in order.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  exitOnUncaughtError(createLogger('standalone'), exit);
  let standalone: Standalone | undefined;
  let stopping: Promise<void> | undefined;
  const stop = (code: number): Promise<void> =>
    (stopping ??= (standalone?.stop() ?? Promise.resolve()).then(() => {
      if (code === 0) print('Stopped.');
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
      report: print,
      onServerFailed: (reason) => {
        console.error(`sluice: ${reason}. Stopping.`);
        void stop(1);
      },
    });
    await standalone.start();
    const signInLink = standalone.signInLink();
    const { limits } = standalone;
    print(readyText(standalone.baseUrl(), { demo: standalone.demo(), signInLink, limits, nowMs: Date.now() }));
  } catch (error) {
    if (stopping !== undefined) return stopping;
    console.error(problem(error));
    await stop(error instanceof ConfigError ? EXIT_CONFIG : 1);
  }
}

/**
 * `npm start` runs a shell in between. SIGTERM to npm ends that shell without reaching this process, so the end of the
 * parent counts as the signal.
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

/** The first SIGINT or SIGTERM stops in order; another one at least a second later kills all processes. */
function listenForSignals(stop: () => void, kill: () => void): void {
  let firstAt: number | undefined;
  const onSignal = (): void => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      print('Stopping. Press Ctrl-C again to stop at once.');
      stop();
    } else if (performance.now() - firstAt > SAME_SIGNAL_MS) {
      kill();
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('SIGHUP', onSignal);
}

/** A problem that a person can correct is one line; any other error keeps its stack. */
function problem(error: unknown): string {
  if (error instanceof ConfigError || error instanceof LocalServerError) return `sluice: ${error.message}`;
  return `sluice: the start failed. ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
