import { DAY_MS, HOUR_MS } from '@sluice/contract';
import type { Queryable } from '@sluice/db';
import { listLosses, monthTotals } from '@sluice/accounting';
import { sql } from 'kysely';
import type {
  AcceptedHours,
  DropFacts,
  ExpiringToken,
  HourCount,
  MonthlyLimits,
  RefusedKeyDay,
  RefusedOriginDay,
} from '../../drops/dropFacts.js';

/** Returns what drops are decided from. */
export const dropFacts = (db: Queryable): DropFacts => ({
  rateLimited: (fromMs) => readRateLimited(db, fromMs),
  filteringProjects: (fromMs, filter) => readFilteringProjects(db, fromMs, filter),
  filteredHours: (hourMs, projectIds) => readFilteredHours(db, hourMs, projectIds),
  acceptedHours: (hourMs) => readAcceptedHours(db, hourMs),
  refusedOrigins: (dayMs) => readRefusedDays(db, dayMs),
  refusedKeys: (dayMs) => readRefusedKeyDays(db, dayMs),
  expiringTokens: (fromMs, toMs) => readExpiringTokens(db, fromMs, toMs),
  monthlyLimits: () => readMonthlyLimits(db),
  monthTotals: (organizationId, month) => monthTotals(db, organizationId, month),
  losses: (limit, since) => listLosses(db, limit, since),
});

const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

interface HourRow {
  readonly project_id: string;
  readonly type: string;
  readonly outcome: string;
  readonly reason: string;
  readonly hour: Date;
  readonly total: string;
}

const toCount = ({ project_id: projectId, type, outcome, reason, hour, total }: HourRow): HourCount => ({
  projectId,
  type,
  outcome,
  reason,
  hourMs: hour.getTime(),
  count: Number(total),
});

async function readRateLimited(db: Queryable, fromMs: number): Promise<readonly HourCount[]> {
  const { rows } = await sql<HourRow>`
    select project_id, type, outcome, reason, hour, sum(count) as total from usage
    where hour >= ${at(fromMs)} and outcome = 'rate_limited'
    group by project_id, type, outcome, reason, hour having sum(count) > 0`.execute(db.kysely);
  return rows.map(toCount);
}

async function readFilteringProjects(
  db: Queryable,
  fromMs: number,
  { events, except }: Parameters<DropFacts['filteringProjects']>[1],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const { rows } = await sql<{ hour: Date; projects: string[] }>`
    select hour, array_agg(distinct project_id::text) as projects
    from (select project_id, hour from usage
      where hour >= ${at(fromMs)} and outcome = 'filtered' and reason <> all(${[...except]}::text[])
      group by project_id, reason, hour having sum(count) >= ${events}) f
    group by hour order by hour desc`.execute(db.kysely);
  return new Map(rows.map(({ hour, projects }) => [hour.getTime(), projects]));
}

async function readFilteredHours(
  db: Queryable,
  hourMs: number,
  projectIds: readonly string[],
): Promise<readonly HourCount[]> {
  const { rows } = await sql<HourRow>`
    select project_id, '' as type, outcome, reason, hour, sum(count) as total
    from (select project_id, outcome, reason, count,
        case when hour >= ${at(hourMs)} then hour else ${at(hourMs - HOUR_MS)} end as hour from usage
      where project_id = any(${[...projectIds]}::int8[])
        and hour >= ${at(hourMs - DAY_MS)} and hour < ${at(hourMs + HOUR_MS)}) u
    group by project_id, outcome, reason, hour having sum(count) > 0`.execute(db.kysely);
  return rows.map(toCount);
}

async function readAcceptedHours(db: Queryable, hourMs: number): Promise<readonly AcceptedHours[]> {
  const same = [1, 2, 3, 4, 5, 6, 7].map((days) => hourMs - days * DAY_MS);
  const { rows } = await sql<Pick<HourRow, 'project_id' | 'hour' | 'total'>>`
    select project_id, hour, sum(count) as total from usage
    where outcome = 'processed' and reason = ''
      and (hour > ${at(hourMs - DAY_MS)} or hour = any(${same.map((ms) => new Date(ms).toISOString())}::timestamptz[]))
    group by project_id, hour having sum(count) > 0`.execute(db.kysely);
  const projects = new Map<string, { lastHourMs: number | null; sameHours: number[] }>();
  for (const { project_id: projectId, hour, total } of rows) {
    const project = projects.get(projectId) ?? { lastHourMs: null, sameHours: [] };
    projects.set(projectId, project);
    const ms = hour.getTime();
    if (same.includes(ms)) project.sameHours.push(Number(total));
    if (ms > Math.max(project.lastHourMs ?? 0, hourMs - DAY_MS)) project.lastHourMs = ms;
  }
  const isQuiet = ([, { lastHourMs }]: [string, { lastHourMs: number | null }]): boolean => lastHourMs === null;
  const quiet = [...projects].filter(isQuiet).map(([projectId]) => projectId);
  for (const [projectId, ms] of await readLastHours(db, quiet, hourMs - 7 * DAY_MS)) {
    const project = projects.get(projectId);
    if (project !== undefined) project.lastHourMs = ms;
  }
  return [...projects].map(([projectId, project]) => ({ projectId, ...project }));
}

/** Returns the last hours with accepted events of projects, from `fromMs` on. */
async function readLastHours(
  db: Queryable,
  projectIds: readonly string[],
  fromMs: number,
): Promise<ReadonlyMap<string, number>> {
  if (projectIds.length === 0) return new Map();
  const { rows } = await sql<{ project_id: string; hour: Date }>`
    select project_id, max(hour) as hour from usage
    where project_id = any(${[...projectIds]}::int8[]) and hour >= ${at(fromMs)} and outcome = 'processed' and reason = ''
      and count > 0
    group by project_id`.execute(db.kysely);
  return new Map(rows.map(({ project_id: projectId, hour }) => [projectId, hour.getTime()]));
}

async function readRefusedDays(db: Queryable, dayMs: number): Promise<readonly RefusedOriginDay[]> {
  const { rows } = await sql<{ project_id: string; origin: string; total: string }>`
    select project_id, origin, sum(count) as total from refused_origins
    where hour >= ${at(dayMs)} and hour < ${at(dayMs + DAY_MS)} group by project_id, origin`.execute(db.kysely);
  const projects = new Map<string, { origin: string; most: number; count: number }>();
  for (const { project_id: projectId, origin, total } of rows) {
    const project = projects.get(projectId) ?? { origin, most: 0, count: 0 };
    projects.set(projectId, project);
    project.count += Number(total);
    if (Number(total) > project.most) Object.assign(project, { origin, most: Number(total) });
  }
  return [...projects].map(([projectId, { origin, count }]) => ({ projectId, origin, count }));
}

async function readRefusedKeyDays(db: Queryable, dayMs: number): Promise<readonly RefusedKeyDay[]> {
  const { rows } = await sql<{ project_id: string; key: string; label: string; disabled_at: Date; total: string }>`
    select project_id, key, max(label) as label, min(disabled_at) as disabled_at, sum(count) as total from refused_keys
    where hour >= ${at(dayMs)} and hour < ${at(dayMs + DAY_MS)} group by project_id, key`.execute(db.kysely);
  return rows.map(({ project_id: projectId, key, label, disabled_at: disabledAt, total }) => ({
    projectId,
    key,
    label,
    disabledMs: disabledAt.getTime(),
    count: Number(total),
  }));
}

async function readExpiringTokens(db: Queryable, fromMs: number, toMs: number): Promise<readonly ExpiringToken[]> {
  const { rows } = await sql<{ organization_id: string; id: string; hint: string; created_at: Date; expires_at: Date }>`
    select organization_id, id, hint, created_at, expires_at from tokens
    where revoked_at is null and expires_at > ${at(fromMs)} and expires_at < ${at(toMs)}
    order by organization_id, id`.execute(db.kysely);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    id: row.id,
    hint: row.hint,
    createdMs: row.created_at.getTime(),
    expiresMs: row.expires_at.getTime(),
  }));
}

async function readMonthlyLimits(db: Queryable): Promise<readonly MonthlyLimits[]> {
  const { rows } = await sql<{ id: string; monthly: MonthlyLimits['monthly'] }>`
    select id, settings -> 'monthly' as monthly from organizations where settings ? 'monthly'
    order by id`.execute(db.kysely);
  return rows
    .filter(({ monthly }) => Object.values(monthly).some((limit) => limit !== null))
    .map(({ id, monthly }) => ({ organizationId: id, monthly }));
}
