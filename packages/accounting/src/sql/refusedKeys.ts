import { maskKey, startOfHour } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, mergeByKey, unnest } from '@sluice/db';

/** Requests with one disabled key that one gateway refused in one hour. */
export interface RefusedKeyCount {
  /** Its name, as of `parseProjectKey`. */
  readonly key: string;
  /** Hours since 1970. */
  readonly hour: number;
  readonly count: number;
}

interface DisabledKey {
  readonly key: string;
  readonly project_id: string;
  readonly label: string;
  readonly disabled_at: Date;
}

/**
 * Stores how many requests with each disabled key a gateway has refused since its start, without those of deleted projects. Counts
 * are absolute and only grow, so writing them twice or late changes nothing. Of a server key only what is shown is stored.
 * @param gateway identifies one run of one gateway
 */
export async function storeRefusedKeys(
  db: Queryable,
  gateway: string,
  counts: readonly RefusedKeyCount[],
): Promise<void> {
  if (counts.length === 0) return;
  // Gateways do not know the project of a disabled key. A separate statement: on Citus only one of the tables is distributed.
  const { rows: keys } = await sql<DisabledKey>`
    select k.key, k.project_id, k.label, k.disabled_at from project_keys k join projects p on p.id = k.project_id
    where k.key = any(${[...new Set(counts.map(({ key }) => key))]}::text[])
      and k.disabled_at is not null and p.deleted_at is null`.execute(db.kysely);
  const found = new Map(keys.map((row) => [row.key, row]));
  const rows = counts.flatMap(({ key, hour, count }) => {
    const row = found.get(key);
    return row === undefined ? [] : [{ ...row, key: maskKey(key), hour, count }];
  });
  if (rows.length > 0) await upsert(db, gateway, rows);
}

async function upsert(
  db: Queryable,
  gateway: string,
  rows: readonly (DisabledKey & Pick<RefusedKeyCount, 'hour' | 'count'>)[],
): Promise<void> {
  const folded = mergeByKey(
    rows,
    (row) => [row.project_id, String(row.hour), row.key],
    (one) => one,
    (a, b) => (b.count > a.count ? b : a),
  );
  await sql`
    insert into refused_keys as r (project_id, hour, key, gateway, label, disabled_at, count)
    select * from ${unnest('t', {
      project_id: ['int8', folded.map((row) => row.project_id)],
      hour: ['timestamptz', folded.map(({ hour }) => new Date(startOfHour(hour)).toISOString())],
      key: ['text', folded.map(({ key }) => key)],
      gateway: ['text', folded.map(() => gateway)],
      label: ['text', folded.map(({ label }) => label)],
      disabled_at: ['timestamptz', folded.map((row) => row.disabled_at.toISOString())],
      count: ['int8', folded.map(({ count }) => count)],
    })}
    on conflict (project_id, hour, key, gateway) do update set count = excluded.count
      where excluded.count > r.count`.execute(db.kysely);
}
