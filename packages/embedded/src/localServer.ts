/** How a server process ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A database server that this process started and must stop. */
export interface LocalServer {
  /** Connection URL, password included. */
  readonly url: string;
  /** The TCP port on 127.0.0.1. */
  readonly port: number;
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly exited: Promise<ServerExit>;
  /** Stops it cleanly, or by force after a limited wait; resolves when it has ended. Safe to call twice. */
  readonly stop: () => Promise<void>;
  /** Kills it without waiting; the next start recovers. */
  readonly kill: () => void;
}

/** How to control a server that is starting. */
export interface StartControl {
  /** Aborts the start: the spawned server is ended and the start rejects. */
  readonly signal?: AbortSignal;
  /** Called with each process as soon as it is spawned; `kill` ends it at once. */
  readonly onSpawn?: (process: { readonly pid: number; readonly kill: () => void }) => void;
}

/** Prints one sentence for the person at the terminal. */
export type Report = (line: string) => void;
