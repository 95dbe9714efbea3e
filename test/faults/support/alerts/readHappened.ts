import { type System } from '../../../e2e/support/system.js';
import { type AlertRule } from './alertRule.js';
import {
  busyMinutes,
  drops,
  frequentIssues,
  newIssues,
  returnedIssues,
  type HappenedDrop,
  type HappenedIssue,
  type Happening,
} from './happened.js';

/** Requests with a disabled key in a day from which on it is reported. */
const REFUSED_REQUESTS = 10;

/**
 * Reads what must have fired a rule from stored events, the history of issues, and what gateways refused: no table of alerts, and none
 * that is filled for them, is read. Only for these kinds; a log rate must be above its threshold in one minute, and match a text.
 */
export async function readHappened(
  system: System,
  rule: AlertRule,
  kinds: readonly string[],
): Promise<readonly Happening[]> {
  const issues = await readIssues(system, rule);
  const readers: Readonly<Record<string, () => readonly Happening[] | Promise<readonly Happening[]>>> = {
    new_issue: () => newIssues(issues),
    regression: () => returnedIssues(issues),
    issue_rate: () =>
      rule.conditions
        .filter(({ kind }) => kind === 'issue_rate')
        .flatMap(({ above = 0 }) => frequentIssues(issues, above)),
    log_rate: () => readBusyMinutes(system, rule),
    disabled_key: async () => drops(await readRefusedKeys(system, rule)),
    hourly_cap: async () => drops(await readCappedHours(system, rule)),
  };
  const happened: Happening[] = [];
  for (const kind of kinds) {
    const read = readers[kind];
    if (read === undefined) throw new Error(`what fires ${kind} is not known`);
    happened.push(...(await read()));
  }
  return happened;
}

async function readIssues(system: System, { projectId }: AlertRule): Promise<readonly HappenedIssue[]> {
  return system.sql<HappenedIssue & Record<string, unknown>>(
    `select i.id, coalesce(c.resolved, 0)::int as resolved, coalesce(e.events, 0)::int as events from issues i
     left join (select issue_id, count(*) as resolved from issue_changes
       where project_id = $1 and action = 'resolved' group by issue_id) c on c.issue_id = i.id
     left join (select h.issue_id, count(*) as events from exceptions x
       join issue_hashes h on h.project_id = x.project_id and h.hash = x.hash
       where x.project_id = $1 group by h.issue_id) e on e.issue_id = i.id
     where i.project_id = $1`,
    [projectId],
  );
}

/** The id of an event contains its arrival. */
const arrivalOf = (id: string): number => parseInt(id.replaceAll('-', '').slice(0, 12), 16);

async function readBusyMinutes(system: System, rule: AlertRule): Promise<readonly Happening[]> {
  const happened: Happening[] = [];
  for (const [index, { kind, query, threshold = 0 }] of rule.conditions.entries()) {
    if (kind !== 'log_rate') continue;
    const rows = await system.sql<{ id: string }>(
      `select id from logs where project_id = $1 and message ilike '%' || $2 || '%'`,
      [rule.projectId, query?.text ?? ''],
    );
    const arrivals = rows.map(({ id }) => arrivalOf(id));
    happened.push(...busyMinutes(`series:${rule.id}:${index}`, arrivals, threshold));
  }
  return happened;
}

const readRefusedKeys = (system: System, { projectId }: AlertRule): Promise<readonly HappenedDrop[]> =>
  system.sql<HappenedDrop & Record<string, unknown>>(
    `select 'disabled_key' as kind, key as what, count(*)::int as times from (
       select key from refused_keys where project_id = $1
       group by key, date_trunc('day', hour at time zone 'UTC') having sum(count) >= $2) days
     group by key`,
    [projectId, REFUSED_REQUESTS],
  );

const readCappedHours = (system: System, { projectId }: AlertRule): Promise<readonly HappenedDrop[]> =>
  system.sql<HappenedDrop & Record<string, unknown>>(
    `select 'hourly_cap' as kind, '' as what, count(distinct hour)::int as times from usage
     where project_id = $1 and outcome = 'rate_limited' and reason = 'hourly_cap' and count > 0 having count(*) > 0`,
    [projectId],
  );
