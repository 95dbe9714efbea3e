import { OPERATOR, type Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { type Tx, unnest } from '@sluice/db';

/** What happened to an issue. The last two are automatic, and `assigned` if the assignee is no longer a member. */
export type IssueAction =
  | 'resolved'
  | 'opened'
  | 'ignored'
  | 'assigned'
  | 'merged'
  | 'merged_into'
  | 'unmerged'
  | 'comment_deleted'
  | 'regressed'
  | 'ignore_ended';

/** A change of an issue, for its history. */
export interface IssueChange {
  readonly projectId: string;
  readonly issueId: string;
  readonly action: IssueAction;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Adds changes to the history of their issues, in the transaction that makes them. @param actor `undefined`: automatic */
export async function recordChanges(tx: Tx, changes: readonly IssueChange[], actor: Actor | undefined): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    insert into issue_changes (project_id, issue_id, user_id, token_id, actor, action, details)
    select n.project_id, n.issue_id, ${userIdOf(actor)}::int8, ${tokenIdOf(actor)}::int8, ${actor?.label ?? null}, n.action, n.details
    from ${unnest('n', {
      project_id: ['int8', changes.map(({ projectId }) => projectId)],
      issue_id: ['uuid', changes.map(({ issueId }) => issueId)],
      action: ['text', changes.map(({ action }) => action)],
      details: ['jsonb', changes.map(({ details = {} }) => JSON.stringify(details))],
    })}`.execute(tx.kysely);
}

/** The user behind an actor; `null` if there is none. */
export const userIdOf = (actor: Actor | undefined): string | null =>
  actor === undefined || actor.kind === 'operator' ? null : actor.userId;

/** The token that an actor used; `null` if none. */
export const tokenIdOf = (actor: Actor | undefined): string | null => (actor?.kind === 'token' ? actor.tokenId : null);

/** Who changes an issue; an operator if not given. */
export interface ByActor {
  readonly actor?: Actor;
}

/** The actor of a change. */
export const actorOf = ({ actor = OPERATOR }: ByActor): Actor => actor;
