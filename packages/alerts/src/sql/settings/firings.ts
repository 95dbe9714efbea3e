import type { FIRING_STATES } from '@sluice/contract';
import { sql } from 'kysely';
import type { JsonObject, Queryable } from '@sluice/db';
import type { Page, PageRequest } from '@sluice/reading';
import { readScope, type AlertScope } from './organizationProjects.js';
import { NO_DESTINATION, readOutcomes, type FiringOutcome } from './readOutcomes.js';
import { firingText } from '../../compose/firingText.js';
import { isRowId } from '../rowId.js';
import { isBehind, pageOf, positionTime, type Positioned } from './timePosition.js';

/** A firing of a rule, suppressed ones included. */
export interface ListedFiring {
  readonly id: string;
  /** Slug; `null`: it concerns the whole organization. */
  readonly project: string | null;
  readonly ruleId: string;
  /** Name of the rule now; `null` if it is deleted. */
  readonly rule: string | null;
  readonly kind: string;
  readonly subject: string;
  readonly state: (typeof FIRING_STATES)[number];
  /** What happened: `Frequent issue`. */
  readonly title: string;
  /** Why the rule fired, one sentence. */
  readonly reason: string;
  readonly details: JsonObject;
  /** `cooldown`, `muted` or `maintenance`; `null`: it goes to the rule's destinations. */
  readonly suppressedBy: string | null;
  readonly outcome: FiringOutcome;
  /** How many about the same subject were suppressed before it, since the rule last sent a message. */
  readonly suppressed: number;
  readonly at: Date;
}

/** Which firings are listed. */
interface FiringFilter {
  readonly ruleId?: string | undefined;
  readonly state?: ListedFiring['state'] | undefined;
  readonly subject?: string | undefined;
}

type FiringRow = Omit<ListedFiring, 'project' | 'rule' | 'outcome' | 'title' | 'reason'> &
  Positioned & { readonly projectId: string };

/** Returns the firings of a scope, latest first. @throws PositionError */
export async function listFirings(
  db: Queryable,
  scope: AlertScope,
  page: PageRequest,
  { ruleId, state, subject }: FiringFilter,
): Promise<Page<ListedFiring>> {
  const slugs = await readScope(db, scope);
  const conditions = [
    sql`project_id = any(${[...slugs.keys()]}::int8[])`,
    sql`at >= ${new Date(page.fromMs)} and at < ${new Date(page.toMs)}`,
    isBehind(page.after, sql`at`),
    ...(ruleId === undefined ? [] : [isRowId(ruleId) ? sql`rule_id = ${ruleId}::int8` : sql`false`]),
    ...(state === undefined ? [] : [sql`state = ${state}`]),
    ...(subject === undefined ? [] : [sql`subject = ${subject}`]),
  ];
  const { rows } = await sql<FiringRow>`
    select id, project_id as "projectId", rule_id as "ruleId", kind, subject, state, details,
      suppressed_by as "suppressedBy", suppressed, at, ${positionTime(sql`at`)}
    from alert_firings where ${sql.join(conditions, sql` and `)}
    order by at desc, id desc limit ${page.limit + 1}`.execute(db.kysely);
  const names = await readRuleNames(db, scope.organizationId);
  const outcomes = await readOutcomes(db, rows);
  return pageOf(rows, page.limit, (row) => ({
    id: row.id,
    ruleId: row.ruleId,
    kind: row.kind,
    subject: row.subject,
    state: row.state,
    at: row.at,
    ...firingText(row),
    details: row.details,
    suppressedBy: row.suppressedBy,
    suppressed: row.suppressed,
    outcome: outcomes.get(row.id) ?? NO_DESTINATION,
    project: slugs.get(row.projectId) ?? null,
    rule: names.get(row.ruleId) ?? null,
  }));
}

async function readRuleNames(db: Queryable, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.kysely
    .selectFrom('alert_rules')
    .select(['id', 'name'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
