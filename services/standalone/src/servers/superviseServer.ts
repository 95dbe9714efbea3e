import type { LocalServer, Report, StartControl } from '@sluice/embedded';
import { Backoff, type BackoffLimits, type Component } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** A server to keep running. */
export interface SupervisedServerOptions {
  readonly name: string;
  /** Starts it on the port of the first start, so that its URL stays valid; `undefined` in the first start. */
  readonly launch: (port: number | undefined, control: StartControl) => Promise<LocalServer>;
  readonly report: Report;
  /** Called after each start. */
  readonly onStarted: () => void;
  /** Called once if it cannot be kept running. */
  readonly onServerFailed: (reason: string) => void;
  /** Limits of the pauses before restarts. */
  readonly pauses?: BackoffLimits;
}

/** A server that is restarted when it ends unexpectedly. */
export interface SupervisedServer extends Component {
  /** The current or last server. @throws Error before the first start */
  readonly current: () => LocalServer;
  /** Cancels a start in progress and prevents restarts. Call `stop` afterwards. */
  readonly cancelStart: () => void;
  /** Kills it, also during a start. */
  readonly kill: () => void;
}

const PAUSES: BackoffLimits = { firstMs: 500, maxMs: 10_000 };
/** A server that ends once more has failed. */
const MAX_RESTARTS = 5;
/** A server that ran this long is stable: earlier failures no longer count. */
const STABLE_MS = 60_000;

/**
 * Keeps a local server running: if it ends unexpectedly, it is restarted on the same port after growing pauses. The
 * services wait for it as for any unavailable database.
 */
export function superviseServer(options: SupervisedServerOptions): SupervisedServer {
  const { name, launch, report, onStarted, onServerFailed: onGivenUp, pauses = PAUSES } = options;
  const stopping = new AbortController();
  const isStopping = (): boolean => stopping.signal.aborted;
  let server: LocalServer | undefined;
  const launcher = createLauncher(launch, stopping.signal);
  let watching: Promise<void> = Promise.resolve();
  const current = (): LocalServer => {
    if (server === undefined) throw new Error(`${name} has not been started`);
    return server;
  };
  const relaunch = async (): Promise<boolean> => {
    try {
      // Releases the lock of its directory.
      await current().stop();
      server = await launcher.launch(current().port);
      onStarted();
      return true;
    } catch (error) {
      if (!isStopping()) report(`${name} does not start: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
  };
  const watch = async (): Promise<void> => {
    const backoff = new Backoff(pauses);
    let runs = true;
    while (!isStopping()) {
      if (runs) {
        const since = performance.now();
        await current().exited;
        if (isStopping()) return;
        if (performance.now() - since > STABLE_MS) backoff.reset();
        report(`${name} ended unexpectedly; starting it again.`);
      }
      if (backoff.count === MAX_RESTARTS)
        return onGivenUp(`${name} keeps ending unexpectedly; see its log in DATA_DIR`);
      await delay(backoff.next(), undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!isStopping()) runs = await relaunch();
    }
  };
  return {
    current,
    cancelStart: () => stopping.abort(),
    kill: () => {
      launcher.kill();
      server?.kill();
    },
    start: async () => {
      server = await launcher.launch(undefined);
      onStarted();
      watching = watch();
    },
    stop: async () => {
      stopping.abort();
      await server?.stop();
      await watching;
      // A restart may have been in progress.
      await server?.stop();
    },
  };
}

interface Launcher {
  readonly launch: (port: number | undefined) => Promise<LocalServer>;
  /** Kills the process of a start in progress. */
  readonly kill: () => void;
}

function createLauncher(launch: SupervisedServerOptions['launch'], signal: AbortSignal): Launcher {
  let spawned: { readonly kill: () => void } | undefined;
  return {
    launch: async (port) => {
      try {
        return await launch(port, { signal, onSpawn: (process) => void (spawned = process) });
      } finally {
        spawned = undefined;
      }
    },
    kill: () => spawned?.kill(),
  };
}
