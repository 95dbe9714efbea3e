import type { Redis } from 'ioredis';
import { loadScripts } from '../script.js';

/** How often a connection is asked for a sign of life, and how long one sign counts, in milliseconds. */
const PROBE_MS = 500;
const FRESH_MS = 2_000;

interface Health {
  /** When this connection last answered; `-Infinity` before its scripts are loaded and after it closed. */
  answeredAt: number;
}

const HEALTH = new WeakMap<Redis, Health>();

/**
 * Loads the scripts at every `ready` and then pings regularly. A connection is usable only after both: ioredis
 * reports `ready` before scripts can be loaded, and a half-open socket stays `ready` for minutes.
 */
export function watchHealth(client: Redis): void {
  const health: Health = { answeredAt: -Infinity };
  HEALTH.set(client, health);
  let connection = 0;
  let loadedOn = -1;
  let probing = false;
  const probe = async (): Promise<void> => {
    if (probing || client.status !== 'ready') return;
    probing = true;
    const current = connection;
    try {
      if (loadedOn !== current) await loadScripts(client);
      loadedOn = current;
      await client.ping();
      if (current === connection) health.answeredAt = performance.now();
    } catch {
      // No sign of life; the next turn asks again.
    } finally {
      probing = false;
    }
  };
  const timer = setInterval(() => void probe(), PROBE_MS).unref();
  client.on('ready', () => void probe());
  client.on('close', () => {
    connection += 1;
    health.answeredAt = -Infinity;
  });
  client.on('end', () => clearInterval(timer));
}

/** Whether a connection of this package is ready, has our scripts, and answered within the last two seconds. */
export function isRedisUsable(client: Redis): boolean {
  const health = HEALTH.get(client);
  return health !== undefined && client.status === 'ready' && performance.now() - health.answeredAt < FRESH_MS;
}
