import { startOfHour } from '@sluice/contract';
import { sql } from 'kysely';
import { type Queryable, mergeByKey, unnest } from '@sluice/db';

/** Requests from one origin that one gateway refused in one hour. */
export interface RefusedOriginCount {
  readonly projectId: string;
  /** Hours since 1970. */
  readonly hour: number;
  /** `https://example.com`; empty if the request named none. */
  readonly origin: string;
  readonly count: number;
}

/** Requests from one origin that were refused in a range. */
export interface RefusedOrigin {
  readonly origin: string;
  readonly count: number;
  /** Start of the last hour with any, milliseconds since 1970. */
  readonly lastHourMs: number;
}

/** Origins of one response; the smallest beyond it are left out. */
const MAX_ORIGINS = 100;

/**
 * Stores how many requests of each origin a gateway has refused since its start. Counts are absolute and only grow, so writing
 * them twice or late changes nothing. @param gateway identifies one run of one gateway
 */
export async function storeRefusedOrigins(
  db: Queryable,
  gateway: string,
  counts: readonly RefusedOriginCount[],
): Promise<void> {
  if (counts.length === 0) return;
  const folded = mergeByKey(
    counts,
    ({ projectId, hour, origin }) => [projectId, String(hour), origin],
    (one) => one,
    (a, b) => (b.count > a.count ? b : a),
  );
  await sql`
    insert into refused_origins as r (project_id, hour, origin, gateway, count)
    select * from ${unnest('t', {
      project_id: ['int8', folded.map(({ projectId }) => projectId)],
      hour: ['timestamptz', folded.map(({ hour }) => new Date(startOfHour(hour)).toISOString())],
      origin: ['text', folded.map(({ origin }) => origin)],
      gateway: ['text', folded.map(() => gateway)],
      count: ['int8', folded.map(({ count }) => count)],
    })}
    on conflict (project_id, hour, origin, gateway) do update set count = excluded.count
      where excluded.count > r.count`.execute(db.kysely);
}

/** Returns the origins whose requests were refused in the hours from `fromMs` up to, not with, `toMs`; most first. */
export async function readRefusedOrigins(
  db: Queryable,
  projectId: string,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Promise<readonly RefusedOrigin[]> {
  const { rows } = await sql<{ origin: string; total: string; last: Date }>`
    select origin, sum(count) as total, max(hour) as last from refused_origins
    where project_id = ${projectId} and hour >= ${new Date(fromMs)} and hour < ${new Date(toMs)}
    group by 1 order by 2 desc, 1 limit ${MAX_ORIGINS}`.execute(db.kysely);
  return rows.map(({ origin, total, last }) => ({ origin, count: Number(total), lastHourMs: last.getTime() }));
}
