import { readProjectedKeys, type Database, type ProjectedKey as StoredKey } from '@sluice/db';
import type { ProjectedKey, Projection } from '@sluice/redis';
import type { Clock } from '@sluice/runtime';

/**
 * Milliseconds after its last heartbeat at which housekeeping counts as dead. It sends several in that time, so that a
 * late one does not matter.
 */
const FOLLOWED_TTL_MS = 15_000;
const SIGN_EVERY_MS = FOLLOWED_TTL_MS / 5;

/** Copies settings from PostgreSQL to Redis, from which gateways read them. */
export interface SettingsProjector {
  /** Writes the keys that changed since the last run (all in the first run), and a heartbeat. */
  readonly follow: () => Promise<void>;
  /** Writes every key and marks the projection complete: a key that is not in it does not exist. */
  readonly rebuild: () => Promise<void>;
}

const toProjected = ({ key, version, project }: StoredKey): ProjectedKey => ({
  key,
  version: Number(version),
  project,
});

/**
 * Returns a projector with its own cursor. Versions become visible in order, so that none is missed. A key is written
 * only if its version is newer, so that concurrent projectors need no lock.
 */
export function createSettingsProjector(
  db: Database,
  projection: Projection,
  { completeTtlMs, clock }: { readonly completeTtlMs: number; readonly clock: Clock },
): SettingsProjector {
  let seen: string | undefined;
  let signed = -Infinity;
  const write = async (since: string | undefined): Promise<void> => {
    const keys = await readProjectedKeys(db, since);
    if (keys.length > 0) await projection.putAll(keys.map(toProjected));
    seen = newest(seen, keys);
  };
  return {
    follow: async () => {
      await write(seen);
      const now = clock();
      if (Math.abs(now - signed) < SIGN_EVERY_MS) return;
      await projection.markFollowed(FOLLOWED_TTL_MS);
      signed = now;
    },
    rebuild: async () => {
      await write(undefined);
      await projection.markComplete(completeTtlMs);
    },
  };
}

function newest(seen: string | undefined, keys: readonly StoredKey[]): string | undefined {
  const versions = keys.map(({ version }) => BigInt(version));
  const highest = versions.reduce((left, right) => (right > left ? right : left), BigInt(seen ?? 0));
  return seen === undefined && keys.length === 0 ? undefined : highest.toString();
}
