import type { Permission, RequestActor, Role } from '@sluice/contract';
import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { CookieSession } from './access/authenticate.js';
import type { RequestHead } from './access/requestHead.js';

/** The project of a request, which belongs to an organization of the sender. */
export interface ApiProject {
  readonly id: string;
  readonly slug: string;
  readonly organizationId: string;
  readonly organizationSlug: string;
}

/** What the contexts of projects and organizations have in common. */
interface TenantContext {
  readonly db: Database;
  readonly clock: Clock;
  /** Who sent the request. */
  readonly actor: RequestActor;
  /** Role of the sender; `undefined` for a token of an operator. */
  readonly role: Role | undefined;
  /** Whether the sender has a permission beyond the one that the route needs. */
  readonly may: (permission: Permission) => boolean;
  /** Base URL of the service without a trailing slash: `https://sluice.example.com`. */
  readonly baseUrl: string;
}

/** Context of a project route. */
export interface RouteContext extends TenantContext {
  readonly project: ApiProject;
}

/** Context of an organization route. */
export interface OrganizationContext extends TenantContext {
  readonly organization: { readonly id: string; readonly slug: string };
}

/** Context of an account route. */
export interface AccountContext<Session extends CookieSession | undefined = CookieSession | undefined> {
  readonly db: Database;
  readonly clock: Clock;
  readonly head: RequestHead;
  /** Address of the client. */
  readonly address: string;
  /** The session of the request, or `undefined`. */
  readonly session: Session;
}

/** What the handlers of each scope get besides the request. */
export interface Contexts {
  readonly project: RouteContext;
  readonly organization: OrganizationContext;
  readonly user: AccountContext<CookieSession>;
  readonly anyone: AccountContext;
}
