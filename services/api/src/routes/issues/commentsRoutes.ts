import { commentsApi } from '@sluice/api-contract';
import {
  type IssueComment,
  type StoredChange,
  addComment,
  deleteComment,
  editComment,
  listChanges,
  listComments,
  moderateComment,
} from '@sluice/issues';
import { type Route, type RouteContext, notFound, pageReply, readPage, serve } from '@sluice/management';
import { readIssue } from './sql/readIssue.js';
import { withIssueErrors } from './withIssueErrors.js';

function commentToWire(comment: IssueComment, { actor, may }: RouteContext) {
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

const list = serve(commentsApi.list, async ({ params: { issueId } }, context) => {
  await checkIssue(context, issueId);
  const comments = await listComments(context.db, context.project.id, issueId);
  return { body: { data: comments.map((comment) => commentToWire(comment, context)) } };
});

const create = serve(commentsApi.create, async ({ params: { issueId }, body }, context) => {
  const { db, project, actor } = context;
  const comment = await withIssueErrors(() => addComment(db, project.id, issueId, { actor, text: body.text }));
  return { status: 201, body: commentToWire(comment, context) };
});

const change = serve(commentsApi.change, async ({ params: { issueId, commentId }, body }, context) => {
  const { db, project, actor } = context;
  const comment = await editComment(db, project.id, { issueId, commentId, actor }, body.text);
  if (comment === undefined) throw notFound('comment of yours');
  return { body: commentToWire(comment, context) };
});

const remove = serve(commentsApi.remove, async ({ params: { issueId, commentId } }, { db, project, actor, may }) => {
  const key = { issueId, commentId, actor };
  const isDeleted =
    (await deleteComment(db, project.id, key)) ||
    (may('comments:moderate') && (await moderateComment(db, project, key)));
  if (!isDeleted) throw notFound('comment of yours');
  return { status: 204, body: undefined };
});

const HISTORY = 'issue-history';

const changeToWire = ({ createdAt, ...change }: StoredChange) => ({
  ...change,
  createdAt: createdAt.toISOString(),
});

const listChangesRoute = serve(commentsApi.listChanges, async ({ params: { issueId }, query }, context) => {
  const { limit, after } = readPage(query, HISTORY, context);
  await checkIssue(context, issueId);
  const page = await listChanges(context.db, context.project.id, issueId, { limit, after });
  return pageReply(page, HISTORY, context, changeToWire);
});

/** Comments and the history of issues. */
export const commentsRoutes: readonly Route[] = [list, create, change, remove, listChangesRoute];
