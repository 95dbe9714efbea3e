import { endOfMonth, monthOf, POOLS } from '@sluice/contract';
import { findOrganization, monthTotals, readMonth, readProjectPage } from '@sluice/db';
import {
  type OrganizationRoute,
  count,
  defineOrganizationRoute,
  described,
  listResponse,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  optionalFields,
  text,
  time,
} from '@sluice/management';
import { bySlug, pageFields, slugAfter, type PageQuery } from './slugPage.js';

const project = named('Project', object({ slug: text(), createdAt: time }));

const listProjects = defineOrganizationRoute<PageQuery, unknown, unknown>({
  method: 'get',
  path: '/projects/{org}',
  tag: 'Organization',
  summary: 'List projects',
  description: 'By slug.',
  permission: 'project:read',
  query: optionalFields(pageFields),
  response: listResponse(project),
  handle: async ({ query }, { db, organization }) => {
    const list = { list: 'projects', limit: query.limit, organization };
    const rows = await readProjectPage(db, organization.id, { limit: query.limit + 1, after: slugAfter(query, list) });
    const page = bySlug(rows, list, ({ slug }) => slug);
    const data = page.rows.map(({ slug, createdAt }) => ({ slug, createdAt: createdAt.toISOString() }));
    return { body: { data, next: page.next, scannedTo: null } };
  },
});

interface MonthQuery extends PageQuery {
  readonly month?: string;
}

const used = object(Object.fromEntries(POOLS.map((pool) => [pool, count])));

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
      }),
    ),
    projects: described(listOf(object({ project: text(), used })), 'By slug.'),
    next: nullable(text()),
  }),
);

const readMonthRoute = defineOrganizationRoute<MonthQuery, unknown, unknown>({
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
  handle: async ({ query }, { db, clock, organization }) => {
    const number = query.month === undefined ? monthOf(clock()) : Number(query.month.replace('-', ''));
    const list = { list: `month:${number}`, limit: query.limit, organization };
    const after = slugAfter(query, list);
    const { settings } = await findOrganization(db, organization.slug);
    const totals = await monthTotals(db, organization.id, number);
    const rows = await readMonth(db, organization.id, { month: number, limit: query.limit + 1, after });
    const page = bySlug(rows, list, (row) => row.project);
    return {
      body: {
        month: `${String(number).slice(0, 4)}-${String(number).slice(4)}`,
        endsAt: new Date(endOfMonth(number)).toISOString(),
        pools: POOLS.map((pool) => ({ pool, limit: settings.monthly[pool], used: totals[pool] })),
        projects: page.rows,
        next: page.next,
      },
    };
  },
});

/** Operations on a whole organization. */
export const organizationRoutes: readonly OrganizationRoute[] = [listProjects, readMonthRoute];
