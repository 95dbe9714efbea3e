import { startOfMinute, timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, mergeByKey, unnest, isoTime } from '@sluice/db';
import { primaryHashOf, type IssueOccurrence } from './issueOccurrence.js';

/**
 * Counts watched occurrences by fingerprint, environment and minute of arrival. Part of `upsertIssues`, after the counts of
 * hours; locks rows in the order of their keys.
 */
export async function countIssueMinutes(tx: Tx, occurrences: readonly IssueOccurrence[]): Promise<void> {
  const watched = occurrences.filter(({ isWatched }) => isWatched === true);
  if (watched.length === 0) return;
  const minutes = mergeByKey(
    watched.map((occurrence) => ({
      ...primaryHashOf(occurrence),
      environment: occurrence.environment ?? '',
      minute: isoTime(startOfMinute(timeOfId(occurrence.id))),
      count: 1,
    })),
    ({ projectId, hash, environment, minute }) => [projectId, hash, environment, minute],
    (item) => item,
    (a, b) => ({ ...a, count: a.count + b.count }),
  );
  await sql`
    insert into issue_minutes as i (project_id, hash, environment, minute, count)
    select * from ${unnest('n', {
      project_id: ['int8', minutes.map(({ projectId }) => projectId)],
      hash: ['text', minutes.map(({ hash }) => hash)],
      environment: ['text', minutes.map(({ environment }) => environment)],
      minute: ['timestamptz', minutes.map(({ minute }) => minute)],
      count: ['int8', minutes.map(({ count }) => count)],
    })}
    on conflict (project_id, hash, environment, minute) do update set count = i.count + excluded.count`.execute(
    tx.kysely,
  );
}
