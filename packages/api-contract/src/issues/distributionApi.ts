import type { Descriptions } from '../description.js';
import { rangeFields, environmentFields } from '../list/listQuery.js';
import { named, object, described, nullable, listOf, optionalFields } from '../schema/shapes.js';
import { oneOf, text, count, id, boolean, integer } from '../schema/values.js';
import { issueFilters } from './issueQuery.js';

const PARAMS = { issueId: 'The issue’s id.' };

const IDS = { issueId: 'issue' } as const;

const { tag, user, url } = issueFilters;

/** Range and filters of the exceptions of one issue. */
export const eventFilters = { ...rangeFields, ...environmentFields, tag, user, url };

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

const idOrNull = (which: string) => described(nullable(id), which);

/** Reads over the exceptions of one issue. */
export const distributionApi = {
  readDistributions: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}/distributions',
    tag: 'Issues',
    summary: 'Distribution of tags, contexts, browsers, systems, releases, users and pages',
    description: 'Over the exceptions of the issue that match, of which the newest 5,000 are read.',
    permission: 'project:read',
    mayBeStale: true,
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
  },
  readNeighbors: {
    scope: 'project',
    method: 'get',
    path: '/issues/{issueId}/events/{eventId}/neighbors',
    tag: 'Issues',
    summary: 'Previous and next exception of an issue',
    description: 'Among the exceptions that match, by arrival. Looks at up to 20,000 exceptions in each direction.',
    permission: 'project:read',
    mayBeStale: true,
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
  },
} as const satisfies Descriptions;
