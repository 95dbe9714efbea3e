import { bucketsOf, listUncountedDays, type Page } from '@sluice/db';
import { countUserExceptions, listAffectedUsers, readImpact } from './sql/listAffectedUsers.js';
import { listUsers, type StoredUser } from './sql/listUsers.js';
import { readUser } from './sql/readUser.js';
import {
  type ListQuery,
  type Route,
  type RouteContext,
  count,
  environmentFields,
  oneOf,
  rangeFields,
  readRange,
  readZone,
  zoneFields,
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
import { uncountedDays } from '../visits/uncountedDays.js';
import { timeline } from './timelineRoute.js';

const LIST = 'users';
const DAY_MS = 86_400_000;

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

/** Users have no release; their exceptions have an environment. */
const query = optionalFields({
  ...Object.fromEntries(Object.entries(ANY_LIST).filter(([name]) => name !== 'release')),
  query: described(text(200), 'Part of the key, email, username or name, ignoring case.'),
  sort: { ...oneOf('lastSeen', 'exceptions'), default: 'lastSeen' },
});

type UsersQuery = ListQuery & { readonly query?: string; readonly sort: 'lastSeen' | 'exceptions' };

const listedUser = named(
  'User',
  object({
    ...userFields,
    exceptions: described(
      count,
      'In the range and the environment, by time of arrival: in whole hours, at most 400 days. Counted for the 1,000 users of a day, and the 100 of an hour, with the most exceptions.',
    ),
  }),
);

const list = defineRoute<UsersQuery, unknown, unknown>({
  method: 'get',
  path: '/users',
  tag: 'Users',
  summary: 'List project users',
  description:
    'Sorted by last seen, latest first: `from` and `to` select users last seen at or after `from` and first seen before `to`, by event time, and a page scans up to 10,000 users. ' +
    'With `sort=exceptions`, users with exceptions that arrived in the range, the most first, of the environment if one is given; by last seen, users of all environments are listed. `firstSeen` and `lastSeen` cover all time.',
  permission: 'project:read',
  query,
  response: listResponse(listedUser),
  handle: async ({ query: asked }, context) => {
    const name = asked.sort === 'lastSeen' ? LIST : `${LIST} ${asked.sort}`;
    const page = await readUsers(asked, name, context);
    return pageReply(page, name, context, ({ exceptions, ...user }) => ({ ...userToWire(user), exceptions }));
  },
});

async function readUsers(
  asked: UsersQuery,
  name: string,
  context: RouteContext,
): Promise<Page<StoredUser & { readonly exceptions: number }>> {
  const { db, project, clock } = context;
  const request = readPage(asked, name, context);
  // Without a range, the last 400 days.
  const buckets = bucketsOf(request, { nowMs: clock() });
  if (asked.sort === 'exceptions') {
    const { limit, after } = request;
    return listAffectedUsers(db, project.id, buckets, {
      environment: asked.environment,
      part: asked.query,
      limit,
      after,
    });
  }
  const page = await listUsers(db, project.id, request, asked.query);
  const counts = await countUserExceptions(
    db,
    project.id,
    { ...buckets, environment: asked.environment },
    page.rows.map(({ key }) => key),
  );
  return { ...page, rows: page.rows.map((user) => ({ ...user, exceptions: counts.get(user.key) ?? 0 })) };
}

interface ImpactQuery {
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
  readonly zone?: string;
}

const impact = defineRoute<ImpactQuery, unknown, unknown>({
  method: 'get',
  path: '/user-impact',
  tag: 'Users',
  summary: 'Count the users affected by exceptions',
  description:
    'By time of arrival; the last 24 hours by default. The range is widened to whole hours. `data` has bars of an hour up to 72 hours, otherwise of a day.',
  permission: 'project:read',
  query: optionalFields({ ...rangeFields, ...zoneFields, environment: environmentFields['environment'] ?? text() }),
  response: object({
    interval: oneOf('hour', 'day'),
    from: time,
    to: time,
    users: described(count, 'Different users with an exception; at least so many if a day has more than 1,000.'),
    exceptions: count,
    withoutUser: described(count, 'Exceptions without a user.'),
    uncounted: uncountedDays,
    data: listOf(object({ time, exceptions: count, users: count })),
  }),
  handle: async ({ query: asked }, { db, project, clock }) => {
    const now = clock();
    const range = readRange(asked, { fromMs: now - DAY_MS, toMs: now });
    const buckets = bucketsOf(range, { nowMs: now, zone: readZone(asked) });
    const [{ series, ...totals }, uncounted] = await Promise.all([
      readImpact(db, project.id, buckets, asked.environment),
      listUncountedDays(db, project.id, ['exception'], buckets),
    ]);
    const data = buckets.times.map((ms) => ({
      time: new Date(ms).toISOString(),
      ...(series.get(ms) ?? { exceptions: 0, users: 0 }),
    }));
    const [from, to] = [buckets.fromMs, buckets.toMs].map((ms) => new Date(ms).toISOString());
    return { body: { interval: buckets.interval, from, to, ...totals, uncounted, data } };
  },
});

const read = defineRoute<Pick<ImpactQuery, 'from' | 'to'>, unknown, unknown>({
  method: 'get',
  path: '/users/{key}',
  tag: 'Users',
  summary: 'Read a project user',
  description: 'Includes the issues that affected the user, latest first, at most 100.',
  permission: 'project:read',
  params: { key: 'Key of the user, percent-encoded.' },
  query: optionalFields(rangeFields),
  response: named(
    'UserDetail',
    object({
      ...userFields,
      exceptions: described(count, 'In the range, as in the list of users; without a range, of the last 24 hours.'),
      issues: listOf(object({ id, title: text(), lastSeen: time })),
    }),
  ),
  handle: async ({ params, query: asked }, { db, project, clock }) => {
    const key = params['key'] ?? '';
    const now = clock();
    const buckets = bucketsOf(readRange(asked, { fromMs: now - DAY_MS, toMs: now }), { nowMs: now });
    const [user, counts] = await Promise.all([
      readUser(db, project.id, key),
      countUserExceptions(db, project.id, buckets, [key]),
    ]);
    if (user === undefined) throw notFound('user');
    const issues = user.issues.map((issue) => ({ ...issue, lastSeen: issue.lastSeen.toISOString() }));
    return { body: { ...userToWire(user), exceptions: counts.get(key) ?? 0, issues } };
  },
});

/** Operations on project users. */
export const usersRoutes: readonly Route[] = [list, read, impact, timeline];
