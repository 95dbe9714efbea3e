import { MOST_UNREAD } from '@sluice/contract';
import { countUnread, listInbox, markRead, type InboxItem } from '@sluice/alerts';
import {
  boolean,
  count,
  described,
  id,
  listOf,
  listResponse,
  named,
  nullable,
  object,
  optionalFields,
  text,
  time,
} from '@sluice/api-contract';
import { ApiError, defineOrganizationRoute, type Route } from '@sluice/management';
import { memberOf } from './memberOf.js';
import { messageSchema } from './messageSchema.js';
import { cursorFields, organizationPageReply, readOrganizationPage, type AlertPageQuery } from './organizationPage.js';

const LIST = 'inbox';
const PATH = '/organizations/{org}/alerts/inbox';
const MAX_IDS = 100;

const item = named(
  'InboxItem',
  object({
    id,
    project: described(nullable(text()), 'Slug; null: it concerns the whole organization.'),
    message: messageSchema,
    createdAt: time,
    readAt: nullable(time),
  }),
);

const unread = named('UnreadAlerts', object({ unread: described(count, `At most ${MOST_UNREAD}.`) }));

interface InboxQuery extends AlertPageQuery {
  readonly unread: boolean;
}

const toWire = ({ createdAt, readAt, ...rest }: InboxItem): unknown => ({
  ...rest,
  createdAt: createdAt.toISOString(),
  readAt: readAt?.toISOString() ?? null,
});

const list = defineOrganizationRoute<InboxQuery, unknown, unknown>({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List own alerts',
  description: 'The inbox of the user of the session or token; latest first.',
  permission: 'project:read',
  query: optionalFields({
    ...cursorFields,
    unread: { ...boolean, default: false, description: 'Only unread ones.' },
  }),
  response: listResponse(item),
  handle: async ({ query }, { db, organization, actor }) => {
    const key = { list: LIST, organizationId: organization.id };
    const { limit, after } = readOrganizationPage(query, key);
    const filter = { limit, after, unreadOnly: query.unread };
    return organizationPageReply(await listInbox(db, memberOf(organization, actor), filter), key, toWire);
  },
});

const countRoute = defineOrganizationRoute({
  method: 'get',
  path: `${PATH}/unread`,
  tag: 'Alerts',
  summary: 'Count own unread alerts',
  permission: 'project:read',
  response: unread,
  handle: async (_request, { db, organization, actor }) => ({
    body: { unread: await countUnread(db, memberOf(organization, actor)) },
  }),
});

interface ReadBody {
  readonly ids?: readonly string[];
  readonly all?: boolean;
}

const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

const markRoute = defineOrganizationRoute<unknown, ReadBody, unknown>({
  method: 'post',
  path: `${PATH}/read`,
  tag: 'Alerts',
  summary: 'Mark own alerts as read',
  description: 'Either `ids` or `all`. Returns how many are unread then.',
  permission: 'project:read',
  body: optionalFields({
    ids: { ...listOf({ ...text(36), pattern: UUID }), minItems: 1, maxItems: MAX_IDS },
    all: { const: true, description: 'All that have arrived.' },
  }),
  response: unread,
  handle: async ({ body: { ids, all } }, { db, organization, actor }) => {
    const member = memberOf(organization, actor);
    if ((ids === undefined) === (all === undefined)) {
      throw new ApiError(422, 'invalid_body', 'Send either ids or "all": true.');
    }
    await markRead(db, member, ids);
    return { body: { unread: await countUnread(db, member) } };
  },
});

/** The inbox of the member who asks. */
export const inboxRoutes: readonly Route<'organization'>[] = [list, countRoute, markRoute];
