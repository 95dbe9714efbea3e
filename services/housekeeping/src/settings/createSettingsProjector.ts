import { readProjectedKeys, type Database, type ProjectedKey as StoredKey } from '@sluice/db';
import type { ProjectedKey, Projection } from '@sluice/redis';
import type { Clock } from '@sluice/runtime';

/**
 * Milliseconds after which a housekeeper that gave no sign of life is taken for dead. It gives several in that time: a
 * late one is no death, and more would only be written to Redis's log.
 */
const FOLLOWED_TTL_MS = 15_000;
const SIGN_EVERY_MS = FOLLOWED_TTL_MS / 5;

/** Brings settings from PostgreSQL into Redis, where gateways read them. */
export interface SettingsProjector {
  /** Writes the keys that changed since the last run (the first run writes all), and that somebody follows them. */
  readonly follow: () => Promise<void>;
  /** Writes every key and marks the projection complete: an unknown key is now known to be unknown. */
  readonly rebuild: () => Promise<void>;
}

const toProjected = ({ key, version, project }: StoredKey): ProjectedKey => ({
  key,
  version: Number(version),
  project,
});

/**
 * A projector with a cursor of its own. Versions become visible in their order, so nothing is missed; a key is written
 * only where its version is newer, so several projectors at once are harmless and need no lock.
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
