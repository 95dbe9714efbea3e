import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import { lockSubjects, storeSubjects } from './alertSubjects.js';
import { newSubject, subjectKey, type AlertSubject } from '../../decide/alertSubject.js';
import { countingSubject, countSuppressed, takeSuppressed, type Mentioned } from '../../decide/countSuppressed.js';
import { firingId, type FiringCandidate } from '../../decide/firing.js';
import { isCooling } from '../../decide/isCooling.js';
import { LINGER_S } from '../../decide/linger.js';
import { readOpenDigests } from './readOpenDigests.js';

/** A firing that was added. */
export interface RecordedFiring {
  readonly id: string;
  readonly kind: string;
  /** `null`: it goes to the destinations of its rule. */
  readonly suppressedBy: 'cooldown' | 'muted' | 'maintenance' | null;
}

type Numbered = FiringCandidate & { readonly id: string };

/**
 * Adds the firings of one project that do not exist yet, in the order given, and returns them. Those that nothing suppresses get
 * a notice for each destination of their rule.
 *
 * Invariants, which hold whatever runs at the same time:
 * 1. A firing exists once: its id is its identity, and only the transaction that inserts it makes notices.
 * 2. Within the cool-down of a rule at most one firing about a subject has notices. The row of the subject is locked from
 *    the moment it is read until the transaction ends.
 * 3. Suppressed firings are counted in the rows of the subject and of the rule. The next one with notices about any subject of the rule
 * mentions them, so that each is in one message: see `countSuppressed.ts`.
 * 4. A recovery has notices if and only if the firing that it ends had: the row says whether one was sent.
 * 5. Firings of a rule with a digest are due with the first of them: its time does not begin anew with each.
 *
 * All rows are in one shard. Lock order: firings by id, then subjects by key.
 */
export async function recordFirings(
  tx: Tx,
  projectId: string,
  candidates: readonly FiringCandidate[],
): Promise<readonly RecordedFiring[]> {
  if (candidates.length === 0) return [];
  const numbered = new Map<string, Numbered>();
  for (const candidate of candidates) {
    if (candidate.projectId !== projectId) throw new Error(`a firing of project ${candidate.projectId}`);
    const id = firingId(candidate);
    if (!numbered.has(id)) numbered.set(id, { ...candidate, id });
  }
  const { added, now } = await insertFirings(tx, [...numbered.values()]);
  if (now === undefined) return [];
  // Most subjects are new: then this is the decision, and the statement that locks them has stored them.
  const asNew = decideAll(added, [], now);
  const existing = await lockSubjects(tx, projectId, asNew.subjects, now);
  const { decided, subjects } = existing.length === 0 ? asNew : decideAll(added, existing, now);
  await markSuppressed(tx, projectId, decided);
  const existed = new Set(existing.map(subjectKey));
  await storeSubjects(
    tx,
    projectId,
    // A new subject was stored with the round of a new rule.
    subjects.filter((subject) => existed.has(subjectKey(subject)) || subject.suppressed > 0),
    now,
  );
  await insertNotices(tx, projectId, decided, now);
  return decided.map(({ candidate: { id, kind }, suppressedBy }) => ({ id, kind, suppressedBy }));
}

interface AddedFirings {
  readonly added: readonly Numbered[];
  /** When they were added, by PostgreSQL's clock; `undefined`: none was. */
  readonly now: string | undefined;
}

async function insertFirings(tx: Tx, candidates: readonly Numbered[]): Promise<AddedFirings> {
  const sorted = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  // The subselect is evaluated once: all rows have the same time.
  const { rows } = await sql<{ id: string; at: Date }>`
    insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, state, details, at)
    select n.*, (select date_trunc('milliseconds', clock_timestamp())) from ${unnest('n', {
      project_id: ['int8', sorted.map(({ projectId }) => projectId)],
      id: ['uuid', sorted.map(({ id }) => id)],
      organization_id: ['int8', sorted.map(({ organizationId }) => organizationId)],
      rule_id: ['int8', sorted.map(({ ruleId }) => ruleId)],
      kind: ['text', sorted.map(({ kind }) => kind)],
      subject: ['text', sorted.map(({ subject }) => subject)],
      state: ['text', sorted.map(({ state }) => state)],
      details: ['jsonb', sorted.map(({ details, conditionIndex }) => JSON.stringify({ ...details, conditionIndex }))],
    })}
    on conflict do nothing returning id, at`.execute(tx.kysely);
  const ids = new Set(rows.map(({ id }) => id));
  return { added: candidates.filter(({ id }) => ids.has(id)), now: rows[0]?.at.toISOString() };
}

interface Decided extends Mentioned {
  readonly candidate: Numbered;
  readonly suppressedBy: RecordedFiring['suppressedBy'];
}

/** Decides firings in order. @param existing subjects of earlier firings; all others are new */
function decideAll(
  candidates: readonly Numbered[],
  existing: readonly AlertSubject[],
  now: string,
): { readonly decided: readonly Decided[]; readonly subjects: readonly AlertSubject[] } {
  const named = candidates.flatMap((candidate) => [
    { ruleId: candidate.ruleId, subject: countingSubject(candidate) },
    { ruleId: candidate.ruleId, subject: candidate.subject },
  ]);
  const subjects = new Map(named.map((one) => [subjectKey(one), newSubject(one)]));
  for (const subject of existing) subjects.set(subjectKey(subject), { ...subject });
  const decided = candidates.map((candidate) => decide(candidate, subjects, now));
  return { decided, subjects: [...subjects.values()] };
}

/** Decides one firing and updates the state of its subject. */
function decide(candidate: Numbered, subjects: ReadonlyMap<string, AlertSubject>, now: string): Decided {
  const subject = subjects.get(subjectKey(candidate));
  const rule = subjects.get(subjectKey({ ruleId: candidate.ruleId, subject: countingSubject(candidate) }));
  if (subject === undefined || rule === undefined) throw new Error(`subject ${candidate.subject} was not locked`);
  const suppressedBy = suppressionOf(candidate, subject, Date.parse(now));
  const isRecovery = candidate.state === 'recovered';
  if (!isRecovery) subject.isNotified = suppressedBy === null;
  if (suppressedBy !== null) {
    // The recovery of a suppressed firing does not count as another firing.
    if (!isRecovery) countSuppressed({ subject, rule }, suppressedBy, now);
    return { candidate, suppressedBy, suppressed: 0 };
  }
  if (!isRecovery) subject.notifiedAtMs = Date.parse(now);
  // A rule without a destination sends no message that could mention them.
  if (candidate.destinationIds.length === 0) return { candidate, suppressedBy, suppressed: 0 };
  return { candidate, suppressedBy, ...takeSuppressed({ subject, rule }, isRecovery) };
}

function suppressionOf(
  { state, suppressedBy, cooldownS }: Numbered,
  { notifiedAtMs, isNotified }: AlertSubject,
  nowMs: number,
): RecordedFiring['suppressedBy'] {
  if (state === 'recovered') return isNotified ? null : (suppressedBy ?? 'cooldown');
  if (suppressedBy !== null) return suppressedBy;
  return isCooling(notifiedAtMs, nowMs, cooldownS) ? 'cooldown' : null;
}

async function markSuppressed(tx: Tx, projectId: string, decided: readonly Decided[]): Promise<void> {
  const marked = decided.filter(
    ({ suppressedBy, suppressed, others }) => suppressedBy !== null || suppressed > 0 || others !== undefined,
  );
  if (marked.length === 0) return;
  await sql`
    update alert_firings f set suppressed_by = n.suppressed_by, suppressed = n.suppressed, details = f.details || n.details
    from ${unnest('n', {
      id: ['uuid', marked.map(({ candidate }) => candidate.id)],
      suppressed_by: ['text', marked.map(({ suppressedBy }) => suppressedBy)],
      suppressed: ['int4', marked.map(({ suppressed }) => suppressed)],
      details: ['jsonb', marked.map(({ others }) => JSON.stringify(others === undefined ? {} : { others }))],
    })}
    where f.project_id = ${projectId}::int8 and f.id = n.id`.execute(tx.kysely);
}

async function insertNotices(tx: Tx, projectId: string, decided: readonly Decided[], now: string): Promise<void> {
  const notices = decided
    .filter(({ suppressedBy }) => suppressedBy === null)
    .flatMap(({ candidate }) =>
      [...new Set(candidate.destinationIds)].map((destination) => ({ candidate, destination })),
    );
  if (notices.length === 0) return;
  const digestDue = await readOpenDigests(
    tx,
    projectId,
    notices.map(({ candidate }) => candidate),
  );
  const due = ({ candidate: { digestS, ruleId }, destination }: (typeof notices)[number]): string => {
    const own = Date.parse(now) + Math.max(LINGER_S, digestS) * 1_000;
    return new Date(Math.min(own, digestDue(ruleId, destination) ?? own)).toISOString();
  };
  await sql`
    insert into alert_notices (project_id, firing_id, destination_id, organization_id, due_at, at)
    select ${projectId}::int8, n.*, ${now}::timestamptz from ${unnest('n', {
      firing_id: ['uuid', notices.map(({ candidate }) => candidate.id)],
      destination_id: ['int8', notices.map(({ destination }) => destination)],
      organization_id: ['int8', notices.map(({ candidate }) => candidate.organizationId)],
      due_at: ['timestamptz', notices.map(due)],
    })}`.execute(tx.kysely);
}
