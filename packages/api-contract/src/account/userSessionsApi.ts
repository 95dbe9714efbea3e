import type { Descriptions } from '../description.js';
import { named, object, described, listOf, optionalFields } from '../schema/shapes.js';
import { id, boolean, oneOf, text, time } from '../schema/values.js';

const sessionItem = named(
  'UserSession',
  object({
    id,
    isCurrent: boolean,
    method: oneOf('password', 'link', 'oidc'),
    address: text(),
    userAgent: text(),
    createdAt: time,
    lastUsedAt: described(time, 'Accurate to a minute.'),
    expiresAt: time,
  }),
);

/** The user's sessions. */
export const userSessionsApi = {
  list: {
    scope: 'user',
    method: 'get',
    path: '/user/sessions',
    tag: 'Account',
    summary: 'List own sessions',
    response: object({ data: listOf(sessionItem) }),
  },
  end: {
    scope: 'user',
    method: 'delete',
    path: '/user/sessions/{sessionId}',
    tag: 'Account',
    summary: 'End one of the own sessions',
  },
  endAll: {
    scope: 'user',
    method: 'delete',
    path: '/user/sessions',
    tag: 'Account',
    summary: 'Sign out everywhere',
    description: 'Ends all other sessions, and with `all=true` this one, too.',
    query: optionalFields({ all: boolean }),
  },
} as const satisfies Descriptions;
