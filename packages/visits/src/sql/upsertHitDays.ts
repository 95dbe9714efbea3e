import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest, admitPlaces, createNameBudget, type NameBudget, dayOf } from '@sluice/db';
import { dailySalts } from './dailySalts.js';
import { visitHasher, type Visit, type VisitHashes } from './visit.js';

/**
 * Counts stored hits by (project, UTC day of arrival, environment): page views, custom hits, and each visitor and session
 * once, in any order and any batching. No address is stored: `visit_keys` has only hashes of the visitors that are counted
 * already.
 *
 * A visitor is counted by the transaction that inserts their key. Another one that has the same key waits for it, in the
 * order of the keys, and then finds it there, or inserts it itself where the first was rolled back. Not idempotent by
 * itself: call it in the transaction that takes the hits' receipts. Of a day whose salt is deleted (dead letters stored after
 * more than four days) only hits are counted. Environments above their project's cap are counted as `(other)`.
 */
export async function upsertHitDays(
  tx: Tx,
  visits: readonly Visit[],
  names: NameBudget = createNameBudget(),
): Promise<void> {
  if (visits.length === 0) return;
  const placed = await admitPlaces(tx, visits, names);
  const places = placed.map((visit) => ({ visit, place: placeOf(visit) }));
  const salts = await dailySalts(tx, [...new Set(places.map(({ place }) => place.day))].sort());
  const hashers = new Map([...salts].map(([day, salt]) => [day, visitHasher(salt)]));
  const keys = places.flatMap(({ visit, place }) => keysOf(place, hashers.get(place.day)?.(visit)));
  const fresh = await insertKeys(tx, keys);
  const hits = places.map(({ visit, place }) => countOf(place, visit.kind));
  await addCounts(
    tx,
    mergeByKey([...hits, ...fresh], nameOf, (count) => ({ ...count }), addUp),
  );
}

interface Place {
  readonly projectId: string;
  readonly day: string;
  /** Empty where the hit had none. */
  readonly environment: string;
}

interface Key extends Place {
  /** `v` a visitor, `s` a session. */
  readonly kind: 'v' | 's';
  readonly key: string;
}

interface Counts extends Place {
  readonly pageviews: number;
  readonly customs: number;
  readonly visitors: number;
  readonly sessions: number;
}

type MutableDay = { -readonly [Key in keyof Counts]: Counts[Key] };

const placeOf = ({ projectId, arrivalMs, environment }: Visit): Place => ({
  projectId,
  day: dayOf(arrivalMs),
  environment: environment ?? '',
});

const nameOf = ({ projectId, day, environment }: Place): readonly string[] => [projectId, day, environment];

function keysOf({ projectId, day, environment }: Place, hashes: VisitHashes | undefined): readonly Key[] {
  const keys: Key[] = [];
  if (typeof hashes?.visitor === 'string') keys.push({ projectId, day, environment, kind: 'v', key: hashes.visitor });
  if (typeof hashes?.session === 'string') keys.push({ projectId, day, environment, kind: 's', key: hashes.session });
  return keys;
}

/** Inserts new keys and returns what each counts for. */
async function insertKeys(tx: Tx, keys: readonly Key[]): Promise<readonly Counts[]> {
  if (keys.length === 0) return [];
  const sorted = mergeByKey(
    keys,
    (key) => [...nameOf(key), key.kind, key.key],
    (key) => key,
    (key) => key,
  );
  const { rows } = await sql<{ project_id: string; day: string; environment: string; kind: 'v' | 's' }>`
    insert into visit_keys (project_id, day, environment, kind, key)
    select * from ${unnest('n', {
      project_id: ['int8', sorted.map(({ projectId }) => projectId)],
      day: ['date', sorted.map(({ day }) => day)],
      environment: ['text', sorted.map(({ environment }) => environment)],
      kind: ['"char"', sorted.map(({ kind }) => kind)],
      key: ['text', sorted.map(({ key }) => key)],
    })}
    on conflict do nothing returning project_id, day, environment, kind`.execute(tx.kysely);
  return rows.map((row) =>
    countOf({ projectId: row.project_id, day: row.day, environment: row.environment }, row.kind),
  );
}

const COLUMN_OF = { pageview: 'pageviews', custom: 'customs', v: 'visitors', s: 'sessions' } as const;

const countOf = ({ projectId, day, environment }: Place, kind: keyof typeof COLUMN_OF): Counts => {
  const counts = { projectId, day, environment, pageviews: 0, customs: 0, visitors: 0, sessions: 0 };
  counts[COLUMN_OF[kind]] = 1;
  return counts;
};

/** Adds counts to a day's total in place. */
function addUp(folded: MutableDay, { pageviews, customs, visitors, sessions }: Counts): MutableDay {
  folded.pageviews += pageviews;
  folded.customs += customs;
  folded.visitors += visitors;
  folded.sessions += sessions;
  return folded;
}

async function addCounts(tx: Tx, counts: readonly Counts[]): Promise<void> {
  await sql`
    insert into hit_days as h (project_id, day, environment, pageviews, customs, visitors, sessions)
    select * from ${unnest('n', {
      project_id: ['int8', counts.map(({ projectId }) => projectId)],
      day: ['date', counts.map(({ day }) => day)],
      environment: ['text', counts.map(({ environment }) => environment)],
      pageviews: ['int8', counts.map(({ pageviews }) => pageviews)],
      customs: ['int8', counts.map(({ customs }) => customs)],
      visitors: ['int8', counts.map(({ visitors }) => visitors)],
      sessions: ['int8', counts.map(({ sessions }) => sessions)],
    })}
    on conflict (project_id, day, environment) do update set
      pageviews = h.pageviews + excluded.pageviews,
      customs = h.customs + excluded.customs,
      visitors = h.visitors + excluded.visitors,
      sessions = h.sessions + excluded.sessions`.execute(tx.kysely);
}
