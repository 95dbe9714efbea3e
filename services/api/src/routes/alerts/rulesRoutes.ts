import {
  createRule,
  deleteRule,
  listRules,
  readRule,
  setExclusion,
  updateRule,
  type StoredAlertRule,
} from '@sluice/alerts';
import { organizationRulesApi, projectRulesApi } from '@sluice/api-contract';
import { TenancyError, type RuleLimits } from '@sluice/db';
import { readIfMatch, serve, type Route, type RouteContext } from '@sluice/management';
import { scopeOf, type AlertContext } from './alertScope.js';
import { ruleInput, ruleToWire, type RuleBody } from './ruleWire.js';
import { withSettingErrors } from './withSettingErrors.js';

/** A request about one rule. */
interface RuleRequest {
  readonly params: { readonly ruleId: string };
  readonly ifMatch: string | undefined;
}

const inheritedOf = ({ project }: RouteContext) => ({ organizationId: project.organizationId });

const toWire = (rule: StoredAlertRule, context: AlertContext) =>
  ruleToWire(rule, 'project' in context ? context.project.slug : undefined);

const replyOf = (rule: StoredAlertRule, context: AlertContext) => ({
  body: toWire(rule, context),
  etag: rule.version,
});

const list = async (_request: unknown, context: AlertContext) => {
  const { db } = context;
  const own = await listRules(db, scopeOf(context));
  const inherited = 'project' in context ? await listRules(db, inheritedOf(context)) : [];
  return { body: { data: [...own, ...inherited].map((rule) => toWire(rule, context)) } };
};

const create =
  (limits: RuleLimits) =>
  async ({ body }: { readonly body: RuleBody }, context: AlertContext) => {
    const { db, actor } = context;
    const rule = await withSettingErrors(async () =>
      createRule(db, scopeOf(context), ruleInput(body), { actor, limits }),
    );
    return { ...replyOf(rule, context), status: 201 as const };
  };

const read = async ({ params: { ruleId: id } }: RuleRequest, context: AlertContext) => {
  const rule = await readRule(context.db, { ...scopeOf(context), id }).catch((error: unknown) => {
    if ('project' in context && error instanceof TenancyError) {
      return readRule(context.db, { ...inheritedOf(context), id });
    }
    throw error;
  });
  return replyOf(rule, context);
};

const change =
  (limits: RuleLimits) =>
  async ({ params, body, ifMatch }: RuleRequest & { readonly body: RuleBody }, context: AlertContext) => {
    const made = { actor: context.actor, ifVersion: readIfMatch(ifMatch), limits };
    const ref = { ...scopeOf(context), id: params.ruleId };
    return replyOf(await withSettingErrors(async () => updateRule(context.db, ref, ruleInput(body), made)), context);
  };

const remove = async ({ params, ifMatch }: RuleRequest, context: AlertContext) => {
  const made = { actor: context.actor, ifVersion: readIfMatch(ifMatch) };
  await deleteRule(context.db, { ...scopeOf(context), id: params.ruleId }, made);
  return { status: 204 as const, body: undefined };
};

const setExcluded = async (
  { params }: RuleRequest,
  context: RouteContext,
  { isExcluded, limits }: { readonly isExcluded: boolean; readonly limits?: RuleLimits },
) => {
  const { db, project, actor } = context;
  const place = { project: project.slug, isExcluded };
  const made = limits === undefined ? { actor } : { actor, limits };
  const rule = { ...inheritedOf(context), id: params.ruleId };
  return replyOf(await withSettingErrors(async () => setExclusion(db, rule, place, made)), context);
};

/** Rules of a project. */
export const projectRulesRoutes = (limits: RuleLimits): readonly Route[] => [
  serve(projectRulesApi.list, list),
  serve(projectRulesApi.create, create(limits)),
  serve(projectRulesApi.read, read),
  serve(projectRulesApi.change, change(limits)),
  serve(projectRulesApi.remove, remove),
  serve(projectRulesApi.exclude, (request, context) => setExcluded(request, context, { isExcluded: true })),
  serve(projectRulesApi.include, (request, context) => setExcluded(request, context, { isExcluded: false, limits })),
];

/** Rules of an organization. */
export const organizationRulesRoutes = (limits: RuleLimits): readonly Route<'organization'>[] => [
  serve(organizationRulesApi.list, list),
  serve(organizationRulesApi.create, create(limits)),
  serve(organizationRulesApi.read, read),
  serve(organizationRulesApi.change, change(limits)),
  serve(organizationRulesApi.remove, remove),
];
