import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import { writeAudit, type Database, type Queryable, inTransaction } from '@sluice/db';
import { isEventId } from '@sluice/reading';
import { recordChanges, tokenIdOf, userIdOf } from './issueChange.js';
import { IssueError } from './issueError.js';

/** A comment on an issue. */
export interface IssueComment {
  readonly id: string;
  readonly userId: string | null;
  readonly tokenId: string | null;
  /** Name of its author at that time. */
  readonly actor: string | null;
  readonly text: string;
  readonly createdAt: Date;
  readonly editedAt: Date | null;
}

/** The most comments of an issue. */
const MAX_COMMENTS = 1_000;

const COLUMNS = sql`id, user_id as "userId", token_id as "tokenId", actor, text, created_at as "createdAt", edited_at as "editedAt"`;

/** Returns the comments of an issue, oldest first. */
export async function listComments(
  db: Queryable,
  projectId: string,
  issueId: string,
): Promise<readonly IssueComment[]> {
  const { rows } = await sql<IssueComment>`
    select ${COLUMNS} from issue_comments where project_id = ${projectId} and issue_id = ${issueId}
    order by id limit ${MAX_COMMENTS}`.execute(db.kysely);
  return rows;
}

/** Adds a comment. @throws IssueError `not_found`, or `invalid` if the issue has {@link MAX_COMMENTS} */
export async function addComment(
  db: Queryable,
  projectId: string,
  issueId: string,
  { actor, text }: { readonly actor: Actor; readonly text: string },
): Promise<IssueComment> {
  if (!isEventId(issueId)) throw new IssueError('not_found', 'There is no such issue.');
  const { rows } = await sql<IssueComment & { readonly has: string }>`
    with place as (
      select i.id, (select count(*) from issue_comments c where c.project_id = i.project_id and c.issue_id = i.id) as has
      from issues i where i.project_id = ${projectId} and i.id = ${issueId}),
    added as (
      insert into issue_comments (project_id, issue_id, user_id, token_id, actor, text)
      select ${projectId}, place.id, ${userIdOf(actor)}::int8, ${tokenIdOf(actor)}::int8, ${actor.label}, ${text}
      from place where place.has < ${MAX_COMMENTS}
      returning ${COLUMNS})
    select place.has, added.* from place left join added on true`.execute(db.kysely);
  const [row] = rows;
  if (row === undefined) throw new IssueError('not_found', 'There is no such issue.');
  if (Number(row.has) >= MAX_COMMENTS) {
    throw new IssueError('invalid', `The issue has ${MAX_COMMENTS} comments, which is the limit. Delete one first.`);
  }
  return row;
}

/** A comment and who wants to change it. */
export interface CommentKey {
  readonly issueId: string;
  readonly commentId: string;
  readonly actor: Actor;
}

/** A comment belongs to the user who wrote it, or to the token if it belonged to no user. */
const own = (projectId: string, { issueId, commentId, actor }: CommentKey) => sql`
  project_id = ${projectId} and issue_id = ${issueId} and id = ${commentId}::int8
  and (user_id = ${userIdOf(actor)}::int8 or (user_id is null and token_id = ${tokenIdOf(actor)}::int8))`;

const isKey = ({ issueId, commentId }: CommentKey): boolean => isEventId(issueId) && /^\d{1,18}$/.test(commentId);

/** Replaces the text of one's own comment; `undefined` if there is none. */
export async function editComment(
  db: Queryable,
  projectId: string,
  key: CommentKey,
  text: string,
): Promise<IssueComment | undefined> {
  if (!isKey(key)) return undefined;
  const { rows } = await sql<IssueComment>`
    update issue_comments set text = ${text}, edited_at = now() where ${own(projectId, key)}
    returning ${COLUMNS}`.execute(db.kysely);
  return rows[0];
}

/** Deletes one's own comment; `false` if there is none. */
export async function deleteComment(db: Queryable, projectId: string, key: CommentKey): Promise<boolean> {
  if (!isKey(key)) return false;
  const { rows } = await sql`
    delete from issue_comments where ${own(projectId, key)} returning 1`.execute(db.kysely);
  return rows.length > 0;
}

/** A project and its organization. */
interface ProjectOf {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * Deletes a comment of anybody, and records in the history of the issue and in the audit log who deleted whose; the text is gone.
 * `false` if there is none.
 */
export async function moderateComment(db: Database, project: ProjectOf, key: CommentKey): Promise<boolean> {
  if (!isKey(key)) return false;
  const { issueId, commentId, actor } = key;
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ actor: string | null }>`
      delete from issue_comments where project_id = ${project.id} and issue_id = ${issueId} and id = ${commentId}::int8
      returning actor`.execute(tx.kysely);
    const [deleted] = rows;
    if (deleted === undefined) return false;
    const author = deleted.actor;
    const change = { projectId: project.id, issueId, action: 'comment_deleted', details: { author } } as const;
    await recordChanges(tx, [change], actor);
    const { id: projectId, organizationId } = project;
    const target = author ?? `comment ${commentId}`;
    await writeAudit(tx, {
      organizationId,
      projectId,
      actor,
      action: 'comment.delete',
      target,
      after: { issue: issueId },
    });
    return true;
  });
}
