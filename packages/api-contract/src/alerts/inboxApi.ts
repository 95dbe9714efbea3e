import { MOST_UNREAD } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { listResponse } from '../list/listResponse.js';
import type { Schema } from '../schema/schema.js';
import { described, listOf, named, nullable, object, optionalFields } from '../schema/shapes.js';
import { boolean, count, id, text, time } from '../schema/values.js';
import { cursorFields } from './alertPage.js';
import { messageSchema } from './messageSchema.js';

const PATH = '/organizations/{org}/alerts/inbox';
const MAX_IDS = 100;
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

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

const all: Schema<true> = { const: true, description: 'All that have arrived.' };

/** The inbox of the member who asks. */
export const inboxApi = {
  list: {
    scope: 'organization',
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
  },
  countUnread: {
    scope: 'organization',
    method: 'get',
    path: `${PATH}/unread`,
    tag: 'Alerts',
    summary: 'Count own unread alerts',
    permission: 'project:read',
    response: unread,
  },
  markRead: {
    scope: 'organization',
    method: 'post',
    path: `${PATH}/read`,
    tag: 'Alerts',
    summary: 'Mark own alerts as read',
    description: 'Either `ids` or `all`. Returns how many are unread then.',
    permission: 'project:read',
    body: optionalFields({
      ids: { ...listOf({ ...text(36), pattern: UUID }), minItems: 1, maxItems: MAX_IDS },
      all,
    }),
    response: unread,
  },
} as const satisfies Descriptions;
