import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';
import { subjectKey, type AlertSubject, type Unreported } from '../../decide/alertSubject.js';

/**
 * Adds subjects that do not exist, as given, and locks all. Returns those that existed, as they were. Store each
 * of them in the same transaction: the upsert has changed its time.
 * @param now an ISO time
 */
export async function lockSubjects(
  tx: Tx,
  projectId: string,
  subjects: readonly AlertSubject[],
  now: string,
): Promise<readonly AlertSubject[]> {
  const sorted = [...subjects].sort((a, b) => (subjectKey(a) < subjectKey(b) ? -1 : 1));
  // An upsert locks rows in the order of its input, whether it inserts them or finds them. Citus: no parameter after the `select`.
  const { rows } = await sql<SubjectRow>`
    insert into alert_subjects as s (project_id, rule_id, subject, notified_at, suppressed, is_notified, round,
      suppressed_from, suppressed_to, suppressed_by, touched_at)
    select ${projectId}::int8, n.*, ${now}::timestamptz from ${rowsOf(sorted)}
    on conflict (project_id, rule_id, subject) do update set touched_at = 'infinity'
    returning s.rule_id, s.subject, s.notified_at, s.suppressed, s.is_notified, s.round, s.suppressed_from, s.suppressed_to,
      s.suppressed_by, s.touched_at = 'infinity' as existed`.execute(tx.kysely);
  return rows
    .filter(({ existed }) => existed)
    .map((row) => ({
      ruleId: row.rule_id,
      subject: row.subject,
      suppressed: row.suppressed,
      isNotified: row.is_notified,
      notifiedAtMs: row.notified_at?.getTime() ?? null,
      round: row.round,
      unreported: unreportedOf(row),
    }));
}

const unreportedOf = ({
  suppressed_from: from,
  suppressed_to: to,
  suppressed_by: by,
}: SubjectRow): Unreported | null =>
  from === null || to === null || by === null ? null : { from: from.toISOString(), to: to.toISOString(), by };

interface SubjectRow {
  readonly rule_id: string;
  readonly subject: string;
  readonly notified_at: Date | null;
  readonly suppressed: number;
  readonly is_notified: boolean;
  readonly round: number;
  readonly suppressed_from: Date | null;
  readonly suppressed_to: Date | null;
  readonly suppressed_by: Unreported['by'] | null;
  readonly existed: boolean;
}

/** Stores subjects that existed when they were locked. */
export async function storeSubjects(
  tx: Tx,
  projectId: string,
  subjects: readonly AlertSubject[],
  now: string,
): Promise<void> {
  if (subjects.length === 0) return;
  await sql`
    update alert_subjects s set notified_at = n.notified_at, suppressed = n.suppressed, is_notified = n.is_notified,
      round = n.round, suppressed_from = n.suppressed_from, suppressed_to = n.suppressed_to, suppressed_by = n.suppressed_by,
      touched_at = ${now}::timestamptz
    from ${rowsOf(subjects)}
    where s.project_id = ${projectId}::int8 and s.rule_id = n.rule_id and s.subject = n.subject`.execute(tx.kysely);
}

const rowsOf = (subjects: readonly AlertSubject[]) =>
  unnest('n', {
    rule_id: ['int8', subjects.map(({ ruleId }) => ruleId)],
    subject: ['text', subjects.map(({ subject }) => subject)],
    notified_at: ['timestamptz', subjects.map(({ notifiedAtMs }) => timeOf(notifiedAtMs))],
    suppressed: ['int4', subjects.map(({ suppressed }) => suppressed)],
    is_notified: ['bool', subjects.map(({ isNotified }) => isNotified)],
    round: ['int4', subjects.map(({ round }) => round)],
    suppressed_from: ['timestamptz', subjects.map(({ unreported }) => unreported?.from ?? null)],
    suppressed_to: ['timestamptz', subjects.map(({ unreported }) => unreported?.to ?? null)],
    suppressed_by: ['text', subjects.map(({ unreported }) => unreported?.by ?? null)],
  });

const timeOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());
