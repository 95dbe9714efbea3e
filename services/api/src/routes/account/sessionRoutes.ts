import { endSessions } from '@sluice/db';
import { PASSWORD_LENGTH, signIn } from '@sluice/identity';
import {
  boolean,
  clearSessionCookie,
  defineAccountRoute,
  defineUserRoute,
  described,
  id,
  listOf,
  object,
  text,
  type AccountRoute,
} from '@sluice/management';
import { networkOf, signInDeps, type AccountServices } from './accountServices.js';
import { describeSession, sessionSchema, startSession } from './startSession.js';

/** Most characters of an email address and of a one-time or recovery code. */
export const MAX_EMAIL = 254;
export const MAX_CODE = 40;

interface SignInBody {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Signing in and out. */
export const sessionRoutes = (services: AccountServices): readonly AccountRoute[] => [
  defineUserRoute({
    method: 'get',
    path: '/session',
    tag: 'Account',
    summary: 'Read the current session',
    description: 'With the organizations and projects of the user, and the CSRF token of the session.',
    response: sessionSchema,
    handle: async (_request, context) => {
      const { user, session, secret } = context.session;
      const opened = { userId: user.id, secret, expiresAt: session.expiresAt };
      return { body: await describeSession(services, context, opened) };
    },
  }),
  defineAccountRoute<unknown, SignInBody, unknown>({
    method: 'post',
    path: '/session',
    tag: 'Account',
    summary: 'Sign in with a password',
    description:
      'Sets the session cookie. 401 `invalid_credentials`, or `code_required` if the account has one-time codes. 429 after too many failures, with `Retry-After`.',
    body: object({ email: text(MAX_EMAIL), password: text(PASSWORD_LENGTH.max), code: text(MAX_CODE) }, ['code']),
    response: sessionSchema,
    // Hashing holds no database connection.
    isUnlimited: true,
    handle: async ({ body }, context) => {
      const request = { ...body, network: networkOf(context), nowMs: context.clock() };
      const user = await signIn(signInDeps(services, context), request);
      return startSession(services, context, user.id, 'password');
    },
  }),
  defineUserRoute({
    method: 'delete',
    path: '/session',
    tag: 'Account',
    summary: 'Sign out',
    handle: async (_request, { db, clock, head, session: { user, session } }) => {
      await endSessions(db, user.id, { only: session.id }, clock());
      return { status: 204, body: undefined, headers: { 'set-cookie': clearSessionCookie(head) } };
    },
  }),
  defineAccountRoute({
    method: 'get',
    path: '/sign-in-options',
    tag: 'Account',
    summary: 'Read how people may sign in',
    response: object({
      password: boolean,
      providers: described(listOf(object({ id, name: text() })), 'OpenID Connect: `GET /api/0/oidc/{provider}/start`.'),
      mail: described(boolean, 'Whether links are sent by mail: with a mail server (`SMTP_URL`) and `PUBLIC_URL`.'),
    }),
    handle: () => {
      const { oidc, mailer } = services;
      const providers = oidc === undefined ? [] : [{ id: oidc.id, name: oidc.name }];
      return Promise.resolve({ body: { password: true, providers, mail: mailer !== undefined } });
    },
  }),
];
