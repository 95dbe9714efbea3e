import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import { firingId, type FiringCandidate } from './firing.js';
import { LINGER_S } from './linger.js';
import { readClock } from './readClock.js';
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
 * 1. A firing exists once: its id is its identity, and only who inserts it goes on.
 * 2. Within the cool-down of a rule at most one firing about a subject has notices. The row of the subject is locked from the
 *    look at it until the transaction ends.
 * 3. Suppressed firings are counted in the row of the subject; the next one with notices takes the count over.
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
  const now = new Date(await readClock(tx)).toISOString();
  const added = await insertFirings(tx, [...numbered.values()], now);
  if (added.length === 0) return [];
  const subjects = await lockSubjects(tx, projectId, added, now);
  const decided = added.map((candidate) => decide(candidate, subjects, Date.parse(now)));
  await markSuppressed(tx, projectId, decided);
  await storeSubjects(tx, projectId, [...subjects.values()], now);
  await insertNotices(tx, projectId, decided, now);
  return decided.map(({ candidate: { id, kind }, suppressedBy }) => ({ id, kind, suppressedBy }));
}

async function insertFirings(tx: Tx, candidates: readonly Numbered[], now: string): Promise<readonly Numbered[]> {
  const sorted = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  const { rows } = await sql<{ id: string }>`
    insert into alert_firings (project_id, id, organization_id, rule_id, kind, subject, state, details, at)
    select n.*, ${now}::timestamptz from ${unnest('n', {
      project_id: ['int8', sorted.map(({ projectId }) => projectId)],
      id: ['uuid', sorted.map(({ id }) => id)],
      organization_id: ['int8', sorted.map(({ organizationId }) => organizationId)],
      rule_id: ['int8', sorted.map(({ ruleId }) => ruleId)],
      kind: ['text', sorted.map(({ kind }) => kind)],
      subject: ['text', sorted.map(({ subject }) => subject)],
      state: ['text', sorted.map(({ state }) => state)],
      details: ['jsonb', sorted.map(({ details, conditionIndex }) => JSON.stringify({ ...details, conditionIndex }))],
    })}
    on conflict do nothing returning id`.execute(tx.kysely);
  const ids = new Set(rows.map(({ id }) => id));
  return candidates.filter(({ id }) => ids.has(id));
}

interface Subject {
  readonly ruleId: string;
  readonly subject: string;
  /** Milliseconds since 1970. */
  notifiedAtMs: number | null;
  suppressed: number;
  /** Whether the last firing, not a recovery, had notices. */
  isNotified: boolean;
}

const keyOf = ({ ruleId, subject }: Pick<FiringCandidate, 'ruleId' | 'subject'>): string => `${ruleId}/${subject}`;

async function lockSubjects(
  tx: Tx,
  projectId: string,
  candidates: readonly Numbered[],
  now: string,
): Promise<Map<string, Subject>> {
  const keys = [...new Map(candidates.map((candidate) => [keyOf(candidate), candidate])).values()];
  keys.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  // An upsert locks rows in the order of its input, whether it inserts them or finds them.
  const { rows } = await sql<SubjectRow>`
    insert into alert_subjects as s (project_id, rule_id, subject, touched_at)
    select ${projectId}::int8, n.rule_id, n.subject, ${now}::timestamptz from ${unnest('n', {
      rule_id: ['int8', keys.map(({ ruleId }) => ruleId)],
      subject: ['text', keys.map(({ subject }) => subject)],
    })}
    on conflict (project_id, rule_id, subject) do update set touched_at = excluded.touched_at
    returning s.rule_id, s.subject, s.notified_at, s.suppressed, s.is_notified`.execute(tx.kysely);
  return new Map(
    rows.map((row) => [
      keyOf({ ruleId: row.rule_id, subject: row.subject }),
      {
        ...{ ruleId: row.rule_id, subject: row.subject, suppressed: row.suppressed, isNotified: row.is_notified },
        notifiedAtMs: row.notified_at?.getTime() ?? null,
      },
    ]),
  );
}

interface SubjectRow {
  readonly rule_id: string;
  readonly subject: string;
  readonly notified_at: Date | null;
  readonly suppressed: number;
  readonly is_notified: boolean;
}

interface Decided {
  readonly candidate: Numbered;
  readonly suppressedBy: RecordedFiring['suppressedBy'];
  /** How many before it were suppressed. */
  readonly suppressed: number;
}

/** Decides one firing and moves the state of its subject. */
function decide(candidate: Numbered, subjects: ReadonlyMap<string, Subject>, nowMs: number): Decided {
  const subject = subjects.get(keyOf(candidate));
  if (subject === undefined) throw new Error(`subject ${candidate.subject} was not locked`);
  const suppressedBy = suppressionOf(candidate, subject, nowMs);
  if (candidate.state !== 'recovered') subject.isNotified = suppressedBy === null;
  if (suppressedBy !== null) {
    // The recovery of a suppressed firing is no further one.
    if (candidate.state !== 'recovered') subject.suppressed += 1;
    return { candidate, suppressedBy, suppressed: 0 };
  }
  const { suppressed } = subject;
  subject.suppressed = 0;
  if (candidate.state !== 'recovered') subject.notifiedAtMs = nowMs;
  return { candidate, suppressedBy, suppressed };
}

function suppressionOf(
  { state, suppressedBy, cooldownS }: Numbered,
  { notifiedAtMs, isNotified }: Subject,
  nowMs: number,
): RecordedFiring['suppressedBy'] {
  if (state === 'recovered') return isNotified ? null : (suppressedBy ?? 'cooldown');
  if (suppressedBy !== null) return suppressedBy;
  return notifiedAtMs !== null && nowMs < notifiedAtMs + cooldownS * 1_000 ? 'cooldown' : null;
}

async function markSuppressed(tx: Tx, projectId: string, decided: readonly Decided[]): Promise<void> {
  const marked = decided.filter(({ suppressedBy, suppressed }) => suppressedBy !== null || suppressed > 0);
  if (marked.length === 0) return;
  await sql`
    update alert_firings f set suppressed_by = n.suppressed_by, suppressed = n.suppressed
    from ${unnest('n', {
      id: ['uuid', marked.map(({ candidate }) => candidate.id)],
      suppressed_by: ['text', marked.map(({ suppressedBy }) => suppressedBy)],
      suppressed: ['int4', marked.map(({ suppressed }) => suppressed)],
    })}
    where f.project_id = ${projectId}::int8 and f.id = n.id`.execute(tx.kysely);
}

async function storeSubjects(tx: Tx, projectId: string, subjects: readonly Subject[], now: string): Promise<void> {
  const time = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
  await sql`
    update alert_subjects s set notified_at = n.notified_at, suppressed = n.suppressed, is_notified = n.is_notified,
      touched_at = ${now}::timestamptz
    from ${unnest('n', {
      rule_id: ['int8', subjects.map(({ ruleId }) => ruleId)],
      subject: ['text', subjects.map(({ subject }) => subject)],
      notified_at: ['timestamptz', subjects.map(({ notifiedAtMs }) => time(notifiedAtMs))],
      suppressed: ['int4', subjects.map(({ suppressed }) => suppressed)],
      is_notified: ['bool', subjects.map(({ isNotified }) => isNotified)],
    })}
    where s.project_id = ${projectId}::int8 and s.rule_id = n.rule_id and s.subject = n.subject`.execute(tx.kysely);
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
