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
  key: described(id, 'Identity within the project: the identifying field and its value, such as `id:42`.'),
  id: nullable(text()),
  email: nullable(text()),
  username: nullable(text()),
  name: nullable(text()),
  ip: described(nullable(text()), 'Client address of the request.'),
  firstSeen: described(time, 'By event time.'),
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

/** Users have no environment and no release. */
const query = optionalFields({
  ...Object.fromEntries(Object.entries(ANY_LIST).filter(([name]) => name !== 'environment' && name !== 'release')),
  query: described(text(200), 'Part of the key, email, username or name, ignoring case.'),
});

const list = defineRoute<ListQuery & { readonly query?: string }, unknown, unknown>({
  method: 'get',
  path: '/users',
  tag: 'Users',
  summary: 'List project users',
  description:
    'Sorted by last seen, latest first. `from` and `to` select users last seen at or after `from` and first seen before `to`, by event time; `firstSeen` and `lastSeen` cover all time. A page scans up to 10,000 users.',
  permission: 'project:read',
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
  description: 'Includes the issues that affected the user, latest first, at most 100.',
  permission: 'project:read',
  params: { key: 'Key of the user, percent-encoded.' },
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
