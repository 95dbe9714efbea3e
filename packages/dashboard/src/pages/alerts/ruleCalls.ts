import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, callVersioned } from '../../api/callApi';
import { EVERY_MINUTE, operationKey } from '../../api/operationQuery';
import { DESTINATIONS, ORGANIZATION_RULES, PROJECT_RULES, type AlertScope, type Rule } from './alertTypes';
import type { RuleBody } from './ruleDraft';

/** A rule, and the version of it for `If-Match`. */
export interface VersionedRule {
  readonly body: Rule;
  readonly version: string | undefined;
}

const ruleKey = ({ org, project }: AlertScope): readonly unknown[] =>
  project === undefined
    ? operationKey(ORGANIZATION_RULES, { params: { org } })
    : operationKey(PROJECT_RULES, { params: { org, project } });

/** Returns the rules of a project, inherited ones included, or of an organization. */
export const useRules = (scope: AlertScope) =>
  useQuery({
    queryKey: ruleKey(scope),
    queryFn: async ({ signal }): Promise<readonly Rule[]> => {
      const { org, project } = scope;
      const answer =
        project === undefined
          ? await callApi(ORGANIZATION_RULES, { params: { org }, signal })
          : await callApi(PROJECT_RULES, { params: { org, project }, signal });
      return answer.data;
    },
    ...EVERY_MINUTE,
  });

/** Returns a rule with its version. @param isInherited of the organization, although a project is open */
export const useRule = (scope: AlertScope, ruleId: string) =>
  useQuery({
    queryKey: [...ruleKey(scope), ruleId],
    queryFn: ({ signal }): Promise<VersionedRule> => {
      const { org, project } = scope;
      return project === undefined
        ? callVersioned('GET /api/0/organizations/{org}/alerts/rules/{ruleId}', { params: { org, ruleId }, signal })
        : callVersioned('GET /api/0/projects/{org}/{project}/alerts/rules/{ruleId}', {
            params: { org, project, ruleId },
            signal,
          });
    },
    // A change of others must not replace what someone is editing; saving finds it.
    refetchOnWindowFocus: false,
    gcTime: 0,
  });

/** Creates a rule. */
export const createRule = ({ org, project }: AlertScope, body: RuleBody): Promise<Rule> =>
  project === undefined
    ? callApi('POST /api/0/organizations/{org}/alerts/rules', { params: { org }, body })
    : callApi('POST /api/0/projects/{org}/{project}/alerts/rules', { params: { org, project }, body });

/** Changes some fields of a rule. @param version refuses the change (412) if the rule has another one */
export function changeRule(
  { org, project }: AlertScope,
  ruleId: string,
  { version, ...body }: Partial<RuleBody> & { readonly version?: string | undefined },
): Promise<Rule> {
  const parts = { body, ...(version === undefined ? {} : { ifMatch: version }) };
  return project === undefined
    ? callApi('PATCH /api/0/organizations/{org}/alerts/rules/{ruleId}', { params: { org, ruleId }, ...parts })
    : callApi('PATCH /api/0/projects/{org}/{project}/alerts/rules/{ruleId}', {
        params: { org, project, ruleId },
        ...parts,
      });
}

/** Deletes a rule. */
export async function deleteRule({ org, project }: AlertScope, ruleId: string): Promise<void> {
  if (project === undefined) {
    await callApi('DELETE /api/0/organizations/{org}/alerts/rules/{ruleId}', { params: { org, ruleId } });
  } else {
    await callApi('DELETE /api/0/projects/{org}/{project}/alerts/rules/{ruleId}', { params: { org, project, ruleId } });
  }
}

/** Exempts a project from a rule of the organization, or applies the rule to it again. */
export function excludeProject(
  { org, project }: { readonly org: string; readonly project: string },
  ruleId: string,
  isExcluded: boolean,
): Promise<Rule> {
  const params = { org, project, ruleId };
  return isExcluded
    ? callApi('POST /api/0/projects/{org}/{project}/alerts/rules/{ruleId}/exclusion', { params })
    : callApi('DELETE /api/0/projects/{org}/{project}/alerts/rules/{ruleId}/exclusion', { params });
}

/** Returns a function that reads rules again, and what counts them. */
export function useReloadRules(): () => Promise<unknown> {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [PROJECT_RULES, ORGANIZATION_RULES, DESTINATIONS].map((operation) =>
        client.invalidateQueries({ queryKey: operationKey(operation as typeof DESTINATIONS) }),
      ),
    );
}
