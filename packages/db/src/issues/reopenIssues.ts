import { timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import type { Tx } from '../connection/inTransaction.js';
import { unnest } from '../connection/unnest.js';
import type { IssueOccurrence } from '../derived/issueOccurrence.js';
import { readFirstSeen } from './readFirstSeen.js';
import { isRegression, type Resolution } from './isRegression.js';

/** An exception and the issue in which it was counted. */
export interface CountedOccurrence {
  readonly occurrence: Pick<IssueOccurrence, 'projectId' | 'id' | 'release'>;
  readonly issueId: string;
}

interface Resolved extends Resolution {
  readonly projectId: string;
  readonly id: string;
}

/**
 * Reopens the resolved issues of which these exceptions are a regression, and returns their ids. Call it in the transaction
 * that counted the exceptions, after the counting, which locks the issues' rows against a change of status, and after
 * `upsertReleases`, so that the exceptions' own releases have been seen.
 */
export async function reopenIssues(tx: Tx, joined: readonly CountedOccurrence[]): Promise<readonly string[]> {
  const resolved = await readResolved(tx, joined);
  const arrivals = groupBy(joined, ({ occurrence, issueId }) => `${occurrence.projectId}/${issueId}`);
  const regressed: Resolved[] = [];
  for (const [projectId, issues] of groupBy(resolved, (issue) => issue.projectId)) {
    const recurrences = (issue: Resolved): readonly CountedOccurrence[] =>
      arrivals.get(`${projectId}/${issue.id}`) ?? [];
    const releases = issues.flatMap((issue) => [
      issue.resolvedIn,
      issue.resolvedAfter,
      ...recurrences(issue).map(({ occurrence }) => occurrence.release),
    ]);
    const known = releases.filter((release) => release !== null);
    const firstSeen = await readFirstSeen(tx, projectId, known);
    const isBack = (issue: Resolved): boolean =>
      recurrences(issue).some(({ occurrence: { id, release } }) =>
        isRegression(issue, { arrivalMs: timeOfId(id), release }, firstSeen),
      );
    regressed.push(...issues.filter(isBack));
  }
  if (regressed.length > 0) await open(tx, regressed);
  return regressed.map(({ id }) => id);
}

function groupBy<T>(items: readonly T[], nameOf: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(nameOf(item));
    if (group === undefined) groups.set(nameOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

const keyColumns = (keys: readonly { readonly projectId: string; readonly id: string }[]) =>
  ({
    project_id: ['int8', keys.map(({ projectId }) => projectId)],
    id: ['uuid', keys.map(({ id }) => id)],
  }) as const;

async function readResolved(tx: Tx, joined: readonly CountedOccurrence[]): Promise<readonly Resolved[]> {
  const keys = new Map(
    joined.map(({ issueId, occurrence: { projectId } }) => [`${projectId}/${issueId}`, { projectId, id: issueId }]),
  );
  const { rows } = await sql<{
    project_id: string;
    id: string;
    resolved_at: Date | null;
    resolved_in: string | null;
    resolved_after: string | null;
  }>`
    select i.project_id, i.id, i.resolved_at, i.resolved_in, i.resolved_after
    from ${unnest('n', keyColumns([...keys.values()]))}
    join issues i on i.project_id = n.project_id and i.id = n.id
    where i.status = 'resolved'`.execute(tx.kysely);
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    resolvedAtMs: row.resolved_at?.getTime() ?? 0,
    resolvedIn: row.resolved_in,
    resolvedAfter: row.resolved_after,
  }));
}

async function open(tx: Tx, issues: readonly Resolved[]): Promise<void> {
  await sql`
    update issues i set status = 'open', reopened_at = now(), resolved_at = null, resolved_in = null, resolved_after = null
    from ${unnest('n', keyColumns(issues))}
    where i.project_id = n.project_id and i.id = n.id`.execute(tx.kysely);
}
