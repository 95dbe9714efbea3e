import { sql } from 'kysely';
import { type Placed, runByShard, unnest } from '@sluice/db';
import { firingId, type FiringCandidate } from '../../decide/firing.js';
import { readClock } from '../readClock.js';

interface Identified {
  readonly candidate: FiringCandidate;
  readonly id: string;
  /** The firing that repeats it after its suppression. */
  readonly repeated: FiringCandidate;
  readonly repeatedId: string;
}

/** Returns the firing that repeats a suppressed one, once. */
const repeat = (candidate: FiringCandidate): FiringCandidate => ({
  ...candidate,
  occurrence: `${candidate.occurrence}/unsuppressed`,
});

/**
 * Returns the candidates that are not recorded yet, by one statement for all. A candidate that lasts, whose firing was suppressed
 * and which nothing suppresses any more, is returned as a firing of its own: it is reported once, later. One that is ongoing is returned only
 * if the last firing about its subject was suppressed.
 */
export async function withoutRecorded(
  db: Placed,
  candidates: readonly FiringCandidate[],
): Promise<readonly FiringCandidate[]> {
  const unreported = await withoutReported(
    db,
    candidates.filter(({ isOngoing, suppressedBy }) => isOngoing === true && suppressedBy === null),
  );
  const looked = [...candidates.filter(({ isOngoing }) => isOngoing !== true), ...unreported];
  const identified = looked.map((candidate): Identified => {
    const repeated = repeat(candidate);
    return { candidate, repeated, id: firingId(candidate), repeatedId: firingId(repeated) };
  });
  const recorded = await readRecorded(db, identified);
  const isOwed = ({ candidate, id, repeatedId }: Identified): boolean =>
    candidate.lasts === true &&
    candidate.suppressedBy === null &&
    recorded.get(id) === true &&
    !recorded.has(repeatedId);
  const cooling = await readCooling(db, identified.filter(isOwed));
  return identified.flatMap((each) => {
    if (!recorded.has(each.id)) return [each.candidate];
    return isOwed(each) && !cooling.has(each.id) ? [each.repeated] : [];
  });
}

/** Returns the candidates whose subject's last firing was suppressed, and whose subject is not in its cool-down. */
async function withoutReported(db: Placed, ongoing: readonly FiringCandidate[]): Promise<readonly FiringCandidate[]> {
  if (ongoing.length === 0) return [];
  const nowMs = await readClock(db);
  const rows = await runByShard(
    db,
    ongoing.map((candidate, index) => ({ candidate, index })),
    ({ candidate }) => candidate.projectId,
    ({ items, within }) => sql<{ index: number }>`
      select n.index from ${unnest('n', {
        index: ['int4', items.map(({ index }) => index)],
        ...subjectsOf(items),
      })}
      join alert_subjects s on s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
      where not s.is_notified and not coalesce(${isCooling(nowMs)}, false) and ${within('s.project_id')}`,
  );
  const owed = new Set(rows.map(({ index }) => index));
  return ongoing.filter((_, index) => owed.has(index));
}

const subjectsOf = (items: readonly { readonly candidate: FiringCandidate }[]) =>
  ({
    project_id: ['int8', items.map(({ candidate }) => candidate.projectId)],
    rule_id: ['int8', items.map(({ candidate }) => candidate.ruleId)],
    subject: ['text', items.map(({ candidate }) => candidate.subject)],
    cooldown_s: ['int4', items.map(({ candidate }) => candidate.cooldownS)],
  }) as const;

/** As in `isCooling.ts`. */
const isCooling = (nowMs: number) =>
  sql`abs(extract(epoch from ${new Date(nowMs).toISOString()}::timestamptz - s.notified_at)) < n.cooldown_s`;

/** Which firings exist, and whether they were suppressed, by id. */
async function readRecorded(db: Placed, identified: readonly Identified[]): Promise<ReadonlyMap<string, boolean>> {
  const looked = identified.flatMap(({ candidate: { projectId, lasts }, id, repeatedId }) =>
    (lasts === true ? [id, repeatedId] : [id]).map((one) => ({ projectId, id: one })),
  );
  const rows = await runByShard(
    db,
    looked,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<{ id: string; is_suppressed: boolean }>`
      select f.id, f.suppressed_by is not null as is_suppressed from ${unnest('n', {
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        id: ['uuid', items.map(({ id }) => id)],
      })}
      join alert_firings f on f.project_id = n.project_id and f.id = n.id
      where ${within('f.project_id')}`,
  );
  return new Map(rows.map((row) => [row.id, row.is_suppressed]));
}

/** The ids of those whose subject is in its cool-down. */
async function readCooling(db: Placed, owed: readonly Identified[]): Promise<ReadonlySet<string>> {
  if (owed.length === 0) return new Set();
  const nowMs = await readClock(db);
  const rows = await runByShard(
    db,
    owed,
    ({ candidate }) => candidate.projectId,
    ({ items, within }) => sql<{ id: string }>`
      select n.id from ${unnest('n', {
        id: ['uuid', items.map(({ id }) => id)],
        ...subjectsOf(items),
      })}
      join alert_subjects s on s.project_id = n.project_id and s.rule_id = n.rule_id and s.subject = n.subject
      where ${isCooling(nowMs)} and ${within('s.project_id')}`,
  );
  return new Set(rows.map(({ id }) => id));
}
