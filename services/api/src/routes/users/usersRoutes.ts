import { DAY_MS } from '@sluice/contract';
import { type ListQuery, usersApi } from '@sluice/api-contract';
import { type Page, bucketsOf } from '@sluice/reading';
import { listUncountedDays } from '@sluice/visits';
import {
  type Route,
  type RouteContext,
  notFound,
  pageReply,
  readPage,
  readRange,
  readZone,
  serve,
} from '@sluice/management';
import { countUserExceptions, listAffectedUsers, readImpact } from './sql/listAffectedUsers.js';
import { type StoredUser, listUsers } from './sql/listUsers.js';
import { readUser } from './sql/readUser.js';
import { timeline } from './timelineRoute.js';

const LIST = 'users';

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

type UsersQuery = ListQuery & { readonly query?: string; readonly sort: 'lastSeen' | 'exceptions' };

const list = serve(usersApi.list, async ({ query: asked }, context) => {
  const name = asked.sort === 'lastSeen' ? LIST : `${LIST} ${asked.sort}`;
  const page = await readUsers(asked, name, context);
  return pageReply(page, name, context, ({ exceptions, ...user }) => ({ ...userToWire(user), exceptions }));
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

const countAffected = serve(usersApi.countAffected, async ({ query: asked }, { db, project, clock }) => {
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
  const [from, to] = [new Date(buckets.fromMs).toISOString(), new Date(buckets.toMs).toISOString()];
  return { body: { interval: buckets.interval, from, to, ...totals, uncounted, data } };
});

const read = serve(usersApi.read, async ({ params, query: asked }, { db, project, clock }) => {
  const key = params.key;
  const now = clock();
  const buckets = bucketsOf(readRange(asked, { fromMs: now - DAY_MS, toMs: now }), { nowMs: now });
  const [user, counts] = await Promise.all([
    readUser(db, project.id, key),
    countUserExceptions(db, project.id, buckets, [key]),
  ]);
  if (user === undefined) throw notFound('user');
  const issues = user.issues.map((issue) => ({ ...issue, lastSeen: issue.lastSeen.toISOString() }));
  return { body: { ...userToWire(user), exceptions: counts.get(key) ?? 0, issues } };
});

/** Operations on project users. */
export const usersRoutes: readonly Route[] = [list, read, countAffected, timeline];
