import { sql } from 'kysely';
import { type Queryable, touch } from '@sluice/db';
import { toReleases, type ReleaseRow, type StoredRelease } from './storedRelease.js';

/** Fields of a release to write (protocol 4.3): an absent field keeps its value, `null` clears it. */
export interface ReleaseDescription {
  readonly version: string;
  readonly ref?: string | null | undefined;
  readonly url?: string | null | undefined;
  readonly deployedAt?: Date | null | undefined;
  readonly notes?: string | null | undefined;
}

/**
 * Writes the given fields of a release, and creates its row if there is none (`isNew`), in one statement, so
 * concurrent descriptions do not lose fields. Renews the retention of its maps.
 */
export async function describeRelease(
  db: Queryable,
  projectId: string,
  { version, ref, url, deployedAt, notes }: ReleaseDescription,
): Promise<{ readonly release: StoredRelease; readonly isNew: boolean }> {
  const all: Readonly<Record<string, unknown>> = { ref, url, deployed_at: deployedAt, notes };
  const sent = Object.entries(all).filter(([, value]) => value !== undefined);
  const columns = ['project_id', 'version', 'last_seen_hour', ...sent.map(([name]) => name)].map((name) =>
    sql.id(name),
  );
  const values = [sql`${projectId}`, sql`${version}`, sql`hour_of(now())`, ...sent.map(([, value]) => sql`${value}`)];
  const changes = sent.map(([name]) => sql`${sql.id(name)} = excluded.${sql.id(name)}`);
  const { rows } = await sql<ReleaseRow & { readonly is_new: boolean }>`
    insert into releases as r (${sql.join(columns)}) values (${sql.join(values)})
    on conflict (project_id, version) do update set ${sql.join([sql.raw(touch('r', '1 hour')), ...changes])}
    returning r.*, r.xmax = 0 as is_new`.execute(db.kysely);
  const [row] = rows;
  const [release] = row === undefined ? [] : await toReleases(db, [row]);
  if (row === undefined || release === undefined) throw new Error('an upsert of a release returned no row');
  return { release, isNew: row.is_new };
}
