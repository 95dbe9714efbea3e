import type { Descriptions } from '../description.js';
import { listOf, object } from '../schema/shapes.js';
import { ruleBodies, ruleSchema } from './ruleSchemas.js';

const OF_PROJECT = '/alerts/rules';
const OF_ORGANIZATION = '/organizations/{org}/alerts/rules';

const params = { ruleId: 'The rule’s id.' };

const ifMatch =
  'The `ETag` of the rule that the change is based on. If it has changed since: 412, and nothing changes.';

// What an operation has in both scopes.
const list = {
  method: 'get',
  tag: 'Alerts',
  permission: 'project:read',
  response: object({ data: listOf(ruleSchema) }),
} as const;
const create = {
  method: 'post',
  tag: 'Alerts',
  permission: 'alerts:write',
  response: ruleSchema,
  createdStatus: 201,
} as const;
const read = { method: 'get', tag: 'Alerts', permission: 'project:read', params, response: ruleSchema } as const;
const change = {
  method: 'patch',
  tag: 'Alerts',
  permission: 'alerts:write',
  params,
  ifMatch,
  response: ruleSchema,
} as const;
const remove = { method: 'delete', tag: 'Alerts', permission: 'alerts:write', params, ifMatch } as const;

/** Rules of a project. */
export const projectRulesApi = {
  list: {
    ...list,
    scope: 'project',
    path: OF_PROJECT,
    summary: 'List the rules of a project',
    description: 'Its own, then those of the organization with `inherited`; each oldest first. Always one page.',
  },
  create: {
    ...create,
    scope: 'project',
    path: OF_PROJECT,
    summary: 'Create a rule of a project',
    description:
      'Applies within ten seconds. 422 `limit_reached` if the organization has the most rules or conditions.',
    body: ruleBodies.project.create,
  },
  read: {
    ...read,
    scope: 'project',
    path: `${OF_PROJECT}/{ruleId}`,
    summary: 'Read a rule of a project',
    description: 'Its own, or one of the organization. The `ETag` is its version.',
  },
  change: {
    ...change,
    scope: 'project',
    path: `${OF_PROJECT}/{ruleId}`,
    summary: 'Change a rule of a project',
    description:
      'Only the given fields change. Rules of the organization are changed there; `…/exclusion` exempts a project from one. 422 `limit_reached` if it adds conditions to an organization that has the most.',
    body: ruleBodies.project.change,
  },
  remove: {
    ...remove,
    scope: 'project',
    path: `${OF_PROJECT}/{ruleId}`,
    summary: 'Delete a rule of a project',
  },
  exclude: {
    scope: 'project',
    method: 'post',
    path: `${OF_PROJECT}/{ruleId}/exclusion`,
    tag: 'Alerts',
    summary: 'Exclude a project from a rule',
    description: 'The rule of the organization no longer applies to the project. Repeating it changes nothing.',
    permission: 'alerts:write',
    params,
    response: ruleSchema,
  },
  include: {
    scope: 'project',
    method: 'delete',
    path: `${OF_PROJECT}/{ruleId}/exclusion`,
    tag: 'Alerts',
    summary: 'Include a project in a rule again',
    description: '422 `limit_reached` if the organization would have too many conditions.',
    permission: 'alerts:write',
    params,
    response: ruleSchema,
  },
} as const satisfies Descriptions;

/** Rules of an organization. */
export const organizationRulesApi = {
  list: {
    ...list,
    scope: 'organization',
    path: OF_ORGANIZATION,
    summary: 'List the rules of an organization',
    description: 'Those that apply to all projects, oldest first; at most 100, always one page.',
  },
  create: {
    ...create,
    scope: 'organization',
    path: OF_ORGANIZATION,
    summary: 'Create a rule of an organization',
    description:
      'Applies to all projects but those in `exceptProjects`, within ten seconds. Conditions about series need a rule of a project. 422 `limit_reached` if the organization has the most rules or conditions.',
    body: ruleBodies.organization.create,
  },
  read: {
    ...read,
    scope: 'organization',
    path: `${OF_ORGANIZATION}/{ruleId}`,
    summary: 'Read a rule of an organization',
    description: 'The `ETag` is its version.',
  },
  change: {
    ...change,
    scope: 'organization',
    path: `${OF_ORGANIZATION}/{ruleId}`,
    summary: 'Change a rule of an organization',
    description:
      'Only the given fields change. 422 `limit_reached` if it adds conditions to an organization that has the most.',
    body: ruleBodies.organization.change,
  },
  remove: {
    ...remove,
    scope: 'organization',
    path: `${OF_ORGANIZATION}/{ruleId}`,
    summary: 'Delete a rule of an organization',
  },
} as const satisfies Descriptions;
