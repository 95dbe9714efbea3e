import { listUsers, readUser, type StoredUser } from '@sluice/db';
import {
  type ListQuery,
  type Route,
  defineRoute,
  described,
  id,
  listResponse,
  listOf,
  listQuery,
  named,
  notFound,
  nullable,
  object,
  optionalFields,
  pageReply,
  readPage,
  text,
  time,
} from '@sluice/management';

const LIST = 'users';

const userFields = {
  key: described(id, 'The identity within the project: which field identifies, and its value (`id:42`).'),
  id: nullable(text()),
  email: nullable(text()),
  username: nullable(text()),
  name: nullable(text()),
  ip: described(nullable(text()), 'Of the request, as the server saw it.'),
  firstSeen: described(time, 'By the time of their events.'),
  lastSeen: time,
};

const userToWire = (user: StoredUser) => ({
  key: user.key,
  id: user.id,
  email: user.email,
  username: user.username,
  name: user.name,
  ip: user.ip,
  firstSeen: user.firstSeen.toISOString(),
  lastSeen: user.lastSeen.toISOString(),
});

const ANY_LIST = listQuery().properties;

/** Users belong to no environment and no release. */
const query = optionalFields({
  ...Object.fromEntries(Object.entries(ANY_LIST).filter(([name]) => name !== 'environment' && name !== 'release')),
  query: described(text(200), 'Part of key, email, username or name, upper and lower case alike.'),
});

const list = defineRoute<ListQuery & { readonly query?: string }, unknown, unknown>({
  method: 'get',
  path: '/users',
  tag: 'Users',
  summary: 'List project users',
  description:
    'Whoever was seen last first. `from` and `to`: last seen at or after, first seen before, by the time of their events; `firstSeen` and `lastSeen` are of all time. Up to 10,000 users are looked at a page.',
  scope: 'project:read',
  query,
  response: listResponse(named('User', object(userFields))),
  handle: async ({ query: asked }, context) => {
    const page = await listUsers(context.db, context.project.id, readPage(asked, LIST, context), asked.query);
    return pageReply(page, LIST, context, userToWire);
  },
});

const read = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/users/{key}',
  tag: 'Users',
  summary: 'Read a project user',
  description: 'With the issues they met, the latest first, at most 100.',
  scope: 'project:read',
  params: { key: 'The user’s key, percent-encoded.' },
  response: named(
    'UserDetail',
    object({ ...userFields, issues: listOf(object({ id, title: text(), lastSeen: time })) }),
  ),
  handle: async ({ params }, { db, project }) => {
    const user = await readUser(db, project.id, params['key'] ?? '');
    if (user === undefined) throw notFound('user');
    const issues = user.issues.map((issue) => ({ ...issue, lastSeen: issue.lastSeen.toISOString() }));
    return { body: { ...userToWire(user), issues } };
  },
});

/** Operations on project users. */
export const usersRoutes: readonly Route[] = [list, read];
