import type { Database } from '@sluice/db';
import type { Clock } from '@sluice/runtime';
import type { CookieSession } from './access/authenticate.js';
import type { RequestHead } from './access/requestHead.js';
import type { Reply, Route, RouteRequest } from './route.js';

/** Context of an account route. */
export interface AccountContext<Session extends CookieSession | undefined = CookieSession | undefined> {
  readonly db: Database;
  readonly clock: Clock;
  readonly head: RequestHead;
  /** Address of the client. */
  readonly address: string;
  /** The session of the request; `undefined` if there is none. */
  readonly session: Session;
}

/**
 * One operation under `/api/0` that belongs to no organization: signing in, and what users do with their account. Access
 * tokens do not count: `access: 'user'` needs a session.
 */
export interface AccountRoute<
  Query = unknown,
  Body = unknown,
  Answer = unknown,
  Session extends CookieSession | undefined = CookieSession | undefined,
> extends Omit<Route<Query, Body, Answer>, 'handle' | 'permission' | 'ids' | 'ifMatch' | 'readBody' | 'bodyTypes'> {
  /** Below `/api/0`: `/session`. */
  readonly path: string;
  readonly access: 'anyone' | 'user';
  /** Whether it answers with a redirect instead of JSON. */
  readonly isRedirect?: boolean;
  /** Whether unknown query parameters are ignored, because another program chooses them. */
  readonly ignoresUnknown?: boolean;
  readonly handle: (
    request: RouteRequest<Query, Body>,
    context: AccountContext<Session>,
  ) => Promise<AccountReply<Answer>>;
}

/** A reply that may set cookies or redirect. */
export interface AccountReply<Answer> extends Omit<Reply<Answer>, 'status'> {
  readonly status?: 200 | 201 | 204 | 302;
  /** Further response headers, such as `Set-Cookie`. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
}

/** An account route with its full path. */
export type AccountOperation = Omit<AccountRoute, 'path'> & { readonly address: string };

/** The documentation of an account operation. */
export type DocumentedAccountOperation = Omit<AccountOperation, 'handle'>;

/** Checks the types of a route that anyone may use, and erases them. */
export const defineAccountRoute = <Query, Body, Answer>(
  route: Omit<AccountRoute<Query, Body, Answer>, 'access'>,
): AccountRoute => ({ ...route, access: 'anyone' }) as unknown as AccountRoute;

/** Like {@link defineAccountRoute}, for a route that needs a session. */
export const defineUserRoute = <Query, Body, Answer>(
  route: Omit<AccountRoute<Query, Body, Answer, CookieSession>, 'access'>,
): AccountRoute => ({ ...route, access: 'user' }) as unknown as AccountRoute;

/** Returns the operation of an account route. */
export const accountOperation = ({ path, ...route }: AccountRoute): AccountOperation => ({
  ...route,
  address: `/api/0${path}`,
});
