import { timeOfId } from '@sluice/contract';
import { listHits, readHit, type HitFilter, type StoredHit } from './sql/listHits.js';
import { readHitDays } from './sql/readHitDays.js';
import {
  type ListQuery,
  type Route,
  anyValue,
  count,
  day,
  defineRoute,
  described,
  id,
  listResponse,
  listOf,
  listQuery,
  mapOf,
  named,
  notFound,
  nullable,
  object,
  oneOf,
  optionalFields,
  pageReply,
  environmentFields,
  rangeFields,
  readPage,
  readRange,
  text,
  time,
} from '@sluice/management';

const LIST = 'hits';
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

const hitFields = {
  id: described(id, 'The event id.'),
  timestamp: time,
  receivedAt: described(time, 'When it arrived.'),
  kind: oneOf('pageview', 'custom'),
  name: nullable(text()),
  url: nullable(text()),
  referrer: nullable(text()),
  title: nullable(text()),
  sessionId: nullable(id),
  environment: nullable(text()),
  release: nullable(text()),
  user: described(nullable(text()), 'Key of the project user.'),
  traceId: nullable(id),
  spanId: nullable(id),
  replayId: nullable(id),
  tags: mapOf(anyValue),
};

const hitToWire = ({ userKey, tags, timestamp, ...hit }: StoredHit) => ({
  ...hit,
  timestamp: timestamp.toISOString(),
  receivedAt: new Date(timeOfId(hit.id)).toISOString(),
  user: userKey,
  tags: tags ?? {},
});

const list = defineRoute<ListQuery & Omit<HitFilter, 'environment' | 'release'>, unknown, unknown>({
  method: 'get',
  path: '/hits',
  tag: 'Hits',
  summary: 'List page views and custom hits',
  description:
    'In order of arrival, newest first. The filter by trace uses an index; any other filter scans up to 20,000 hits per page.',
  permission: 'project:read',
  query: listQuery({
    kind: oneOf('pageview', 'custom'),
    name: text(512),
    url: described(text(512), 'Prefix of the URL.'),
    session: described(text(512), 'Only hits of this session.'),
    user: described(text(512), 'Key of the project user.'),
    trace: described(text(128), 'Only rows of this trace.'),
  }),
  ids: { trace: 'trace' },
  response: listResponse(named('Hit', object(hitFields))),
  handle: async ({ query }, context) => {
    const { kind, name, url, session, user, trace, environment, release } = query;
    const filter = { kind, name, url, session, user, trace, environment, release };
    const page = await listHits(context.db, context.project.id, readPage(query, LIST, context), filter);
    return pageReply(page, LIST, context, hitToWire);
  },
});

interface DaysQuery {
  readonly from?: string;
  readonly to?: string;
  readonly environment?: string;
}

const days = defineRoute<DaysQuery, unknown, unknown>({
  method: 'get',
  path: '/hits/days',
  tag: 'Hits',
  summary: 'Count visits by day',
  description:
    'UTC days with at least one hit, by time of arrival, oldest first; the last 30 days by default. A visitor is an address and browser, identified for one day by a ' +
    'hash; a session is the id that the client sends, otherwise the visitor. Without `environment` the counts of all environments are added, so a visitor of two environments counts twice.',
  permission: 'project:read',
  query: optionalFields({ ...rangeFields, environment: environmentFields['environment'] ?? text() }),
  response: object({
    data: listOf(object({ day, pageviews: count, customs: count, visitors: count, sessions: count })),
  }),
  handle: async ({ query }, { db, project, clock }) => {
    const now = clock();
    const { fromMs, toMs } = readRange(query, { fromMs: now - (DEFAULT_DAYS - 1) * DAY_MS, toMs: now + 1 });
    const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
    const range = { from: dayOf(fromMs), through: dayOf(Math.max(fromMs, toMs - 1)), environment: query.environment };
    return { body: { data: await readHitDays(db, project.id, range) } };
  },
});

const read = defineRoute<unknown, unknown, unknown>({
  method: 'get',
  path: '/hits/{id}',
  tag: 'Hits',
  summary: 'Read a hit',
  permission: 'project:read',
  params: { id: 'The event id.' },
  ids: { id: 'hit' },
  response: named('HitDetail', object({ ...hitFields, contexts: mapOf(anyValue) })),
  handle: async ({ params }, { db, project }) => {
    const hit = await readHit(db, project.id, params['id'] ?? '');
    if (hit === undefined) throw notFound('hit');
    const { contexts, ...rest } = hit;
    return { body: { ...hitToWire(rest), contexts: contexts ?? {} } };
  },
});

/** Operations on hits. */
export const hitsRoutes: readonly Route[] = [list, days, read];
