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
  /** Resolves when the process has ended, wanted or not. */
  readonly exited: Promise<ServerExit>;
  /** Stops it cleanly, by force after a bounded wait; resolves when it is gone. Safe to call twice. */
  readonly stop: () => Promise<void>;
  /** Ends it at once and does not wait; the next start recovers. */
  readonly kill: () => void;
}

/** How to reach a server whose start is under way. */
export interface StartControl {
  /** Aborted: the start is given up, the server it spawned is ended, and the start rejects. */
  readonly signal?: AbortSignal;
  /** Hears of each process as soon as it is there; `kill` ends it at once. */
  readonly onSpawn?: (process: { readonly pid: number; readonly kill: () => void }) => void;
}

/** Tells the person what is being done, one sentence a call. */
export type Report = (line: string) => void;
