import {
  createRule,
  deleteRule,
  listRules,
  readRule,
  setExclusion,
  updateRule,
  type StoredAlertRule,
  type RuleOwner,
} from '@sluice/alerts';
import { TenancyError, type RuleLimits } from '@sluice/db';
import { listOf, object } from '@sluice/api-contract';
import { defineRoute, readIfMatch, type Reply, type Route, type RouteContext } from '@sluice/management';
import { ruleBodies, ruleInput, ruleSchema, ruleToWire, type RuleBody } from './ruleWire.js';
import { withSettingErrors } from './withSettingErrors.js';

/** The `If-Match` of rules. */
export const RULE_IF_MATCH =
  'The `ETag` of the rule that the change is based on. If it has changed since: 412, and nothing changes.';

const PARAMS = { ruleId: 'The rule’s id.' };
const PATH = '/alerts/rules';
const ONE = `${PATH}/{ruleId}`;

const ownerOf = ({ project }: RouteContext) => ({ organizationId: project.organizationId, projectId: project.id });

const inheritedOf = ({ project }: RouteContext): RuleOwner => ({ organizationId: project.organizationId });

const replyOf = (rule: StoredAlertRule, { project }: RouteContext): Reply<unknown> => ({
  body: ruleToWire(rule, project.slug),
  etag: rule.version,
});

const list = defineRoute({
  method: 'get',
  path: PATH,
  tag: 'Alerts',
  summary: 'List the rules of a project',
  description: 'Its own, then those of the organization with `inherited`; each oldest first. Always one page.',
  permission: 'project:read',
  response: object({ data: listOf(ruleSchema) }),
  handle: async (_request, context) => {
    const rules = [
      ...(await listRules(context.db, ownerOf(context))),
      ...(await listRules(context.db, inheritedOf(context))),
    ];
    return { body: { data: rules.map((rule) => ruleToWire(rule, context.project.slug)) } };
  },
});

const create = (limits: RuleLimits) =>
  defineRoute<unknown, RuleBody, unknown>({
    method: 'post',
    path: PATH,
    tag: 'Alerts',
    summary: 'Create a rule of a project',
    description:
      'Applies within ten seconds. 422 `limit_reached` if the organization has the most rules or conditions.',
    permission: 'alerts:write',
    body: ruleBodies.project.create,
    response: ruleSchema,
    createdStatus: 201,
    handle: async ({ body }, context) => {
      const { db, actor } = context;
      const rule = await withSettingErrors(async () =>
        createRule(db, ownerOf(context), ruleInput(body), { actor, limits }),
      );
      return { ...replyOf(rule, context), status: 201 };
    },
  });

const read = defineRoute({
  method: 'get',
  path: ONE,
  tag: 'Alerts',
  summary: 'Read a rule of a project',
  description: 'Its own, or one of the organization. The `ETag` is its version.',
  permission: 'project:read',
  params: PARAMS,
  response: ruleSchema,
  handle: async ({ params: { ruleId: id = '' } }, context) => {
    const rule = await readRule(context.db, { ...ownerOf(context), id }).catch((error: unknown) => {
      if (error instanceof TenancyError) return readRule(context.db, { ...inheritedOf(context), id });
      throw error;
    });
    return replyOf(rule, context);
  },
});

const change = (limits: RuleLimits) =>
  defineRoute<unknown, RuleBody, unknown>({
    method: 'patch',
    path: ONE,
    tag: 'Alerts',
    summary: 'Change a rule of a project',
    description:
      'Only the given fields change. Rules of the organization are changed there; `…/exclusion` exempts a project from one. 422 `limit_reached` if it adds conditions to an organization that has the most.',
    permission: 'alerts:write',
    params: PARAMS,
    ifMatch: RULE_IF_MATCH,
    body: ruleBodies.project.change,
    response: ruleSchema,
    handle: async ({ params: { ruleId: id = '' }, body, ifMatch }, context) => {
      const made = { actor: context.actor, ifVersion: readIfMatch(ifMatch), limits };
      const ref = { ...ownerOf(context), id };
      return replyOf(await withSettingErrors(async () => updateRule(context.db, ref, ruleInput(body), made)), context);
    },
  });

const remove = defineRoute({
  method: 'delete',
  path: ONE,
  tag: 'Alerts',
  summary: 'Delete a rule of a project',
  permission: 'alerts:write',
  params: PARAMS,
  ifMatch: RULE_IF_MATCH,
  handle: async ({ params: { ruleId: id = '' }, ifMatch }, context) => {
    const made = { actor: context.actor, ifVersion: readIfMatch(ifMatch) };
    await deleteRule(context.db, { ...ownerOf(context), id }, made);
    return { status: 204, body: undefined };
  },
});

const exclusion = async (
  { params: { ruleId: id = '' } }: { readonly params: Readonly<Record<string, string>> },
  context: RouteContext,
  { isExcluded, limits }: { readonly isExcluded: boolean; readonly limits?: RuleLimits },
): Promise<Reply<unknown>> => {
  const { db, project, actor } = context;
  const place = { project: project.slug, isExcluded };
  const change = limits === undefined ? { actor } : { actor, limits };
  const rule = { ...inheritedOf(context), id };
  return replyOf(await withSettingErrors(async () => setExclusion(db, rule, place, change)), context);
};

const exclude = defineRoute({
  method: 'post',
  path: `${ONE}/exclusion`,
  tag: 'Alerts',
  summary: 'Exclude a project from a rule',
  description: 'The rule of the organization no longer applies to the project. Repeating it changes nothing.',
  permission: 'alerts:write',
  params: PARAMS,
  response: ruleSchema,
  handle: (request, context) => exclusion(request, context, { isExcluded: true }),
});

const include = (limits: RuleLimits): Route =>
  defineRoute({
    method: 'delete',
    path: `${ONE}/exclusion`,
    tag: 'Alerts',
    summary: 'Include a project in a rule again',
    description: '422 `limit_reached` if the organization would have too many conditions.',
    permission: 'alerts:write',
    params: PARAMS,
    response: ruleSchema,
    handle: (request, context) => exclusion(request, context, { isExcluded: false, limits }),
  });

/** Rules of a project. */
export const projectRulesRoutes = (limits: RuleLimits): readonly Route[] => [
  list,
  create(limits),
  read,
  change(limits),
  remove,
  exclude,
  include(limits),
];
