import { timeOfId } from '@sluice/contract';
import { sql } from 'kysely';
import { runByShard, type Tx, unnest, readTime } from '@sluice/db';
import type { IssueOccurrence } from './issueOccurrence.js';
import { recordChanges, type IssueChange } from './issueChange.js';
import { isRegression, type Resolution } from './isRegression.js';
import { readFirstSeen } from './readFirstSeen.js';

/** An issue that exceptions brought back. */
export interface ReopenedIssue {
  readonly projectId: string;
  readonly issueId: string;
  readonly kind: 'regression' | 'ignore_ended';
  /** The exception that brought it back. */
  readonly eventId: string;
  /** Of a regression: the releases. Of an ended ignore: the limit that is reached. */
  readonly details: Readonly<Record<string, unknown>>;
}

/** An exception and the issue in which it was counted. */
interface CountedOccurrence {
  readonly occurrence: Pick<IssueOccurrence, 'projectId' | 'id' | 'release'>;
  readonly issueId: string;
}

interface Closed extends Resolution {
  readonly projectId: string;
  readonly id: string;
  readonly status: string;
  /** Which limit of an ignored issue is reached, if one is. */
  readonly reached: string | null;
}

/**
 * Opens the issues that these exceptions bring back, and returns them: resolved ones of which an exception is a regression,
 * and ignored ones whose limit is reached. Call it in the transaction that counted the exceptions, after the counting, which
 * locks the issues' rows against a change of status, and after `upsertReleases`, so that the exceptions' own releases have been
 * seen.
 *
 * Invariant: no transaction commits an ignored issue whose `count` or `users` has reached its limit. Whoever raises them holds the
 * row's lock and runs this before it commits; `changeIssues` sets limits above the numbers, under the same lock; a merge moves
 * numbers and limits together (`recountIssues`).
 */
export async function reopenIssues(tx: Tx, joined: readonly CountedOccurrence[]): Promise<readonly ReopenedIssue[]> {
  const closed = await readClosed(tx, joined);
  const opened = [...endedIgnores(closed), ...(await regressions(tx, closed, joined))];
  if (opened.length === 0) return [];
  await open(tx, opened);
  await recordChanges(tx, opened, undefined);
  return opened.map((change) => reopenedBy(change, closed, joined));
}

const endedIgnores = (closed: readonly Closed[]): readonly IssueChange[] =>
  closed.flatMap(({ projectId, id, reached }) =>
    reached === null ? [] : [{ projectId, issueId: id, action: 'ignore_ended', details: { by: reached } }],
  );

function reopenedBy(
  { projectId, issueId, action, details = {} }: IssueChange,
  closed: readonly Closed[],
  joined: readonly CountedOccurrence[],
): ReopenedIssue {
  const first = joined.find((one) => one.issueId === issueId && one.occurrence.projectId === projectId);
  const eventId = typeof details['event'] === 'string' ? details['event'] : (first?.occurrence.id ?? issueId);
  if (action === 'ignore_ended') return { projectId, issueId, kind: 'ignore_ended', eventId, details };
  const before = closed.find((one) => one.id === issueId && one.projectId === projectId);
  const resolvedIn = before?.resolvedIn ?? before?.resolvedNext ?? null;
  return { projectId, issueId, kind: 'regression', eventId, details: { release: details['release'], resolvedIn } };
}

async function regressions(
  tx: Tx,
  closed: readonly Closed[],
  joined: readonly CountedOccurrence[],
): Promise<readonly IssueChange[]> {
  const resolved = closed.filter(({ status }) => status === 'resolved');
  const arrivals = groupBy(joined, ({ occurrence, issueId }) => `${occurrence.projectId}/${issueId}`);
  const regressed: IssueChange[] = [];
  for (const [projectId, issues] of groupBy(resolved, (issue) => issue.projectId)) {
    const recurrences = (issue: Closed): readonly CountedOccurrence[] => arrivals.get(`${projectId}/${issue.id}`) ?? [];
    const releases = issues.flatMap((issue) => [
      issue.resolvedIn,
      issue.resolvedAfter,
      issue.resolvedNext,
      ...recurrences(issue).map(({ occurrence }) => occurrence.release),
    ]);
    const known = releases.filter((release) => release !== null);
    const firstSeen = await readFirstSeen(tx, projectId, known);
    for (const issue of issues) {
      const back = recurrences(issue).find(({ occurrence: { id, release } }) =>
        isRegression(issue, { arrivalMs: timeOfId(id), release }, firstSeen),
      );
      if (back === undefined) continue;
      const { id: event, release } = back.occurrence;
      regressed.push({ projectId, issueId: issue.id, action: 'regressed', details: { release, event } });
    }
  }
  return regressed;
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

interface IssueKey {
  readonly projectId: string;
  readonly issueId: string;
}

const keyColumns = (keys: readonly IssueKey[]) =>
  ({
    project_id: ['int8', keys.map(({ projectId }) => projectId)],
    id: ['uuid', keys.map(({ issueId }) => issueId)],
  }) as const;

interface ClosedRow {
  readonly project_id: string;
  readonly id: string;
  readonly status: string;
  readonly resolved_at: Date | null;
  readonly resolved_in: string | null;
  readonly resolved_after: string | null;
  readonly resolved_next: string | null;
  readonly reached: string | null;
}

/** Reads the issues that are resolved, or ignored up to a limit. */
async function readClosed(tx: Tx, joined: readonly CountedOccurrence[]): Promise<readonly Closed[]> {
  const keys = new Map(
    joined.map(({ issueId, occurrence: { projectId } }) => [`${projectId}/${issueId}`, { projectId, issueId }]),
  );
  const rows = await runByShard(
    tx,
    [...keys.values()],
    ({ projectId }) => projectId,
    ({ items, within }) => sql<ClosedRow>`
    select i.project_id, i.id, i.status, i.resolved_at, i.resolved_in, i.resolved_after, i.resolved_next,
      case when i.status <> 'ignored' then null
        when i.count >= i.ignored_count then 'events'
        when i.users >= i.ignored_users then 'users'
        when i.ignored_until <= now() then 'time' end as reached
    from ${unnest('n', keyColumns(items))}
    join issues i on i.project_id = n.project_id and i.id = n.id
    where ${within('i.project_id')} and (i.status = 'resolved' or (i.status = 'ignored' and
      coalesce(i.ignored_count, i.ignored_users, extract(epoch from i.ignored_until)::int8) is not null))`,
  );
  return rows.map((row) => ({
    projectId: row.project_id,
    id: row.id,
    status: row.status,
    resolvedAtMs: row.resolved_at?.getTime() ?? 0,
    resolvedIn: row.resolved_in,
    resolvedAfter: row.resolved_after,
    resolvedNext: row.resolved_next,
    reached: row.reached,
  }));
}

async function open(tx: Tx, changes: readonly IssueChange[]): Promise<void> {
  const now = await readTime(tx, 'transaction');
  await runByShard(
    tx,
    changes,
    ({ projectId }) => projectId,
    ({ items, within }) => sql`
      update issues i set status = 'open', reopened_at = case when i.status = 'resolved' then ${now}::timestamptz end,
        resolved_at = null, resolved_in = null, resolved_after = null, resolved_next = null,
        ignored_until = null, ignored_count = null, ignored_users = null
      from ${unnest('n', keyColumns(items))}
      where i.project_id = n.project_id and i.id = n.id and ${within('i.project_id')}`,
  );
}
