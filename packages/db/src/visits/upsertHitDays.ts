import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { foldByKey } from '../connection/keys.js';
import { unnest } from '../connection/unnest.js';
import { dailySalts } from './dailySalts.js';
import { dayOf, visitorOf, type Visit } from './visit.js';

/** Somebody, or a session, of a project, day and environment. */
interface VisitKey {
  readonly projectId: string;
  readonly day: string;
  readonly environment: string;
  /** `v` a visitor, `s` a session. */
  readonly kind: 'v' | 's';
  readonly key: string;
}

type HitDay = Omit<VisitKey, 'kind' | 'key'> & {
  readonly pageviews: number;
  readonly customs: number;
  readonly visitors: number;
  readonly sessions: number;
};

/**
 * Counts hits, visitors and sessions by project, UTC day of arrival and environment (empty where there is none). A visitor
 * is an address with an agent, hashed under the day's salt; a session is what the client says, else the visitor. Each is counted
 * by the transaction that notes it first: the key is unique, so that two transactions never both do. Exact in any order.
 * Belongs into the transaction that holds the hits' receipts. Lock order: salts, keys, days, each sorted.
 */
export async function upsertHitDays(tx: Tx, visits: readonly Visit[]): Promise<void> {
  if (visits.length === 0) return;
  const salts = await dailySalts(tx, [...new Set(visits.map(dayOf))].sort());
  const fresh = await noteKeys(tx, keysOf(visits, salts));
  await addDays(tx, foldDays(visits, fresh));
}

const placeOf = (visit: Visit) => ({
  projectId: visit.projectId,
  day: dayOf(visit),
  environment: visit.environment ?? '',
});

function keysOf(visits: readonly Visit[], salts: ReadonlyMap<string, Buffer>): readonly VisitKey[] {
  const keys = visits.flatMap((visit): readonly VisitKey[] => {
    const place = placeOf(visit);
    const salt = salts.get(place.day);
    // So late that its day's salt is gone: nobody can tell whether it was counted.
    if (salt === undefined) return [];
    const visitor = visitorOf(visit, salt);
    return [
      { ...place, kind: 'v', key: visitor },
      { ...place, kind: 's', key: visit.sessionId ?? visitor },
    ];
  });
  return foldByKey(
    keys,
    ({ projectId, day, environment, kind, key }) => [projectId, day, environment, kind, key],
    (key) => key,
    (key) => key,
  );
}

/** Those that were not noted before. */
async function noteKeys(tx: Tx, keys: readonly VisitKey[]): Promise<readonly VisitKey[]> {
  const { rows } = await sql<{ project_id: string; day: string; environment: string; kind: 'v' | 's'; key: string }>`
    insert into visit_keys (project_id, day, environment, kind, key)
    select * from ${unnest('n', {
      project_id: ['int8', keys.map(({ projectId }) => projectId)],
      day: ['date', keys.map(({ day }) => day)],
      environment: ['text', keys.map(({ environment }) => environment)],
      kind: ['"char"', keys.map(({ kind }) => kind)],
      key: ['text', keys.map(({ key }) => key)],
    })}
    on conflict do nothing returning project_id, day, environment, kind, key`.execute(tx.kysely);
  return rows.map((row) => ({
    projectId: row.project_id,
    day: row.day,
    environment: row.environment,
    kind: row.kind,
    key: row.key,
  }));
}

function foldDays(visits: readonly Visit[], fresh: readonly VisitKey[]): readonly HitDay[] {
  const none = { pageviews: 0, customs: 0, visitors: 0, sessions: 0 };
  const hits = visits.map((visit) => ({
    ...placeOf(visit),
    ...none,
    ...(visit.kind === 'pageview' ? { pageviews: 1 } : { customs: 1 }),
  }));
  const seen = fresh.map(({ projectId, day, environment, kind }) => ({
    projectId,
    day,
    environment,
    ...none,
    ...(kind === 'v' ? { visitors: 1 } : { sessions: 1 }),
  }));
  return foldByKey<HitDay, HitDay>(
    [...hits, ...seen],
    ({ projectId, day, environment }) => [projectId, day, environment],
    (item) => item,
    (a, b) => ({
      ...a,
      pageviews: a.pageviews + b.pageviews,
      customs: a.customs + b.customs,
      visitors: a.visitors + b.visitors,
      sessions: a.sessions + b.sessions,
    }),
  );
}

async function addDays(tx: Tx, days: readonly HitDay[]): Promise<void> {
  await sql`
    insert into hit_days as d (project_id, day, environment, pageviews, customs, visitors, sessions)
    select * from ${unnest('n', {
      project_id: ['int8', days.map(({ projectId }) => projectId)],
      day: ['date', days.map(({ day }) => day)],
      environment: ['text', days.map(({ environment }) => environment)],
      pageviews: ['int8', days.map(({ pageviews }) => pageviews)],
      customs: ['int8', days.map(({ customs }) => customs)],
      visitors: ['int8', days.map(({ visitors }) => visitors)],
      sessions: ['int8', days.map(({ sessions }) => sessions)],
    })}
    on conflict (project_id, day, environment) do update set
      pageviews = d.pageviews + excluded.pageviews, customs = d.customs + excluded.customs,
      visitors = d.visitors + excluded.visitors, sessions = d.sessions + excluded.sessions`.execute(tx.kysely);
}
