import type { Database, IdKind } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Access } from './access/createAuthorizer.js';
import type { OrganizationRoute } from './organizationRoute.js';
import { resolveId } from './request/resolveId.js';
import type { Reply, Route, RouteDescription, RouteRequest } from './route.js';

/** Context of an operation. */
interface OperationContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Organization and project of the request, and who sent it. */
  readonly access: Access;
  /** See `RouteContext`. */
  readonly baseUrl: string;
}

/** A route with its full path, of a project or an organization. Serving, documentation and tests are derived from it. */
export interface Operation extends Omit<Route, 'handle' | 'path'> {
  /** With `{name}` for parameters: `/api/0/projects/{org}/{project}/issues`. */
  readonly address: string;
  readonly run: (request: RouteRequest, context: OperationContext) => Promise<Reply<unknown>>;
}

/** The documentation of an operation, whichever service serves it. */
export type DocumentedOperation = Omit<Operation, 'run' | 'readBody'>;

/** Prefix of all management endpoints. */
export const API_ROOT = '/api/0';

const PROJECT = `${API_ROOT}/projects/{org}/{project}`;

/** Returns the operation of a project route. */
export function projectOperation({ handle, path, ...route }: Route): Operation {
  return {
    ...route,
    address: `${PROJECT}${path}`,
    run: async (request, { access: place, ...context }) => {
      if (place.project === undefined) throw new Error(`${path} is no route of a project`);
      const { organizationId, organization: organizationSlug, actor, role, may } = place;
      const whole =
        route.ids === undefined ? request : await withFullIds(request, route.ids, context.db, place.project.id);
      const project = { ...place.project, organizationId, organizationSlug };
      return handle(whole, { ...context, actor, role, may, project });
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
export const documentedProjectOperation = ({ path, ...route }: RouteDescription): DocumentedOperation => ({
  ...route,
  address: `${PROJECT}${path}`,
});

/** Returns the operation of an organization route. */
export const organizationOperation = ({ handle, path, ...route }: OrganizationRoute): Operation => ({
  ...route,
  address: `${API_ROOT}${path}`,
  run: (request, { access: { organizationId: id, organization: slug, actor, role, may }, ...context }) =>
    handle(request, { ...context, actor, role, may, organization: { id, slug } }),
});
