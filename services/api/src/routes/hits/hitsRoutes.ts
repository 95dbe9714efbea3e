import { timeOfId } from '@sluice/contract';
import { listHits, readHit, readHitDays, type HitFilter, type StoredHit } from '@sluice/db';
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
    'In order of arrival, newest first. Those of a trace are found by an index; any other filter looks at up to 20,000 hits a page.',
  scope: 'project:read',
  query: listQuery({
    kind: oneOf('pageview', 'custom'),
    name: text(512),
    url: described(text(512), 'What the url begins with.'),
    session: described(text(512), 'Of this session only.'),
    user: described(text(512), 'Key of the project user.'),
    trace: described(text(128), 'Of this trace only.'),
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
    'UTC days of arrival on which there was a hit, oldest first; the last 30 where no range is given. A visitor is an address with a browser, known for that day only and by a ' +
    'hash; a session is what the client says, else the visitor. Without `environment` those of each environment are added up: who was in two counts in both.',
  scope: 'project:read',
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
  scope: 'project:read',
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
