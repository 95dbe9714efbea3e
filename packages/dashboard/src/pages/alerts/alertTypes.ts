import type { ResponseOf } from '../../api/callApi';

/** Rules that apply to a project: its own, and those of the organization. */
export const PROJECT_RULES = 'GET /api/0/projects/{org}/{project}/alerts/rules';
/** Rules of an organization. */
export const ORGANIZATION_RULES = 'GET /api/0/organizations/{org}/alerts/rules';
/** Destinations of an organization. */
export const DESTINATIONS = 'GET /api/0/organizations/{org}/alerts/destinations';
/** Firings in a project. */
export const PROJECT_FIRINGS = 'GET /api/0/projects/{org}/{project}/alerts/firings';
/** Firings in all projects of an organization, and about it as a whole. */
export const ORGANIZATION_FIRINGS = 'GET /api/0/organizations/{org}/alerts/firings';
/** Deliveries about a project. */
export const PROJECT_DELIVERIES = 'GET /api/0/projects/{org}/{project}/alerts/deliveries';
/** Deliveries of an organization, tests included. */
export const ORGANIZATION_DELIVERIES = 'GET /api/0/organizations/{org}/alerts/deliveries';

/** A rule, as the API returns it. */
export type Rule = ResponseOf<typeof PROJECT_RULES>['data'][number];
/** When a rule fires. */
export type Condition = Rule['conditions'][number];
/** A kind of condition. */
export type ConditionKind = Condition['kind'];
/** The condition of a kind. */
export type ConditionOf<Kind extends ConditionKind> = Extract<Condition, { kind: Kind }>;
/** Which events fire a rule. */
export type Filters = Rule['filters'];
/** A destination, as the API returns it. */
export type Destination = ResponseOf<typeof DESTINATIONS>['data'][number];
/** A kind of destination. */
export type DestinationKind = Destination['kind'];
/** A firing of a rule. */
export type Firing = ResponseOf<typeof PROJECT_FIRINGS>['data'][number];
/** A message to a destination. */
export type Delivery = ResponseOf<typeof PROJECT_DELIVERIES>['data'][number];

/** What rules and firings belong to: a project, or with `project` unset an organization. */
export interface AlertScope {
  readonly org: string;
  readonly project: string | undefined;
}
