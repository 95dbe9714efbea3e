import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { Access } from './access/createAuthorizer.js';
import type { OrganizationRoute } from './organizationRoute.js';
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
    run: (request, { place, ...context }) => {
      if (place.project === undefined) throw new Error(`${path} is no route of a project`);
      const { organizationId, organization: organizationSlug, scopes } = place;
      return handle(request, { ...context, scopes, project: { ...place.project, organizationId, organizationSlug } });
    },
  };
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
