import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@sluice/contract';
import { sql } from 'kysely';
import {
  type Database,
  found,
  inTransaction,
  type Queryable,
  type RuleLimits,
  settingsDiff,
  TenancyError,
  type Tx,
  withRoom,
  writeAudit,
} from '@sluice/db';
import {
  auditedRule,
  fieldsOf,
  ruleOf,
  RULES,
  type StoredAlertRule,
  type StoredAlertRuleRow,
} from './storedAlertRule.js';
import { isRowId } from '../rowId.js';
import { NEW_RULE, readRuleFields, type AlertRuleFields, type AlertRuleInput } from '../../settings/ruleFields.js';
import { assertLogRates } from './assertLogRates.js';
import { lockDestinations, ruleColumns } from './ruleColumns.js';
import { assertVersion } from '../../settings/settingsVersion.js';

/** Whose rules: those of an organization, or of one of its projects. */
export interface RuleOwner {
  readonly organizationId: string;
  /** `undefined`: rules of the organization. */
  readonly projectId?: string;
}

/** A rule of an owner. */
interface RuleRef extends RuleOwner {
  readonly id: string;
}

/** Author and condition of a change. */
export interface AlertChange {
  readonly actor: Actor;
  /** Versions on which the change may be based; default: any. */
  readonly ifVersion?: readonly string[] | undefined;
}

/** A change that may add rules or conditions. */
interface RuleChange extends AlertChange {
  /** Default: any number. */
  readonly limits?: Partial<RuleLimits>;
}

const NO_RULE = 'there is no such rule';

const OF_ORGANIZATION =
  'the rule belongs to the organization and applies to all of its projects: change it there (command line: --all-projects)';

const ofOwner = ({ organizationId, projectId }: RuleOwner) => sql`
  r.organization_id = ${organizationId}::int8
  and ${projectId === undefined ? sql`r.project_id is null` : sql`r.project_id = ${projectId}::int8`}`;

/** Returns the rules of an organization or of a project alone, oldest first. */
export async function listRules(db: Queryable, owner: RuleOwner): Promise<readonly StoredAlertRule[]> {
  const { rows } = await sql<StoredAlertRuleRow>`${RULES} and ${ofOwner(owner)} order by r.id`.execute(db.kysely);
  return rows.map(ruleOf);
}

/** Returns one rule. @throws TenancyError `not_found`, also for a rule of another owner */
export async function readRule(db: Queryable, ref: RuleRef): Promise<StoredAlertRule> {
  const { rows } = isRowId(ref.id)
    ? await sql<StoredAlertRuleRow>`${RULES} and ${ofOwner(ref)} and r.id = ${ref.id}::int8`.execute(db.kysely)
    : { rows: [] };
  return ruleOf(found(rows[0], NO_RULE));
}

/** Creates a rule. @throws TenancyError `invalid` or `limit_reached` */
export function createRule(
  db: Database,
  owner: RuleOwner,
  input: AlertRuleInput,
  { actor, limits = {} }: Omit<RuleChange, 'ifVersion'>,
): Promise<StoredAlertRule> {
  const fields = readRuleFields({ ...NEW_RULE, ...input }, owner.projectId !== undefined);
  return inTransaction(db, async (tx) => {
    await assertLogRates(tx, owner, fields);
    const destinations = await lockDestinations(tx, owner.organizationId, fields.destinationIds);
    const stored = await ruleColumns(tx, owner.organizationId, fields, destinations);
    const { id } = await withRoom(tx, owner.organizationId, limits, () =>
      tx.kysely
        .insertInto('alert_rules')
        .values({ ...stored, organization_id: owner.organizationId, project_id: owner.projectId ?? null })
        .returning('id')
        .executeTakeFirstOrThrow(),
    );
    const rule = await readRule(tx, { ...owner, id });
    await writeAudit(tx, {
      ...placeOf(owner),
      actor,
      action: 'alert_rule.create',
      target: rule.name,
      after: settingsDiff({}, auditedRule(fields)).after,
    });
    return rule;
  });
}

/** Changes the given fields of a rule. @throws TenancyError `not_found`, `invalid`, `changed` or `limit_reached` */
export function updateRule(
  db: Database,
  ref: RuleRef,
  input: AlertRuleInput,
  change: RuleChange,
): Promise<StoredAlertRule> {
  return changeRule(db, ref, { ...change, destinationIds: input.destinationIds }, () => input);
}

/** Makes a rule of an organization apply to one of its projects, or not. @throws TenancyError `not_found`, `changed` or `limit_reached` */
export function setExclusion(
  db: Database,
  { organizationId, id }: RuleRef,
  { project, isExcluded }: { readonly project: string; readonly isExcluded: boolean },
  change: RuleChange,
): Promise<StoredAlertRule> {
  return changeRule(db, { organizationId, id }, change, ({ exceptProjects }) => {
    const others = exceptProjects.filter((slug) => slug !== project);
    return { exceptProjects: isExcluded ? [...others, project] : others };
  });
}

function changeRule(
  db: Database,
  ref: RuleRef,
  { actor, ifVersion, limits = {}, destinationIds }: RuleChange & Pick<AlertRuleInput, 'destinationIds'>,
  inputOf: (before: StoredAlertRule) => AlertRuleInput,
): Promise<StoredAlertRule> {
  return inTransaction(db, async (tx) => {
    const given = await lockDestinations(tx, ref.organizationId, destinationIds);
    const before = await lockRule(tx, ref);
    assertVersion('rule', before.version, ifVersion);
    const input = { ...fieldsOf(before), ...inputOf(before) };
    const fields = readRuleFields(input, ref.projectId !== undefined, before.filters);
    await assertLogRates(tx, ref, fields);
    const destinations = new Set([...given, ...before.destinationIds]);
    const stored = await ruleColumns(tx, ref.organizationId, fields, destinations);
    await withRoom(tx, ref.organizationId, limits, () =>
      tx.kysely
        .updateTable('alert_rules')
        .set({ ...stored, updated_at: sql<Date>`now()`, ...(isCountedAnew(before, fields) ? COUNTED_ANEW : {}) })
        .where('organization_id', '=', ref.organizationId)
        .where('id', '=', ref.id)
        .execute(),
    );
    const after = await readRule(tx, ref);
    const diff = settingsDiff(auditedRule(fieldsOf(before)), auditedRule(fieldsOf(after)));
    if (Object.keys(diff.after).length > 0) {
      await writeAudit(tx, { ...placeOf(ref), actor, action: 'alert_rule.change', target: after.name, ...diff });
    }
    return after;
  });
}

/** Whether a rule begins to watch something else: what happened before is not reported. */
const isCountedAnew = (before: AlertRuleFields, after: AlertRuleFields): boolean =>
  (after.enabled && !before.enabled) ||
  !isDeepStrictEqual(before.conditions, after.conditions) ||
  before.exceptProjects.some((slug) => !after.exceptProjects.includes(slug));

const COUNTED_ANEW = { counted_since: sql<Date>`now()` };

/** Deletes a rule. @throws TenancyError `not_found` or `changed` */
export function deleteRule(db: Database, ref: RuleRef, { actor, ifVersion }: AlertChange): Promise<void> {
  return inTransaction(db, async (tx) => {
    const rule = await lockRule(tx, ref);
    assertVersion('rule', rule.version, ifVersion);
    await tx.kysely
      .deleteFrom('alert_rules')
      .where('organization_id', '=', ref.organizationId)
      .where('id', '=', ref.id)
      .execute();
    await writeAudit(tx, {
      ...placeOf(ref),
      actor,
      action: 'alert_rule.delete',
      target: rule.name,
      before: settingsDiff({}, auditedRule(fieldsOf(rule))).after,
    });
  });
}

const placeOf = ({ organizationId, projectId }: RuleOwner) => ({
  organizationId,
  ...(projectId === undefined ? {} : { projectId }),
});

async function lockRule(tx: Tx, ref: RuleRef): Promise<StoredAlertRule> {
  if (!isRowId(ref.id)) throw new TenancyError('not_found', NO_RULE);
  const { rows } = await sql`
    select from alert_rules r where ${ofOwner(ref)} and r.id = ${ref.id}::int8 for update`.execute(tx.kysely);
  if (rows.length === 0 && (await isOfOrganization(tx, ref))) throw new TenancyError('not_found', OF_ORGANIZATION);
  return readRule(tx, ref);
}

/** Whether a rule that is looked for in a project is one that the project inherits. */
async function isOfOrganization(tx: Tx, { organizationId, projectId, id }: RuleRef): Promise<boolean> {
  if (projectId === undefined) return false;
  const { rows } = await sql`
    select from alert_rules r where ${ofOwner({ organizationId })} and r.id = ${id}::int8`.execute(tx.kysely);
  return rows.length > 0;
}
