import { createRule, deleteRule, listRules, readRule, updateRule, type StoredAlertRule } from '@sluice/alerts';
import type { RuleLimits } from '@sluice/db';
import { listOf, object } from '@sluice/api-contract';
import { defineOrganizationRoute, readIfMatch, type Route, type Reply } from '@sluice/management';
import { RULE_IF_MATCH } from './projectRulesRoutes.js';
import { ruleBodies, ruleInput, ruleSchema, ruleToWire, type RuleBody } from './ruleWire.js';
import { withSettingErrors } from './withSettingErrors.js';

const PATH = '/organizations/{org}/alerts/rules';
const ONE = `${PATH}/{ruleId}`;
const PARAMS = { ruleId: 'The rule’s id.' };

const replyOf = (rule: StoredAlertRule): Reply<unknown> => ({ body: ruleToWire(rule), etag: rule.version });

const list = defineOrganizationRoute({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List the rules of an organization',
  description: 'Those that apply to all projects, oldest first; at most 100, always one page.',
  permission: 'project:read',
  response: object({ data: listOf(ruleSchema) }),
  handle: async (_request, { db, organization }) => {
    const rules = await listRules(db, { organizationId: organization.id });
    return { body: { data: rules.map((rule) => ruleToWire(rule)) } };
  },
});

const create = (limits: RuleLimits): Route<'organization'> =>
  defineOrganizationRoute<unknown, RuleBody, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Create a rule of an organization',
    description:
      'Applies to all projects but those in `exceptProjects`, within ten seconds. Conditions about series need a rule of a project. 422 `limit_reached` if the organization has the most rules or conditions.',
    permission: 'alerts:write',
    body: ruleBodies.organization.create,
    response: ruleSchema,
    createdStatus: 201,
    handle: async ({ body }, { db, organization, actor }) => {
      const owner = { organizationId: organization.id };
      const rule = await withSettingErrors(async () => createRule(db, owner, ruleInput(body), { actor, limits }));
      return { ...replyOf(rule), status: 201 };
    },
  });

const read = defineOrganizationRoute({
  method: 'get',
  path: ONE,
  tag: 'Alerts',
  summary: 'Read a rule of an organization',
  description: 'The `ETag` is its version.',
  permission: 'project:read',
  params: PARAMS,
  response: ruleSchema,
  handle: async ({ params: { ruleId: id = '' } }, { db, organization }) =>
    replyOf(await readRule(db, { organizationId: organization.id, id })),
});

const change = (limits: RuleLimits): Route<'organization'> =>
  defineOrganizationRoute<unknown, RuleBody, unknown>({
    method: 'patch',
    path: ONE,
    tag: 'Alerts',
    summary: 'Change a rule of an organization',
    description:
      'Only the given fields change. 422 `limit_reached` if it adds conditions to an organization that has the most.',
    permission: 'alerts:write',
    params: PARAMS,
    ifMatch: RULE_IF_MATCH,
    body: ruleBodies.organization.change,
    response: ruleSchema,
    handle: async ({ params: { ruleId: id = '' }, body, ifMatch }, { db, organization, actor }) => {
      const ref = { organizationId: organization.id, id };
      const made = { actor, ifVersion: readIfMatch(ifMatch), limits };
      return replyOf(await withSettingErrors(async () => updateRule(db, ref, ruleInput(body), made)));
    },
  });

const remove = defineOrganizationRoute({
  method: 'delete',
  path: ONE,
  tag: 'Alerts',
  summary: 'Delete a rule of an organization',
  permission: 'alerts:write',
  params: PARAMS,
  ifMatch: RULE_IF_MATCH,
  handle: async ({ params: { ruleId: id = '' }, ifMatch }, { db, organization, actor }) => {
    const ref = { organizationId: organization.id, id };
    await deleteRule(db, ref, { actor, ifVersion: readIfMatch(ifMatch) });
    return { status: 204, body: undefined };
  },
});

/** Rules of an organization. */
export const organizationRulesRoutes = (limits: RuleLimits): readonly Route<'organization'>[] => [
  list,
  create(limits),
  read,
  change(limits),
  remove,
];
