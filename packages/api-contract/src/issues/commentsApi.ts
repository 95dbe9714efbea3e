import type { Descriptions } from '../description.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, nullable, mapOf, listOf, optionalFields } from '../schema/shapes.js';
import { id, text, boolean, time, anyValue, integer } from '../schema/values.js';

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

/** Comments and the history of issues. */
export const commentsApi = {
  list: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}/comments',
    tag: 'Issues',
    summary: 'List the comments on an issue',
    description: 'Oldest first, at most 1,000.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    ids: IDS,
    response: object({ data: listOf(commentSchema) }),
  },
  create: {
    scope: 'project',
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
  },
  change: {
    scope: 'project',
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
  },
  remove: {
    scope: 'project',
    method: 'delete',
    path: '/issues/{issueId}/comments/{commentId}',
    tag: 'Issues',
    summary: 'Delete a comment',
    description:
      'One’s own; as admin or owner also one of somebody else, which the history of the issue and the audit log record, without its text. 404 otherwise.',
    permission: 'issues:write',
    params: COMMENT_PARAMS,
    ids: IDS,
  },
  listChanges: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}/history',
    tag: 'Issues',
    summary: 'List the changes of an issue',
    description: 'Who did what and when, newest first; `actor` is null for automatic changes.',
    permission: 'project:read',
    mayBeStale: true,
    params: PARAMS,
    ids: IDS,
    query: optionalFields({
      limit: { ...integer(1, 100), default: 50, description: 'Rows per page.' },
      cursor: described(text(2_048), 'The `next` of the previous page.'),
    }),
    response: listResponse(changeSchema),
  },
} as const satisfies Descriptions;
