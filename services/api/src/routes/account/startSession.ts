import { DAY_MS } from '@sluice/contract';
import type { sessionSchema } from '@sluice/api-contract';
import { type TypeOf } from '@sluice/api-contract';
import {
  createSession,
  endSessions,
  getUserById,
  listMemberships,
  readOrganizationCreation,
  type NewSession,
} from '@sluice/db';
import { csrfTokenOf, setSessionCookie, type AccountContext, type AccountReply } from '@sluice/management';
import { networkOf, type AccountServices } from './accountServices.js';

/** Returns the signed-in user as {@link userSchema}. */
export async function describeUser({ db }: Pick<AccountContext, 'db'>, userId: string) {
  const { id: key, email, name, hasPassword, hasTotp } = await getUserById(db, userId);
  return { id: key, email, name, hasPassword, hasTotp };
}

/** Returns a session as {@link sessionSchema}. */
export async function describeSession(
  { config }: Pick<AccountServices, 'config'>,
  context: Pick<AccountContext, 'db'>,
  { userId, secret, expiresAt }: { readonly userId: string; readonly secret: string; readonly expiresAt: Date },
) {
  const [memberships, creation] = await Promise.all([
    listMemberships(context.db, userId),
    readOrganizationCreation(context.db, userId, config.maxOrganizationsPerUser),
  ]);
  return {
    user: await describeUser(context, userId),
    organizations: memberships.map(({ organization, role, projects }) => ({ slug: organization, role, projects })),
    organizationsLeft: creation.left,
    organizationsRefusal: creation.refusal,
    csrfToken: csrfTokenOf(secret),
    expiresAt: expiresAt.toISOString(),
  };
}

/** Creates a session for a user and ends that of the request, so that no one else knows its cookie. Returns the cookie, too. */
export async function openSession(
  { config }: AccountServices,
  context: AccountContext,
  userId: string,
  method: NewSession['method'],
) {
  const { db, clock, head, address, session } = context;
  const nowMs = clock();
  const lifetimeMs = config.sessionDays * DAY_MS;
  if (session !== undefined) await endSessions(db, session.user.id, { only: session.session.id }, nowMs);
  const made = { method, address, network: networkOf(context), userAgent: head.userAgent, nowMs, lifetimeMs };
  const secret = await createSession(db, userId, made);
  return { secret, expiresAt: new Date(nowMs + lifetimeMs), cookie: setSessionCookie(head, secret, lifetimeMs) };
}

/** Signs a user in: replies with the new session and its cookie. */
export async function startSession(
  services: AccountServices,
  context: AccountContext,
  userId: string,
  method: NewSession['method'],
): Promise<AccountReply<TypeOf<typeof sessionSchema>>> {
  const { secret, expiresAt, cookie } = await openSession(services, context, userId, method);
  return {
    body: await describeSession(services, context, { userId, secret, expiresAt }),
    headers: { 'set-cookie': cookie },
  };
}
