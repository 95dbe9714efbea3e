import { readIssue } from './sql/readIssue.js';
import { readIssueDistributions } from './sql/readIssueDistributions.js';
import { readNeighbors } from './sql/readNeighbors.js';
import { readUserNames } from '../users/sql/readUserNames.js';
import { wholeHours } from '@sluice/db';
import {
  boolean,
  count,
  defineRoute,
  described,
  environmentFields,
  id,
  integer,
  listOf,
  named,
  notFound,
  nullable,
  object,
  oneOf,
  optionalFields,
  rangeFields,
  readRange,
  text,
  type Route,
  type RouteContext,
} from '@sluice/management';
import { issueFilters, readIssueRequest, type IssuesQuery } from './issueQuery.js';

const PARAMS = { issueId: 'The issue’s id.' };
const IDS = { issueId: 'issue' } as const;
const { tag = {}, user = {}, url = {} } = issueFilters;

/** Range and filters of the exceptions of one issue. */
export const eventFilters = { ...rangeFields, ...environmentFields, tag, user, url };

type EventsQuery = Omit<IssuesQuery, 'status'>;

/** Returns the page and filter of the exceptions that a query selects. @throws ApiError 400, or 404 if there is no such issue */
async function readEvents(query: EventsQuery, issueId: string, context: RouteContext) {
  if ((await readIssue(context.db, context.project.id, issueId)) === undefined) throw notFound('issue');
  const range = wholeHours(readRange(query));
  const { filter } = readIssueRequest({ ...query, status: 'all' }, range, context);
  return { page: { ...range, limit: 1, after: undefined }, filter };
}

const facetSchema = named(
  'Facet',
  object({
    kind: oneOf('environment', 'release', 'user', 'url', 'browser', 'os', 'device', 'tag', 'context'),
    key: described(nullable(text()), 'Name of the tag or context.'),
    count: described(count, 'Exceptions that have it.'),
    distinct: described(count, 'Different values.'),
    values: described(
      listOf(
        object({
          value: text(),
          count,
          name: described(nullable(text()), 'Of a project user, whose key is the value; null if none is known.'),
        }),
      ),
      'The most frequent first, at most 10.',
    ),
  }),
);

const distributions = defineRoute<EventsQuery, unknown, unknown>({
  method: 'get',
  path: '/issues/{issueId}/distributions',
  tag: 'Issues',
  summary: 'Distribution of tags, contexts, browsers, systems, releases, users and pages',
  description: 'Over the exceptions of the issue that match, of which the newest 5,000 are read.',
  permission: 'project:read',
  params: PARAMS,
  ids: IDS,
  query: optionalFields(eventFilters),
  response: named(
    'IssueDistributions',
    object({
      events: described(count, 'Exceptions that were read.'),
      approximate: described(boolean, 'Whether there are more exceptions than were read.'),
      facets: listOf(facetSchema),
    }),
  ),
  handle: async ({ params: { issueId = '' }, query }, context) => {
    const { db, project } = context;
    const events = await readEvents(query, issueId, context);
    const { facets, ...counts } = await readIssueDistributions(db, project.id, issueId, events);
    const users = facets.flatMap(({ kind, values }) => (kind === 'user' ? values.map(({ value }) => value) : []));
    const names = await readUserNames(db, project.id, users);
    const nameOf = (kind: string, value: string) => (kind === 'user' ? names.get(value) : undefined) ?? null;
    const named = facets.map((facet) => ({
      ...facet,
      values: facet.values.map((one) => ({ ...one, name: nameOf(facet.kind, one.value) })),
    }));
    return { body: { ...counts, facets: named } };
  },
});

const idOrNull = (which: string) => described(nullable(id), which);

const neighbors = defineRoute<EventsQuery, unknown, unknown>({
  method: 'get',
  path: '/issues/{issueId}/events/{eventId}/neighbors',
  tag: 'Issues',
  summary: 'Previous and next exception of an issue',
  description: 'Among the exceptions that match, by arrival. Looks at up to 20,000 exceptions in each direction.',
  permission: 'project:read',
  params: { ...PARAMS, eventId: 'The id of an exception.' },
  ids: { ...IDS, eventId: 'exception' },
  query: optionalFields(eventFilters),
  response: named(
    'Neighbors',
    object({
      newest: idOrNull('The latest one that matches.'),
      newer: idOrNull('The next one that arrived later.'),
      older: idOrNull('The next one that arrived earlier.'),
      oldest: idOrNull('The first one that matches.'),
      position: described(nullable(integer(1, 20_001)), '1 for the latest; null if too many are newer.'),
    }),
  ),
  handle: async ({ params: { issueId = '', eventId = '' }, query }, context) => {
    const events = await readEvents(query, issueId, context);
    const found = await readNeighbors(context.db, context.project.id, { issueId, eventId }, events);
    if (found === undefined) throw notFound('exception');
    const { newest = null, newer = null, older = null, oldest = null, position = null } = found;
    return { body: { newest, newer, older, oldest, position } };
  },
});

/** Reads over the exceptions of one issue. */
export const distributionRoutes: readonly Route[] = [distributions, neighbors];
