import type { Database, IdKind } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Access } from './access/createAuthorizer.js';
import type { OrganizationRoute } from './organizationRoute.js';
import { wholeId } from './request/wholeId.js';
import type { Reply, Route, RouteDescription, RouteRequest } from './route.js';

/** What an operation runs with. */
interface OperationContext {
  readonly db: Database;
  readonly clock: Clock;
  /** What the token may see and the address names. */
  readonly place: Access;
  /** See `RouteContext`. */
  readonly baseUrl: string;
}

/** A route at its whole address, of a project or of an organization: what is served, documented and tested alike. */
export interface Operation extends Omit<Route, 'handle' | 'path'> {
  /** With `{name}` for parameters: `/api/0/projects/{org}/{project}/issues`. */
  readonly address: string;
  readonly run: (request: RouteRequest, context: OperationContext) => Promise<Reply<unknown>>;
}

/** What is documented of an operation, whoever answers it. */
export type DocumentedOperation = Omit<Operation, 'run' | 'readBody'>;

/** The prefix of everything that is served here. */
export const ROOT = '/api/0';

const PROJECT = `${ROOT}/projects/{org}/{project}`;

/** A route of a project as an operation. */
export function ofProject({ handle, path, ...route }: Route): Operation {
  return {
    ...route,
    address: `${PROJECT}${path}`,
    run: async (request, { place, ...context }) => {
      if (place.project === undefined) throw new Error(`${path} is no route of a project`);
      const { organizationId, organization: organizationSlug, scopes } = place;
      const whole =
        route.ids === undefined ? request : await withWholeIds(request, route.ids, context.db, place.project.id);
      return handle(whole, { ...context, scopes, project: { ...place.project, organizationId, organizationSlug } });
    },
  };
}

/** The request with its ids whole, those of the path and those of the query. */
async function withWholeIds(
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
    if (typeof given === 'string') fields[name] = await wholeId(db, projectId, kind, given);
  }
  return { ...request, params, query };
}

/** Documentation of a project's operation that another service answers. */
export const documentedOfProject = ({ path, ...route }: RouteDescription): DocumentedOperation => ({
  ...route,
  address: `${PROJECT}${path}`,
});

/** A route of an organization as an operation. */
export const ofOrganization = ({ handle, path, ...route }: OrganizationRoute): Operation => ({
  ...route,
  address: `${ROOT}${path}`,
  run: (request, { db, clock, place }) =>
    handle(request, { db, clock, organization: { id: place.organizationId, slug: place.organization } }),
});
