import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Reply, Route, RouteRequest } from './route.js';

/** What a route of an organization works with. */
interface OrganizationContext {
  readonly db: Database;
  readonly clock: Clock;
  /** The token's own. */
  readonly organization: { readonly id: string; readonly slug: string };
}

/** An operation on a whole organization. */
export interface OrganizationRoute<Query = unknown, Body = unknown, Answer = unknown> extends Omit<
  Route<Query, Body, Answer>,
  'handle'
> {
  /** Below `/api/0`, with `{org}`: `/projects/{org}`. */
  readonly path: string;
  readonly handle: (request: RouteRequest<Query, Body>, context: OrganizationContext) => Promise<Reply<Answer>>;
}

/** `defineRoute` for a whole organization. */
export const defineOrganizationRoute = <Query, Body, Answer>(
  route: OrganizationRoute<Query, Body, Answer>,
): OrganizationRoute => route as unknown as OrganizationRoute;
