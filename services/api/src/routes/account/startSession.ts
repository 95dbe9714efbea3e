import {
  createSession,
  endSessions,
  getUserById,
  listMemberships,
  readOrganizationCreation,
  type NewSession,
} from '@sluice/db';
import {
  csrfTokenOf,
  count,
  described,
  boolean,
  id,
  listOf,
  named,
  nullable,
  object,
  oneOf,
  setSessionCookie,
  text,
  time,
  type AccountContext,
  type AccountReply,
} from '@sluice/management';
import { ROLES } from '@sluice/contract';
import { networkOf, type AccountServices } from './accountServices.js';

const DAY_MS = 86_400_000;

/** Schema of the signed-in user. */
export const userSchema = named(
  'Account',
  object({ id, email: text(), name: text(), hasPassword: boolean, hasTotp: boolean }),
);

/** Schema of a session with everything that the dashboard needs at first. */
export const sessionSchema = named(
  'CurrentSession',
  object({
    user: userSchema,
    organizations: listOf(
      object({ slug: text(), role: oneOf(...ROLES), projects: described(listOf(text()), 'Slugs; at most 1,000.') }),
    ),
    organizationsLeft: described(count, 'How many organizations the user may still create.'),
    organizationsRefusal: described(
      nullable(oneOf('operators_only', 'unverified_email', 'too_many_organizations')),
      'Why the user may create none: the code with which `POST /organizations` refuses; null if some are left.',
    ),
    csrfToken: described(text(), 'Value of the header `X-CSRF-Token` of requests that change something.'),
    expiresAt: described(time, 'When the session ends, however often it is used.'),
  }),
);

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
): Promise<AccountReply<unknown>> {
  const { secret, expiresAt, cookie } = await openSession(services, context, userId, method);
  return {
    body: await describeSession(services, context, { userId, secret, expiresAt }),
    headers: { 'set-cookie': cookie },
  };
}
