import { readProjectedKeys, type Database, type ProjectedKey as StoredKey } from '@sluice/db';
import type { ProjectedKey, Projection } from '@sluice/redis';

/** Brings settings from PostgreSQL into Redis, where gateways read them. */
export interface SettingsProjector {
  /** Writes the keys that changed since the last run; the first run writes all of them. */
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
  completeTtlMs: number,
): SettingsProjector {
  let seen: string | undefined;
  const write = async (since: string | undefined): Promise<void> => {
    const keys = await readProjectedKeys(db, since);
    if (keys.length > 0) await projection.putAll(keys.map(toProjected));
    seen = newest(seen, keys);
  };
  return {
    follow: () => write(seen),
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
