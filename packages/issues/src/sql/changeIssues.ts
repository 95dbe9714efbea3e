import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { insertSignals, type Database, inTransaction, type Tx, readTime, unnest } from '@sluice/db';
import { isEventId } from '@sluice/reading';
import { IssueError } from './issueError.js';
import { actorOf, recordChanges, userIdOf, type ByActor, type IssueAction } from './issueChange.js';
import { lastReleaseOf, latestReleaseAs } from './lastRelease.js';

/** What ends the ignoring of an issue, whichever comes first; nothing: it stays ignored. */
export interface IgnoreUntil {
  readonly time?: Date;
  /** This many more exceptions. */
  readonly events?: number;
  /** This many more project users. */
  readonly users?: number;
}

/**
 * A change that people make. `resolvedIn` is the release that resolves the issue; `inNextRelease`: the next one after the latest
 * release of the project. `isRegressed` marks an opened issue as one that came back, to undo a change.
 */
export type IssueStatusChange =
  | { readonly status: 'open'; readonly isRegressed?: boolean }
  | { readonly status: 'resolved'; readonly resolvedIn?: string; readonly inNextRelease?: boolean }
  | { readonly status: 'ignored'; readonly until?: IgnoreUntil };

/** A change of assignment: the id of a user, or `null` to unassign. */
export interface IssueAssignment {
  readonly assigneeId: string | null;
}

/** What became of an issue: `unchanged` if it was as asked before. */
export type ChangeOutcome = 'changed' | 'unchanged' | 'not_found' | 'merged';

/** A locked issue. */
interface Locked {
  readonly id: string;
  readonly merged_into: string | null;
  readonly status: string;
  readonly count: string;
  readonly users: string;
  readonly assignee_id: string | null;
  readonly last_release: string | null;
  readonly is_regressed: boolean;
}

/** The new values of an issue. */
interface Decision {
  readonly id: string;
  readonly resolvedIn: string | null;
  readonly resolvedAfter: string | null;
  readonly resolvedNext: string | null;
  readonly ignoredCount: number | null;
  readonly ignoredUsers: number | null;
}

/**
 * Changes status or assignment of issues in one transaction, records it in their history, and signals to alerts who got an issue from
 * somebody else. Returns the outcome of each id, in
 * order. Locks the issues' rows in the order of workers, so that an exception counted at the same time comes before or after the
 * change: a limit of further exceptions or users counts from exactly the numbers that the issue has then.
 * @throws IssueError `invalid` if the project has no release that a next one could follow, `not_a_member` if the assignee is no
 * enabled member of the organization
 */
export async function changeIssues(
  db: Database,
  projectId: string,
  ids: readonly string[],
  change: (IssueStatusChange | IssueAssignment) & ByActor,
): Promise<readonly ChangeOutcome[]> {
  return inTransaction(db, async (tx) => {
    const locked = new Map((await lockRows(tx, projectId, ids)).map((row) => [row.id, row]));
    const free = [...locked.values()].filter((row) => row.merged_into === null);
    const changing = free.filter((row) => !isAlready(row, change));
    if ('status' in change) await setStatus(tx, projectId, changing, change);
    else await assign(tx, projectId, changing, change);
    const changed = new Set(changing.map(({ id }) => id));
    return ids.map((id) => {
      const row = locked.get(id);
      if (row === undefined) return 'not_found';
      if (row.merged_into !== null) return 'merged';
      return changed.has(id) ? 'changed' : 'unchanged';
    });
  });
}

async function lockRows(tx: Tx, projectId: string, ids: readonly string[]): Promise<readonly Locked[]> {
  const { rows } = await sql<Locked>`
    select id, merged_into, status, count, users, assignee_id, last_release, reopened_at is not null as is_regressed
    from issues where project_id = ${projectId} and id = any(${ids.filter(isEventId)}::uuid[])
    order by id for update`.execute(tx.kysely);
  return rows;
}

/**
 * A resolution and an ignore limit begin again when they are repeated. Opening an open issue changes nothing, least of all that it
 * came back: an issue is regressed until it is resolved or ignored. Only the mark may be added, to undo a change.
 */
function isAlready(row: Locked, change: IssueStatusChange | IssueAssignment): boolean {
  if (!('status' in change)) return row.assignee_id === change.assigneeId;
  return change.status === 'open' && row.status === 'open' && (row.is_regressed || change.isRegressed !== true);
}

async function setStatus(
  tx: Tx,
  projectId: string,
  rows: readonly Locked[],
  change: IssueStatusChange & ByActor,
): Promise<void> {
  const decisions: Decision[] = [];
  for (const row of rows) decisions.push(await decide(tx, projectId, row, change));
  const until = change.status === 'ignored' ? (change.until?.time?.toISOString() ?? null) : null;
  const isBack = change.status === 'open' && change.isRegressed === true;
  // Read after the rows are locked: later than what was counted before the change.
  const now = await readTime(tx, 'statement');
  await sql`
    update issues i set status = ${change.status},
      reopened_at = ${isBack ? now : null}::timestamptz,
      resolved_at = ${change.status === 'resolved' ? now : null}::timestamptz,
      resolved_in = n.resolved_in, resolved_after = n.resolved_after, resolved_next = n.resolved_next,
      ignored_until = ${until}::timestamptz, ignored_count = n.ignored_count, ignored_users = n.ignored_users
    from ${unnest('n', {
      id: ['uuid', decisions.map(({ id }) => id)],
      resolved_in: ['text', decisions.map(({ resolvedIn }) => resolvedIn)],
      resolved_after: ['text', decisions.map(({ resolvedAfter }) => resolvedAfter)],
      resolved_next: ['text', decisions.map(({ resolvedNext }) => resolvedNext)],
      ignored_count: ['int8', decisions.map(({ ignoredCount }) => ignoredCount)],
      ignored_users: ['int8', decisions.map(({ ignoredUsers }) => ignoredUsers)],
    })}
    where i.project_id = ${projectId} and i.id = n.id`.execute(tx.kysely);
  const changes = decisions.map((decision) => ({
    projectId,
    issueId: decision.id,
    action: ACTIONS[change.status],
    details: detailsOf(change, decision),
  }));
  await recordChanges(tx, changes, actorOf(change));
}

const ACTIONS: Readonly<Record<IssueStatusChange['status'], IssueAction>> = {
  open: 'opened',
  resolved: 'resolved',
  ignored: 'ignored',
};

async function decide(tx: Tx, projectId: string, row: Locked, change: IssueStatusChange): Promise<Decision> {
  const none = { id: row.id, resolvedIn: null, resolvedAfter: null, resolvedNext: null };
  const unlimited = { ignoredCount: null, ignoredUsers: null };
  switch (change.status) {
    case 'open':
      return { ...none, ...unlimited };
    case 'ignored': {
      const { events, users } = change.until ?? {};
      const limit = (now: string, more: number | undefined): number | null =>
        more === undefined ? null : Number(now) + more;
      return { ...none, ignoredCount: limit(row.count, events), ignoredUsers: limit(row.users, users) };
    }
    case 'resolved': {
      if (change.resolvedIn !== undefined) return { ...none, ...unlimited, resolvedIn: change.resolvedIn };
      const last = await lastReleaseOf(tx, projectId, row.id);
      if (change.inNextRelease !== true) return { ...none, ...unlimited, resolvedAfter: last };
      const latest = await latestReleaseAs(tx, projectId, last);
      if (latest !== undefined) return { ...none, ...unlimited, resolvedNext: latest };
      throw new IssueError('invalid', 'The project has no release yet. Resolve without a release instead.');
    }
  }
}

function detailsOf(change: IssueStatusChange, { resolvedNext }: Decision): Readonly<Record<string, unknown>> {
  if (change.status === 'ignored') return { ...change.until };
  if (change.status === 'open') return {};
  return {
    ...(change.resolvedIn === undefined ? {} : { release: change.resolvedIn }),
    ...(resolvedNext === null ? {} : { after: resolvedNext }),
  };
}

async function assign(
  tx: Tx,
  projectId: string,
  rows: readonly Locked[],
  { assigneeId, ...by }: IssueAssignment & ByActor,
): Promise<void> {
  if (assigneeId !== null) await lockMember(tx, projectId, assigneeId);
  const ids = rows.map(({ id }) => id);
  await sql`
    update issues set assignee_id = ${assigneeId}::int8
    where project_id = ${projectId} and id = any(${ids}::uuid[])`.execute(tx.kysely);
  const changes = ids.map((issueId) => ({
    projectId,
    issueId,
    action: 'assigned' as const,
    details: { to: assigneeId },
  }));
  const actor = actorOf(by);
  await recordChanges(tx, changes, actor);
  if (assigneeId === null || userIdOf(actor) === assigneeId) return;
  const details = { assigneeId, by: actor.label };
  await insertSignals(
    tx,
    ids.map((issueId) => ({ projectId, kind: 'assigned', issueId, eventId: randomUUID(), details })),
  );
}

/**
 * Locks the membership of a user until the transaction ends: `markDeparted` has the invariant.
 * @throws IssueError `not_a_member`
 */
async function lockMember(tx: Tx, projectId: string, userId: string): Promise<void> {
  const { rows } = await sql`
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = (select organization_id from projects where id = ${projectId})
      and m.user_id = ${userId}::int8 and u.disabled_at is null
    for share of m, u`.execute(tx.kysely);
  if (rows.length > 0) return;
  const message = `assignee: the organization has no enabled member with the id ${userId}. \`GET /organizations/{org}/members\` lists them.`;
  throw new IssueError('not_a_member', message);
}
