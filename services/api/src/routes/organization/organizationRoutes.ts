import { organizationApi } from '@sluice/api-contract';
import { HOUR_MS, POOLS, endOfMonth, hourOf, monthOf, startOfHour } from '@sluice/contract';
import { createProject, findOrganization } from '@sluice/db';
import { monthTotals } from '@sluice/accounting';
import { type Route, serve } from '@sluice/management';
import type { OrganizationLimits } from '../../limitsConfig.js';
import type { AccountServices } from '../account/accountServices.js';
import { organizationAlertsRoutes } from '../alerts/alertsRoutes.js';
import { type PoolRate, readPoolRates } from '../limits/sql/readPoolRates.js';
import { readMonth } from '../stats/sql/readMonth.js';
import { auditRoutes } from './auditRoutes.js';
import { invitationsRoutes } from './invitationsRoutes.js';
import { membersRoutes } from './membersRoutes.js';
import { organizationErasuresRoutes } from './organizationErasuresRoutes.js';
import { organizationSettingsRoutes } from './organizationSettingsRoutes.js';
import { bySlug, slugAfter } from './slugPage.js';
import { readProjectPage } from './sql/readProjectPage.js';

const listProjects = serve(organizationApi.listProjects, async ({ query }, { db, organization }) => {
  const list = { list: 'projects', limit: query.limit, organization };
  const rows = await readProjectPage(db, organization.id, { limit: query.limit + 1, after: slugAfter(query, list) });
  const page = bySlug(rows, list, ({ slug }) => slug);
  const data = page.rows.map(({ slug, createdAt }) => ({ slug, createdAt: createdAt.toISOString() }));
  return { body: { data, next: page.next, scannedTo: null } };
});

const readMonthRoute = serve(organizationApi.readMonth, async ({ query }, { db, clock, organization }) => {
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
});

/** Hours whose average rate projects a month: a week, so that weekends count as much as they will. */
const PROJECTED_HOURS = 7 * 24;

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
const addProject = ({ projects: limit, alertConditions: conditionLimit }: OrganizationLimits): Route<'organization'> =>
  serve(organizationApi.createProject, async ({ body }, { db, organization, actor }) => {
    const made = await createProject(
      db,
      { organization: organization.slug, project: body.slug },
      {},
      { actor, limit, conditionLimit },
    );
    return { status: 201, body: { slug: made.project.slug, createdAt: made.project.createdAt.toISOString() } };
  });

/** Operations on a whole organization. */
export const organizationRoutes = (services: AccountServices): readonly Route<'organization'>[] => [
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
