import { Pool, type PoolClient, type PoolConfig } from 'pg';
import { DatabaseUnavailableError } from './databaseUnavailableError.js';

type Connected = Parameters<Pool['connect']>[0];

/** Errors of a server, or of PgBouncer (which has one code for all of its own), that has no room for another connection. */
const NO_ROOM: ReadonlySet<unknown> = new Set(['53300', '08P01']);

/** How long the pool opens no more connections after that, in milliseconds. `ConnectionGate` bounds the attempts. */
const PAUSE_MS = 1_000;

/** Until a caller joins the queue: never in the same round of the event loop, so that no error makes the pool spin. */
const REJOIN_MS = 20;

/**
 * A pool that is full, for a moment, as soon as the server has no room for another connection: callers then wait for one of the
 * open connections, up to their usual time. Without an open connection they get the error.
 */
export class WaitingPool extends Pool {
  #most: number | undefined;
  #open = 0;

  constructor(config: PoolConfig) {
    super(config);
    this.on('connect', () => (this.#open += 1));
    this.on('remove', () => (this.#open -= 1));
  }

  override connect(): Promise<PoolClient>;
  override connect(connected: Connected): void;
  override connect(connected?: Connected): Promise<PoolClient> | void {
    if (connected !== undefined) return this.#connectFrom(performance.now(), connected);
    return new Promise((resolve, reject) => {
      this.#connectFrom(performance.now(), (error, client) => {
        if (client === undefined) reject(error ?? new Error('the pool returned no connection'));
        else resolve(client);
      });
    });
  }

  #connectFrom(sinceMs: number, connected: Connected): void {
    super.connect((error, client, release) => {
      const isLate = performance.now() - sinceMs >= (this.options.connectionTimeoutMillis ?? 0);
      if (error === undefined || !isNoRoom(error) || this.#open <= 0 || isLate) {
        return connected(error, client, release);
      }
      this.#beFull();
      setTimeout(() => this.#connectFrom(sinceMs, connected), REJOIN_MS);
    });
  }

  #beFull(): void {
    if (this.#most === undefined) {
      const most = this.options.max;
      this.#most = most;
      setTimeout(() => {
        this.options.max = most;
        this.#most = undefined;
      }, PAUSE_MS).unref();
    }
    this.options.max = this.#open;
  }
}

const isNoRoom = (error: Error): boolean =>
  NO_ROOM.has(codeOf(error)) || (error instanceof DatabaseUnavailableError && NO_ROOM.has(codeOf(error.cause)));

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);
