import { endOfMonth, hourOf, monthOf, POOLS, startOfHour } from '@sluice/contract';
import { createProject, findOrganization, monthTotals } from '@sluice/db';
import { readMonth } from '../stats/sql/readMonth.js';
import { readPoolRates, type PoolRate } from '../limits/sql/readPoolRates.js';
import { readProjectPage } from './sql/readProjectPage.js';
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
import type { OrganizationLimits } from '../../limitsConfig.js';
import type { AccountServices } from '../account/accountServices.js';
import { organizationAlertsRoutes } from '../alerts/alertsRoutes.js';
import { auditRoutes } from './auditRoutes.js';
import { invitationsRoutes } from './invitationsRoutes.js';
import { membersRoutes } from './membersRoutes.js';
import { organizationErasuresRoutes } from './organizationErasuresRoutes.js';
import { organizationSettingsRoutes } from './organizationSettingsRoutes.js';
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
    const nowMs = clock();
    const endMs = startOfHour(hourOf(nowMs));
    const isCurrent = number === monthOf(nowMs);
    const rates = isCurrent ? await readPoolRates(db, organization.id, { endMs, hours: PROJECTED_HOURS }) : {};
    const hours = Math.max(0, ...Object.values(rates).map((rate) => rate.hours));
    const rows = await readMonth(db, organization.id, { month: number, limit: query.limit + 1, after });
    const page = bySlug(rows, list, (row) => row.project);
    return {
      body: {
        month: `${String(number).slice(0, 4)}-${String(number).slice(4)}`,
        endsAt: new Date(endOfMonth(number)).toISOString(),
        pools: POOLS.map((pool) => {
          const known = { pool, limit: settings.monthly[pool], used: totals[pool] };
          return { ...known, ...projectPool(known, rates[pool], nowMs) };
        }),
        projection:
          hours === 0
            ? null
            : {
                from: new Date(endMs - hours * HOUR_MS).toISOString(),
                to: new Date(endMs).toISOString(),
                hours,
              },
        projects: page.rows,
        next: page.next,
      },
    };
  },
});

/** Hours whose average rate projects a month: a week, so that weekends count as much as they will. */
const PROJECTED_HOURS = 7 * 24;
const HOUR_MS = 3_600_000;

interface Projected {
  readonly projected: number | null;
  readonly hours: number | null;
  readonly reachesLimitAt: string | null;
}

function projectPool(
  { limit, used }: { readonly limit: number | null; readonly used: number },
  rate: PoolRate | undefined,
  nowMs: number,
): Projected {
  if (rate === undefined) return { projected: null, hours: null, reachesLimitAt: null };
  const { hours } = rate;
  const perMs = rate.events / (hours * HOUR_MS);
  const endMs = endOfMonth(monthOf(nowMs));
  const projected = Math.round(used + perMs * (endMs - nowMs));
  if (limit === null || projected <= limit) return { projected, hours, reachesLimitAt: null };
  const reachedMs = used >= limit ? nowMs : nowMs + (limit - used) / perMs;
  return { projected, hours, reachesLimitAt: new Date(Math.min(reachedMs, endMs)).toISOString() };
}
const addProject = ({ projects: limit, alertConditions: conditionLimit }: OrganizationLimits): OrganizationRoute =>
  defineOrganizationRoute<unknown, { readonly slug: string }, unknown>({
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
    handle: async ({ body }, { db, organization, actor }) => {
      const made = await createProject(
        db,
        { organization: organization.slug, project: body.slug },
        {},
        { actor, limit, conditionLimit },
      );
      return { status: 201, body: { slug: made.project.slug, createdAt: made.project.createdAt.toISOString() } };
    },
  });

/** Operations on a whole organization. */
export const organizationRoutes = (services: AccountServices): readonly OrganizationRoute[] => [
  listProjects,
  addProject(services.limits),
  readMonthRoute,
  ...organizationSettingsRoutes,
  ...membersRoutes,
  ...invitationsRoutes(services),
  ...auditRoutes,
  ...organizationErasuresRoutes,
  ...organizationAlertsRoutes(services),
];
