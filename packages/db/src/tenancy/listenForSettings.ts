import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Component } from '@sluice/runtime';
import type { Database } from '../connection/createDatabase.js';

/** The channel on which the version triggers announce committed changes. */
const SETTINGS_CHANNEL = 'sluice_settings';

const RECONNECT_MS = 1_000;

/**
 * Calls `onChange` after every committed change of settings and after every (re)connect, because notifications sent meanwhile
 * are lost. A hint only: the reader reads what is newer than the version it knows, and also polls without a hint. `start` does
 * not wait for the server.
 */
export function listenForSettings(db: Database, onChange: () => void): Component {
  const abort = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!abort.signal.aborted) {
      await listenOnce(db, onChange, abort.signal);
      await delay(RECONNECT_MS, undefined, { signal: abort.signal }).catch(() => undefined);
    }
  };
  return {
    start: () => {
      loop = run();
      return Promise.resolve();
    },
    stop: async () => {
      abort.abort();
      await loop;
    },
  };
}

/** Listens on a separate connection until it is lost or the signal aborts. */
async function listenOnce(db: Database, onChange: () => void, signal: AbortSignal): Promise<void> {
  const client = new Client(db.pool.options);
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  client.on('error', () => undefined);
  client.on('notification', onChange);
  try {
    await client.connect();
    await client.query(`listen ${SETTINGS_CHANNEL}`);
    onChange();
    await ended;
  } catch {
    // `run` tries again; readers do not depend on the hint.
  } finally {
    await client.end().catch(() => undefined);
  }
}
