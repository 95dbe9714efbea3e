import {
  addComment,
  deleteComment,
  editComment,
  listChanges,
  listComments,
  moderateComment,
  type IssueComment,
  type StoredChange,
} from '@sluice/db';
import { readIssue } from './sql/readIssue.js';
import {
  anyValue,
  boolean,
  defineRoute,
  described,
  id,
  listOf,
  listResponse,
  mapOf,
  named,
  notFound,
  nullable,
  object,
  optionalFields,
  pageReply,
  readPage,
  text,
  time,
  integer,
  type Route,
  type RouteContext,
} from '@sluice/management';
import { withIssueErrors } from './withIssueErrors.js';

const PARAMS = { issueId: 'The issue’s id.' };
const COMMENT_PARAMS = { ...PARAMS, commentId: 'The comment’s id.' };
const IDS = { issueId: 'issue' } as const;
const LONGEST_COMMENT = 10_000;

const actorFields = {
  actor: described(nullable(text()), 'Name of the user or token at that time.'),
  userId: described(nullable(id), 'The user, if there was one.'),
};

const commentSchema = named(
  'IssueComment',
  object({
    id,
    ...actorFields,
    text: text(),
    own: described(boolean, 'Whether the caller may edit it.'),
    deletable: described(
      boolean,
      'Whether the caller may delete it: their own, and as admin or owner those of others.',
    ),
    createdAt: time,
    editedAt: nullable(time),
  }),
);

const commentBody = object({ text: { ...text(LONGEST_COMMENT), minLength: 1 } });

function commentToWire(comment: IssueComment, { actor, may }: RouteContext): unknown {
  const { userId, tokenId } = comment;
  const own = userId === null ? actor.kind === 'token' && tokenId === actor.tokenId : userId === actor.userId;
  return {
    id: comment.id,
    actor: comment.actor,
    userId,
    text: comment.text,
    own,
    deletable: own || may('comments:moderate'),
    createdAt: comment.createdAt.toISOString(),
    editedAt: comment.editedAt?.toISOString() ?? null,
  };
}

async function checkIssue({ db, project }: RouteContext, issueId: string): Promise<void> {
  if ((await readIssue(db, project.id, issueId)) === undefined) throw notFound('issue');
}

const list = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/issues/{issueId}/comments',
  tag: 'Issues',
  summary: 'List the comments on an issue',
  description: 'Oldest first, at most 1,000.',
  permission: 'project:read',
  params: PARAMS,
  ids: IDS,
  response: object({ data: listOf(commentSchema) }),
  handle: async ({ params: { issueId = '' } }, context) => {
    await checkIssue(context, issueId);
    const comments = await listComments(context.db, context.project.id, issueId);
    return { body: { data: comments.map((comment) => commentToWire(comment, context)) } };
  },
});

const add = defineRoute<unknown, { readonly text: string }, unknown>({
  method: 'post',
  path: '/issues/{issueId}/comments',
  tag: 'Issues',
  summary: 'Comment on an issue',
  permission: 'issues:write',
  params: PARAMS,
  ids: IDS,
  body: commentBody,
  response: commentSchema,
  createdStatus: 201,
  handle: async ({ params: { issueId = '' }, body }, context) => {
    const { db, project, actor } = context;
    const comment = await withIssueErrors(() => addComment(db, project.id, issueId, { actor, text: body.text }));
    return { status: 201, body: commentToWire(comment, context) };
  },
});

const edit = defineRoute<unknown, { readonly text: string }, unknown>({
  method: 'patch',
  path: '/issues/{issueId}/comments/{commentId}',
  tag: 'Issues',
  summary: 'Edit one’s own comment',
  description: '404 for a comment of somebody else.',
  permission: 'issues:write',
  params: COMMENT_PARAMS,
  ids: IDS,
  body: commentBody,
  response: commentSchema,
  handle: async ({ params: { issueId = '', commentId = '' }, body }, context) => {
    const { db, project, actor } = context;
    const comment = await editComment(db, project.id, { issueId, commentId, actor }, body.text);
    if (comment === undefined) throw notFound('comment of yours');
    return { body: commentToWire(comment, context) };
  },
});

const remove = defineRoute<unknown, unknown, unknown>({
  method: 'delete',
  path: '/issues/{issueId}/comments/{commentId}',
  tag: 'Issues',
  summary: 'Delete a comment',
  description:
    'One’s own; as admin or owner also one of somebody else, which the history of the issue and the audit log record, without its text. 404 otherwise.',
  permission: 'issues:write',
  params: COMMENT_PARAMS,
  ids: IDS,
  handle: async ({ params: { issueId = '', commentId = '' } }, { db, project, actor, may }) => {
    const key = { issueId, commentId, actor };
    const isDeleted =
      (await deleteComment(db, project.id, key)) ||
      (may('comments:moderate') && (await moderateComment(db, project, key)));
    if (!isDeleted) throw notFound('comment of yours');
    return { status: 204, body: undefined };
  },
});

const HISTORY = 'issue-history';

const changeSchema = named(
  'IssueChange',
  object({
    id,
    ...actorFields,
    action: described(
      text(),
      '`resolved`, `opened`, `ignored`, `assigned`, `merged`, `merged_into`, `unmerged`, `comment_deleted`; automatic: `regressed`, `ignore_ended`.',
    ),
    details: described(
      mapOf(anyValue),
      'Depends on the action: the release, the limit, the other issues, the author of the comment, `departed` if the assignee is no longer a member.',
    ),
    createdAt: time,
  }),
);

const changeToWire = ({ createdAt, ...change }: StoredChange): unknown => ({
  ...change,
  createdAt: createdAt.toISOString(),
});

const history = defineRoute<{ readonly limit: number; readonly cursor?: string }, unknown, unknown>({
  method: 'get',
  path: '/issues/{issueId}/history',
  tag: 'Issues',
  summary: 'List the changes of an issue',
  description: 'Who did what and when, newest first; `actor` is null for automatic changes.',
  permission: 'project:read',
  params: PARAMS,
  ids: IDS,
  query: optionalFields({
    limit: { ...integer(1, 100), default: 50, description: 'Rows per page.' },
    cursor: described(text(2_048), 'The `next` of the previous page.'),
  }),
  response: listResponse(changeSchema),
  handle: async ({ params: { issueId = '' }, query }, context) => {
    const { limit, after } = readPage(query, HISTORY, context);
    await checkIssue(context, issueId);
    const page = await listChanges(context.db, context.project.id, issueId, { limit, after });
    return pageReply(page, HISTORY, context, changeToWire);
  },
});

/** Comments and the history of issues. */
export const commentsRoutes: readonly Route[] = [list, add, edit, remove, history];
