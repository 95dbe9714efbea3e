import { countUnread, listInbox, markRead, type InboxItem } from '@sluice/alerts';
import { inboxApi } from '@sluice/api-contract';
import { ApiError, pageReply, readPage, serve, type Route } from '@sluice/management';
import { memberOf } from './memberOf.js';

const LIST = 'inbox';

const toWire = ({ createdAt, readAt, ...rest }: InboxItem) => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

const list = serve(inboxApi.list, async ({ query }, context) => {
  const { db, organization, actor } = context;
  const { limit, after } = readPage(query, LIST, context);
  const filter = { limit, after, unreadOnly: query.unread };
  return pageReply(await listInbox(db, memberOf(organization, actor), filter), LIST, context, toWire);
});

const count = serve(inboxApi.countUnread, async (_request, { db, organization, actor }) => ({
  body: { unread: await countUnread(db, memberOf(organization, actor)) },
}));

const mark = serve(inboxApi.markRead, async ({ body: { ids, all } }, { db, organization, actor }) => {
  const member = memberOf(organization, actor);
  if ((ids === undefined) === (all === undefined)) {
    throw new ApiError(422, 'invalid_body', 'Send either ids or "all": true.');
  }
  await markRead(db, member, ids);
  return { body: { unread: await countUnread(db, member) } };
});

/** The inbox of the member who asks. */
export const inboxRoutes: readonly Route<'organization'>[] = [list, count, mark];
