import type { LocalServer, Report, StartControl } from '@sluice/embedded';
import type { Component } from '@sluice/runtime';
import { setTimeout as delay } from 'node:timers/promises';

/** A server to be kept running. */
export interface SupervisedServerOptions {
  readonly name: string;
  /** Starts it. The port is that of the first start, so that the address stays true; unset at the first start. */
  readonly launch: (port: number | undefined, control: StartControl) => Promise<LocalServer>;
  readonly report: Report;
  /** Told after each start. */
  readonly onStarted: () => void;
  /** Told once when it cannot be kept running. */
  readonly onServerFailed: (reason: string) => void;
  /** Milliseconds before each new start; a server that does not stay after the last one is given up. */
  readonly pausesMs?: readonly number[];
}

/** A server that is started again when it ends unasked. */
export interface SupervisedServer extends Component {
  /** The server that runs, or ran last; throws before the first start. */
  readonly current: () => LocalServer;
  /** Gives up a start that is under way; nothing is started any more. To be followed by a stop. */
  readonly cancelStart: () => void;
  /** Ends it at once, without a clean shutdown, also while it starts. */
  readonly kill: () => void;
}

const PAUSES_MS = [100, 1_000, 2_000, 5_000, 10_000];
/** A server that ran this long has recovered: its earlier ends are forgotten. */
const STABLE_MS = 60_000;

/**
 * Keeps a local server running: when it ends unasked it is started again on the same port, after growing pauses. The
 * services wait for it meanwhile, as they do for any database that is away. When it fails too often it is given up.
 */
export function superviseServer(options: SupervisedServerOptions): SupervisedServer {
  const { name, launch, report, onStarted, onServerFailed: onGivenUp, pausesMs = PAUSES_MS } = options;
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
      // An ended server still holds its directory's lock.
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
    let failures = 0;
    let runs = true;
    while (!isStopping()) {
      if (runs) {
        const since = performance.now();
        await current().exited;
        if (isStopping()) return;
        if (performance.now() - since > STABLE_MS) failures = 0;
        report(`${name} ended unexpectedly; starting it again.`);
      }
      const pause = pausesMs[failures];
      if (pause === undefined) return onGivenUp(`${name} ends again and again`);
      failures += 1;
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
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
      // A new start may have been under way.
      await server?.stop();
    },
  };
}

interface Launcher {
  readonly launch: (port: number | undefined) => Promise<LocalServer>;
  /** Ends the process of a launch under way. */
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
