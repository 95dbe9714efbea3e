import type { Permission, RequestActor, Role } from '@sluice/contract';
import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Reply, Route, RouteRequest } from './route.js';

/** Context of an organization route. */
interface OrganizationContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly organization: { readonly id: string; readonly slug: string };
  /** Who sent the request. */
  readonly actor: RequestActor;
  /** See `RouteContext`. */
  readonly role: Role | undefined;
  /** See `RouteContext`. */
  readonly may: (permission: Permission) => boolean;
  /** See `RouteContext`. */
  readonly baseUrl: string;
}

/** A route that is about a whole organization. */
export interface OrganizationRoute<Query = unknown, Body = unknown, Answer = unknown> extends Omit<
  Route<Query, Body, Answer>,
  'handle'
> {
  /** Below `/api/0`, with `{org}`: `/projects/{org}`. */
  readonly path: string;
  readonly handle: (request: RouteRequest<Query, Body>, context: OrganizationContext) => Promise<Reply<Answer>>;
}

/** Like `defineRoute`, for an organization route. */
export const defineOrganizationRoute = <Query, Body, Answer>(
  route: OrganizationRoute<Query, Body, Answer>,
): OrganizationRoute => route as unknown as OrganizationRoute;
