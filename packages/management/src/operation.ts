import { ROOTS, type AccountDescription, type TenantDescription } from '@sluice/api-contract';
import type { Database, Token } from '@sluice/db';
import type { IdKind } from '@sluice/reading';
import type { Clock } from '@sluice/runtime';
import type { Access } from './access/createAuthorizer.js';
import { resolveId } from './request/resolveId.js';
import type { AccountReply, Reply, Route, RouteRequest } from './route.js';
import type { AccountContext } from './routeContext.js';

/** Context of an operation. */
interface OperationContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Organization and project of the request, and who sent it. */
  readonly access: Access;
  /** See `RouteContext`. */
  readonly baseUrl: string;
}

/** The documentation of an operation, whichever service serves it. */
export interface DocumentedOperation extends Omit<TenantDescription, 'path'> {
  /** With `{name}` for parameters: `/api/0/projects/{org}/{project}/issues`. */
  readonly address: string;
}

/** A route with its full path, of a project or an organization. Serving, documentation and tests are derived from it. */
export interface Operation extends DocumentedOperation {
  readonly readBody?: Route['readBody'];
  readonly run: (request: RouteRequest, context: OperationContext) => Promise<Reply<unknown>>;
}

/** The documentation of an account operation. */
export interface DocumentedAccountOperation extends Omit<AccountDescription, 'path'> {
  /** See `DocumentedOperation`. */
  readonly address: string;
}

/** An operation that is served: one of Sluice, or of the protocol of another program. */
export interface ServedOperation extends Omit<Operation, 'method'> {
  readonly method: Operation['method'] | 'put';
  /** Whether query parameters are ignored, because another program chooses them. */
  readonly ignoresQuery?: boolean;
}

/** An operation that needs a valid access token, whatever its organization and scopes. */
export interface TokenOperation {
  readonly method: 'get';
  /** See `DocumentedOperation`. */
  readonly address: string;
  readonly run: (token: Token) => Reply<unknown>;
}

/** An account route with its full path. */
export interface AccountOperation extends DocumentedAccountOperation {
  // A method, as `Route.handle`: a route of the scope `user` is only called with a session.
  handle(request: RouteRequest, context: AccountContext): Promise<AccountReply<unknown>>;
}

/** Returns the operation of a project route. */
export function projectOperation({ path, ...route }: Route): Operation {
  return {
    ...route,
    address: `${ROOTS.project}${path}`,
    run: async (request, { access: place, ...context }) => {
      if (place.project === undefined) throw new Error(`${path} is no route of a project`);
      const { organizationId, organization: organizationSlug, actor, role, may } = place;
      const whole =
        route.ids === undefined ? request : await withFullIds(request, route.ids, context.db, place.project.id);
      const project = { ...place.project, organizationId, organizationSlug };
      return route.handle(whole, { ...context, actor, role, may, project });
    },
  };
}

/** Returns the request with its shortened ids, in path and query, resolved to full ids. */
async function withFullIds(
  request: RouteRequest,
  ids: Readonly<Record<string, IdKind>>,
  db: Database,
  projectId: string,
): Promise<RouteRequest> {
  const params: Record<string, string> = { ...request.params };
  const query: Record<string, unknown> = { ...(request.query as Readonly<Record<string, unknown>>) };
  for (const [name, kind] of Object.entries(ids)) {
    const fields = Object.hasOwn(params, name) ? params : query;
    const given = fields[name];
    if (typeof given === 'string') fields[name] = await resolveId(db, projectId, kind, given);
  }
  return { ...request, params, query };
}

/** Returns the documentation of a project operation that another service serves. */
export const documentedProjectOperation = ({ path, ...route }: TenantDescription): DocumentedOperation => ({
  ...route,
  address: `${ROOTS.project}${path}`,
});

/** Returns the operation of an organization route. */
export const organizationOperation = ({ path, ...route }: Route<'organization'>): Operation => ({
  ...route,
  address: `${ROOTS.organization}${path}`,
  run: (request, { access: { organizationId: id, organization: slug, actor, role, may }, ...context }) =>
    route.handle(request, { ...context, actor, role, may, organization: { id, slug } }),
});

/** Returns the operation of an account route. */
export const accountOperation = ({ path, ...route }: Route<'user'> | Route<'anyone'>): AccountOperation => ({
  ...route,
  address: `${ROOTS[route.scope]}${path}`,
});
