import { POOLS } from '@sluice/contract';
import type { Descriptions } from '../description.js';
import { pageFields } from '../list/listQuery.js';
import { listResponse } from '../list/listResponse.js';
import { named, object, described, listOf, nullable, recordOf, optionalFields } from '../schema/shapes.js';
import { text, time, oneOf, count } from '../schema/values.js';

const project = named('Project', object({ slug: text(), createdAt: time }));

const used = recordOf(POOLS, count);

const month = named(
  'Month',
  object({
    month: text(),
    endsAt: described(time, 'Start of the next month, when all quotas reset.'),
    pools: listOf(
      object({
        pool: oneOf(...POOLS),
        limit: described(
          nullable(count),
          'Quota in events per month; null: no limit. Always the current setting, whichever month is read.',
        ),
        used: described(count, 'Processed events of all projects, including deleted ones.'),
        projected: described(
          nullable(count),
          'Events at the end of the month: `used`, and what comes until then at the average rate of `hours`, if there were no limit; null for another month, or without a rate.',
        ),
        hours: described(
          nullable(count),
          'Whole hours before the current one whose average rate is used, events above the quota included: the last seven days, or since the first event of the pool.',
        ),
        reachesLimitAt: described(nullable(time), 'When the limit is reached at this rate; null if not in this month.'),
      }),
    ),
    projection: described(
      nullable(object({ from: time, to: time, hours: count })),
      'The longest `hours` of a pool. null for another month, or without a rate.',
    ),
    projects: described(listOf(object({ project: text(), used })), 'By slug.'),
    next: nullable(text()),
  }),
);

/** Operations on a whole organization. */
export const organizationApi = {
  listProjects: {
    scope: 'organization',
    method: 'get',
    path: '/projects/{org}',
    tag: 'Organization',
    summary: 'List projects',
    description: 'By slug.',
    permission: 'project:read',
    query: optionalFields(pageFields),
    response: listResponse(project),
  },
  readMonth: {
    scope: 'organization',
    method: 'get',
    path: '/organizations/{org}/stats',
    tag: 'Organization',
    summary: 'Read a month by pool',
    description: 'A UTC calendar month. Events that are still queued are not included.',
    permission: 'project:read',
    query: optionalFields({
      month: {
        ...text(),
        pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])$',
        description: '`YYYY-MM`; the current month by default.',
      },
      ...pageFields,
    }),
    response: month,
  },
  createProject: {
    scope: 'organization',
    method: 'post',
    path: '/projects/{org}',
    tag: 'Organization',
    summary: 'Create a project',
    description:
      'With a public key; see `GET …/keys`. 422 `limit_reached` if the organization has the most projects, or its alert rules for all projects would have too many conditions.',
    permission: 'projects:write',
    body: object({ slug: text(63) }),
    createdStatus: 201,
    response: project,
  },
} as const satisfies Descriptions;
