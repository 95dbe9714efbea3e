import { connectAsRole, createTestDatabase, type RoleConnection, type TestDatabase } from '@sluice/testkit';
import { DROPS } from '../../drops/drops.js';
import { createOrganization, createProject } from '@sluice/db';
import type { AlertRule, AlertRules } from '../../alertRule.js';
import type { DropTimes } from '../../drops/searchWindow.js';
import { evaluateDrops } from '../evaluateDrops.js';
import { ruleOf } from './rules.js';

/** A database with an organization and its project, to which a rule about all drops applies. */
export interface DropsDatabase {
  readonly database: TestDatabase;
  readonly alerts: RoleConnection;
  readonly organization: string;
  readonly project: string;
  readonly rulesOf: (more?: Partial<AlertRule>) => AlertRules;
  /** Evaluates drops as the service does, and returns how many firings it added. */
  readonly evaluate: (nowMs: number, rules?: AlertRules, more?: Partial<DropTimes>) => Promise<number>;
  /** Adds events to `usage`. @param verdict outcome and reason, such as `rate_limited/spike` */
  readonly use: (verdict: string, count: number, hourMs: number, type?: string) => Promise<unknown>;
  /** Subject, details and suppression of each firing of a kind, by hour and subject. */
  readonly firings: (kind: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Empties what drops are decided from and what was decided. */
  readonly clear: () => Promise<unknown>;
  readonly close: () => Promise<void>;
}

/** Creates a {@link DropsDatabase}. */
export async function createDropsDatabase(): Promise<DropsDatabase> {
  const database = await createTestDatabase({ poolSize: 6 });
  const alerts = await connectAsRole(database, 'sluice_alerts', 6);
  const organization = (await createOrganization(database.db, 'one')).id;
  const project = (await createProject(database.db, { organization: 'one', project: 'web' })).project.id;
  const { pool } = database.db;
  const rulesOf: DropsDatabase['rulesOf'] = (more = {}) => ({
    rules: [
      ruleOf([{ kind: 'drops', of: DROPS.map(({ kind }) => kind) }], {
        organizationId: organization,
        projectId: null,
        ...more,
      }),
    ],
    organizationOf: new Map([[project, organization]]),
    maintenance: [],
  });
  return {
    database,
    alerts,
    organization,
    project,
    rulesOf,
    evaluate: async (nowMs, rules = rulesOf(), more = {}) =>
      (await evaluateDrops(alerts.db, rules, { nowMs, settledMs: nowMs, ...more })).length,
    use: (verdict, count, hourMs, type = 'log') =>
      pool.query(
        `insert into usage (project_id, type, outcome, reason, hour, epoch, count) values ($1, $2, $3, $4, $5, 'e', $6)`,
        [project, type, ...verdict.split('/'), new Date(hourMs), count],
      ),
    firings: async (kind) =>
      (
        await pool.query<Readonly<Record<string, unknown>>>(
          `select subject, details - 'conditionIndex' as details, suppressed_by as by from alert_firings where kind = $1
           order by details ->> 'hour', subject`,
          [kind],
        )
      ).rows,
    clear: () =>
      pool.query(
        `truncate alert_firings, alert_subjects, alert_notices, drop_evaluations, usage, refused_origins, refused_keys,
           losses, tokens`,
      ),
    close: async () => {
      await alerts.close();
      await database.drop();
    },
  };
}
