import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Backoff } from '@sluice/runtime';
import { Client } from 'pg';
import type { Database } from './createDatabase.js';

/**
 * The channels on which triggers announce committed changes: of settings (migration `0101-tenancy`, no payload) and of source
 * maps (migration `0105-releases`, the project).
 */
export type ChangeChannel = 'sluice_settings' | 'sluice_sourcemaps';

const PROBE = 'probe ';

const RECONNECT = { firstMs: 500, maxMs: 30_000 };
/** A pooler that drops notifications will not deliver them soon. */
const UNHEARD_RECONNECT_MS = 600_000;
const HEARD_MS = 5_000;

/** Callbacks of a listener. */
export interface ChangeHints {
  /** A change was committed. */
  readonly onChange: (payload: string) => void;
  /** Notifications arrive from now on. Earlier ones are lost. */
  readonly onListening: () => void;
  /** Notifications no longer arrive; the listener reconnects. `unheard`: the connection works but delivers none. */
  readonly onSilent: (reason: 'lost' | 'unheard', error: Error | undefined) => void;
}

/** Where a listener connects, and how long it waits for its own notification. */
export interface ListenOptions {
  /** An address of the same database without a pooler in transaction mode; that of `db` when unset. */
  readonly url?: string | undefined;
  /** Milliseconds. Default 5,000. */
  readonly heardMs?: number;
}

/**
 * Listens for committed changes on a separate connection, until `stop`. A connection is in use only after a notification that
 * was sent through the pool of `db` has arrived: a pooler in transaction mode drops notifications silently, and another
 * database has none. The delay between attempts grows from half a second to half a minute.
 */
export function listenForChanges(
  db: Database,
  channel: ChangeChannel,
  hints: ChangeHints,
  options: ListenOptions = {},
): { readonly stop: () => Promise<void> } {
  const abort = new AbortController();
  const isStopped = (): boolean => abort.signal.aborted;
  const run = async (): Promise<void> => {
    const backoff = new Backoff(RECONNECT);
    while (!isStopped()) {
      const end = await listenOnce(db, channel, hints, { ...options, signal: abort.signal });
      if (isStopped()) return;
      hints.onSilent(end.wasUnheard ? 'unheard' : 'lost', end.error);
      if (end.wasHeard) backoff.reset();
      const pause = end.wasUnheard ? UNHEARD_RECONNECT_MS : backoff.next();
      await delay(pause, undefined, { signal: abort.signal, ref: false }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      abort.abort();
      await running;
    },
  };
}

/** How a connection ended. */
interface End {
  readonly wasHeard: boolean;
  readonly wasUnheard: boolean;
  readonly error: Error | undefined;
}

async function listenOnce(
  db: Database,
  channel: ChangeChannel,
  { onChange, onListening }: ChangeHints,
  { url, heardMs = HEARD_MS, signal }: ListenOptions & { readonly signal: AbortSignal },
): Promise<End> {
  const client = new Client({ ...db.pool.options, ...(url === undefined ? {} : { connectionString: url }) });
  const probe = PROBE + randomUUID();
  const settled = new AbortController();
  const ended = endOf(client, signal, settled.signal);
  const heard = new Promise<'heard'>((resolve) => {
    client.on('notification', ({ payload = '' }) => {
      if (payload === probe) resolve('heard');
      else if (!payload.startsWith(PROBE)) onChange(payload);
    });
  });
  try {
    const late = listening(client, db, channel, probe)
      .then(() => delay(heardMs, 'unheard' as const, { signal: settled.signal }))
      .catch((error: unknown) => error);
    const first = await Promise.race([heard, late, ended]);
    if (first !== 'heard') return { wasHeard: false, wasUnheard: first === 'unheard', error: asError(first) };
    onListening();
    return { wasHeard: true, wasUnheard: false, error: asError(await ended) };
  } finally {
    settled.abort();
    await client.end().catch(() => undefined);
  }
}

async function listening(client: Client, db: Database, channel: ChangeChannel, probe: string): Promise<void> {
  await client.connect();
  await client.query(`listen ${channel}`);
  await db.pool.query('select pg_notify($1, $2)', [channel, probe]);
}

/**
 * Resolves when the connection is lost, with its error, or when the signal is given. `settled` takes its listener from the
 * signal, which outlives the connection: during an outage there would be one more after each attempt.
 */
const endOf = (client: Client, signal: AbortSignal, settled: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    // Stays for later errors: an `error` event without a listener ends the process.
    client.on('error', resolve);
    client.once('end', () => resolve(undefined));
    signal.addEventListener('abort', () => resolve(undefined), { once: true, signal: settled });
  });

const asError = (value: unknown): Error | undefined => (value instanceof Error ? value : undefined);
