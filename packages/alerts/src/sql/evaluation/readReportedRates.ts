import { runByShard, unnest, type Placed, type Tx } from '@sluice/db';
import { sql } from 'kysely';
import type { FiringCandidate } from '../../decide/firing.js';

/** A condition and the issue that it reports as frequent. */
export type RateReport = Pick<FiringCandidate, 'projectId' | 'ruleId' | 'conditionIndex' | 'subject'>;

/** Names what a condition reports about an issue. */
export const rateKey = ({ ruleId, conditionIndex, subject }: Omit<RateReport, 'projectId'>): string =>
  `${ruleId}/${conditionIndex}/${subject}`;

/** Returns the {@link rateKey} of each of these that was reported after a time, milliseconds since 1970. */
export async function readReportedRates(
  db: Placed,
  reports: readonly RateReport[],
  afterMs: number,
): Promise<ReadonlySet<string>> {
  const rows = await runByShard(
    db,
    reports,
    ({ projectId }) => projectId,
    ({ items, within }) => sql<{ rule_id: string; subject: string; condition: string }>`
      select distinct f.rule_id, f.subject, f.details ->> 'conditionIndex' as condition from ${unnest('n', {
        project_id: ['int8', items.map(({ projectId }) => projectId)],
        rule_id: ['int8', items.map(({ ruleId }) => ruleId)],
        subject: ['text', items.map(({ subject }) => subject)],
      })}
      join alert_firings f on f.project_id = n.project_id and f.rule_id = n.rule_id and f.subject = n.subject
      where f.kind = 'issue_rate' and f.suppressed_by is null and f.at > ${new Date(afterMs).toISOString()}::timestamptz
        and ${within('f.project_id')}`,
  );
  return new Set(
    rows.map(({ rule_id: ruleId, condition, subject }) =>
      rateKey({ ruleId, conditionIndex: Number(condition), subject }),
    ),
  );
}

/** Prevents other processes from reporting rates of the project until the transaction ends. */
export async function lockRates(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('sluice.alerts.rates.' || ${projectId}::text, 0))`.execute(
    tx.kysely,
  );
}
