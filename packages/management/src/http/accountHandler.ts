import type { RequestHandler } from 'express';
import type { AccountOperation } from '../operation.js';
import type { Authenticator, CookieSession } from '../access/authenticate.js';
import { assertSameOrigin } from '../access/csrf.js';
import { requestHead, type RequestHead } from '../access/requestHead.js';
import { readCookie, sessionCookieName } from '../access/sessionCookie.js';
import { ApiError } from '../apiError.js';
import { readQuery } from '../request/readQuery.js';
import type { AccountReply } from '../route.js';
import type { OperationDeps } from './operationHandler.js';
import { queryString } from './queryString.js';
import { readRequestBody } from './readRequestBody.js';
import { sendJson } from './sendJson.js';

/** Dependencies of account operations. */
export interface AccountDeps extends Omit<OperationDeps, 'onReply'> {
  readonly authenticator: Authenticator;
  /** See `OperationDeps`. */
  readonly onAccountReply?: ((operation: AccountOperation, reply: AccountReply<unknown>) => void) | undefined;
}

/**
 * Returns the handler of an account operation. First the session (401) and its CSRF token (403), or, for an operation that
 * anyone may use, the origin of the page (403); then the query, then the body.
 */
export function accountHandler(operation: AccountOperation, deps: AccountDeps): RequestHandler {
  const { authenticator, limiter, publicUrl, db, clock } = deps;
  return (request, response, next) => {
    const answer = async (): Promise<void> => {
      const head = requestHead(request, publicUrl);
      const session = await readSession(operation, authenticator, head);
      const query = await readQuery(searchOf(operation, queryString(request.url)), operation.query);
      const body = await readRequestBody(operation, { request, response });
      const address = authenticator.addressOf(head);
      const params = request.params as Readonly<Record<string, string>>;
      const run = (): Promise<AccountReply<unknown>> =>
        operation.handle({ params, query, body, ifMatch: undefined }, { db, clock, head, address, session });
      const tenant = session === undefined ? `client ${address}` : `user ${session.user.id}`;
      const reply = operation.isUnlimited === true ? await run() : await limiter.run(tenant, run);
      deps.onAccountReply?.(operation, reply);
      for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
      if (reply.status === 302) response.status(302).set('cache-control', 'no-store').end();
      else await sendJson(response, { status: reply.status ?? 200, body: reply.body });
    };
    answer().catch(next);
  };
}

/** Returns the query string, without unknown parameters if the operation ignores them. */
function searchOf({ ignoresUnknown, query }: AccountOperation, search: string): string {
  if (ignoresUnknown !== true) return search;
  const known = Object.keys(query?.properties ?? {});
  return new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => known.includes(name))).toString();
}

/** An operation for anyone ignores an invalid cookie, so that its owner can sign in again. */
async function readSession(
  { scope }: AccountOperation,
  authenticator: Authenticator,
  head: RequestHead,
): Promise<CookieSession | undefined> {
  if (scope === 'user') return authenticator.readSession(head);
  assertSameOrigin(head);
  if (readCookie(head.cookie, sessionCookieName(head)) === '') return undefined;
  try {
    // The origin is checked; whoever signs in has no CSRF token yet.
    return await authenticator.readSession({ ...head, isUnsafe: false });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
